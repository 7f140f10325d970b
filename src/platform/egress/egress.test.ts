import assert from 'node:assert/strict'
import { once } from 'node:events'
import {
  createServer as createHttpServer,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { LEADS_TO_CLOSED } from '../../../test/ssrf-vectors.ts'
import { createEgress, type Egress, type EgressRequest } from './egress.ts'
import { continueTrace } from '../trace/trace.ts'

const LOOPBACK = ['127.0.0.0/8']

async function listen(listener: RequestListener): Promise<{ server: Server; url: string }> {
  const server = createHttpServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const TRACE = continueTrace(null)

function post(url: string, changes: Partial<EgressRequest> = {}): EgressRequest {
  return {
    method: 'POST',
    url,
    headers: {},
    trace: TRACE,
    body: Buffer.from('{}'),
    timeoutMs: 2000,
    ...changes,
  }
}

describe('a request to an allowed address', () => {
  let egress: Egress
  let server: Server
  let url: string
  const seen: { method: string; headers: NodeJS.Dict<string | string[]>; body: string }[] = []

  const PATHS: Record<string, RequestListener> = {
    '/ok': (_, response) => response.setHeader('x-kept', 'yes').end('fine'),
    '/redirect': (_, response) => response.writeHead(302, { location: '/ok' }).end('moved'),
    '/large': (_, response) => response.end('y'.repeat(3 * 1024 * 1024)),
    '/endless': (_, response) => endless(response),
    '/silent': () => {},
    '/slow-body': (_, response) => void response.write('begin'),
    '/cut': (request) => request.socket.destroy(),
    '/nul': (_, response) => response.end('a\u0000b'),
  }

  before(async () => {
    egress = createEgress({ allowCidrs: LOOPBACK })
    const listening = await listen(async (request, response) => {
      const { method = '', headers, url: path = '' } = request
      const body = (await request.toArray()).join('')
      seen.push({ method, headers, body })
      PATHS[path]!(request, response)
    })
    server = listening.server
    url = listening.url
  })
  after(async () => {
    await egress.close()
    server.closeAllConnections()
    server.close()
  })

  test('delivers method, headers and body as given, and brings back the response', async () => {
    const body = Buffer.from('{"a":1}')
    const outcome = await egress.send(post(`${url}/ok`, { headers: { 'X-A': 'b' }, body }))
    assert.ok(outcome.kind === 'response')
    assert.equal(outcome.status, 200)
    assert.equal(outcome.bodyStart, 'fine')
    assert.equal(outcome.headers['x-kept'], 'yes')
    const last = seen.at(-1)!
    assert.deepEqual([last.method, last.body, last.headers['x-a']], ['POST', '{"a":1}', 'b'])
    assert.equal(last.headers['user-agent'], 'Assay')
  })

  test('lets no caller set the headers of the connection', async () => {
    const headers = {
      Host: 'internal.example',
      'Transfer-Encoding': 'chunked',
      Connection: 'close',
      'Content-Length': '9999',
      Cookie: 'a=b',
    }
    const outcome = await egress.send(post(`${url}/ok`, { headers }))
    assert.equal(outcome.kind, 'response')
    const got = seen.at(-1)!.headers
    assert.equal(got.host, url.slice('http://'.length))
    assert.equal(got['content-length'], '2')
    assert.deepEqual([got.cookie, got['transfer-encoding']], [undefined, undefined])
  })

  test('cannot be split by a line break in a header', async () => {
    const headers = { 'X-A': 'b\r\nX-Injected: yes' }
    const before = seen.length
    const outcome = await egress.send(post(`${url}/ok`, { headers }))
    assert.equal(outcome.kind, 'error')
    assert.equal(seen.length, before)
  })

  test('is not redirected: the redirect is the response', async () => {
    const before = seen.length
    const outcome = await egress.send(post(`${url}/redirect`))
    assert.ok(outcome.kind === 'response')
    assert.deepEqual([outcome.status, outcome.headers['location']], [302, '/ok'])
    assert.equal(seen.length, before + 1)
  })

  test('keeps one kilobyte of a long response and cuts off an endless one', async () => {
    for (const path of ['/large', '/endless']) {
      const outcome = await egress.send(post(url + path))
      assert.ok(outcome.kind === 'response')
      assert.equal(outcome.bodyStart, 'y'.repeat(1024))
    }
  })

  test('brings back a response without the NUL that no database keeps', async () => {
    const outcome = await egress.send(post(`${url}/nul`))
    assert.ok(outcome.kind === 'response')
    assert.equal(outcome.bodyStart, 'ab')
  })

  test('times out in total, before and within the response', async () => {
    for (const path of ['/silent', '/slow-body']) {
      const outcome = await egress.send(post(url + path, { timeoutMs: 200 }))
      assert.ok(outcome.kind === 'error')
      assert.equal(outcome.error, 'timeout')
      assert.ok(outcome.durationMs >= 190 && outcome.durationMs < 1500, `${outcome.durationMs} ms`)
    }
  })

  test('reports a connection that is cut', async () => {
    const outcome = await egress.send(post(`${url}/cut`))
    assert.ok(outcome.kind === 'error')
    assert.match(outcome.error, /http_error|refused/)
  })

  test('is sent anew when the connection of an earlier one turns out to be closed', async () => {
    const used = new WeakSet<Socket>()
    const closing = await listen(({ socket }, response) => {
      if (used.has(socket)) return socket.destroy()
      used.add(socket)
      return response.end('fine')
    })
    const to = post(closing.url)
    const kinds = [await egress.send(to), await egress.send(to)].map(({ kind }) => kind)
    closing.server.close()
    assert.deepEqual(kinds, ['response', 'response'])
  })

  test('reports a port where nobody listens as refused', async () => {
    const free = createTcpServer().listen(0, '127.0.0.1')
    await once(free, 'listening')
    const { port } = free.address() as AddressInfo
    free.close()
    await once(free, 'close')
    const outcome = await egress.send(post(`http://127.0.0.1:${port}/`))
    assert.ok(outcome.kind === 'error')
    assert.equal(outcome.error, 'refused')
  })

  test('reports a server that does not speak TLS as a TLS failure', async () => {
    const outcome = await egress.send(post(`${url.replace('http:', 'https:')}/ok`))
    assert.ok(outcome.kind === 'error')
    assert.equal(outcome.error, 'tls')
  })

  test('does not go through a proxy that the environment names', async () => {
    process.env['HTTP_PROXY'] = 'http://127.0.0.1:9'
    process.env['NODE_USE_ENV_PROXY'] = '1'
    const outcome = await egress.send(post(`${url}/ok`))
    delete process.env['HTTP_PROXY']
    delete process.env['NODE_USE_ENV_PROXY']
    assert.equal(outcome.kind, 'response')
  })
})

/** Writes as fast as it is read, until the other side hangs up. */
function endless(response: ServerResponse): void {
  const source = Readable.from(repeat('y'.repeat(65_536)))
  source.pipe(response)
  response.once('close', () => source.destroy())
}

async function* repeat(chunk: string): AsyncGenerator<string> {
  for (;;) yield await new Promise<string>((resolve) => setImmediate(resolve, chunk))
}

describe('a name', () => {
  for (const [where, addresses] of LEADS_TO_CLOSED) {
    test(`that leads ${where} is blocked, and not one connection is tried`, async () => {
      const outcome = await sendResolving([addresses], [])
      assert.deepEqual(outcome, { error: 'blocked', connections: 0, lookups: 1 })
    })
  }

  test('that leads to an allowed address is connected to there', async () => {
    const outcome = await sendResolving([['127.0.0.1']], LOOPBACK)
    assert.deepEqual(outcome, { error: null, connections: 1, lookups: 1 })
  })

  test('is resolved once, so that a second look-up cannot differ', async () => {
    const outcome = await sendResolving([['127.0.0.1'], ['10.0.0.1']], LOOPBACK)
    assert.deepEqual(outcome, { error: null, connections: 1, lookups: 1 })
  })

  test('that leads to the metadata address is blocked even when all ranges are open', async () => {
    const outcome = await sendResolving([['169.254.169.254']], ['0.0.0.0/0', '::/0'])
    assert.deepEqual(outcome, { error: 'blocked', connections: 0, lookups: 1 })
  })

  test('that does not exist is a DNS failure', async () => {
    const notFound = Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' })
    const egress = createEgress({ allowCidrs: [], resolve: () => Promise.reject(notFound) })
    const outcome = await egress.send(post('http://nowhere.example/'))
    assert.ok(outcome.kind === 'error')
    assert.equal(outcome.error, 'dns')
    await egress.close()
  })
})

/** Sends to a made-up name with these results of DNS, and counts what arrived at a real server. */
async function sendResolving(
  resolved: string[][],
  allowCidrs: string[],
): Promise<{ error: string | null; connections: number; lookups: number }> {
  let connections = 0
  let lookups = 0
  const { server, url } = await listen((_, response) => response.end())
  server.on('connection', () => (connections += 1))
  const egress = createEgress({
    allowCidrs,
    resolve: (hostname) => {
      assert.equal(hostname, 'receiver.example')
      const addresses = resolved[Math.min(lookups, resolved.length - 1)]!
      lookups += 1
      return Promise.resolve(
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )
    },
  })
  const outcome = await egress.send(post(url.replace('127.0.0.1', 'receiver.example')))
  await egress.close()
  server.close()
  return { error: outcome.kind === 'error' ? outcome.error : null, connections, lookups }
}
