import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Reply, Scenario, Seen } from '../../clients/scenarios/scenario.ts'

export interface FakeService {
  /** Where the scenario of a number is served. */
  urlAt(index: number): string
  /** The requests of a scenario, in order. */
  seen(index: number): Seen[]
  close(): Promise<void>
}

const OK: Reply = { status: 200, body: { data: {} } }
/** Longer than any client of a scenario waits. */
const SILENCE_MS = 5_000

/** Serves many scenarios at once, each below a path of its own. */
export async function startFakeService(scenarios: readonly Scenario[]): Promise<FakeService> {
  const seen = scenarios.map((): Seen[] => [])
  const server = createServer((request, response) => {
    serve(scenarios, seen, { request, response }).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    urlAt: (index) => `http://127.0.0.1:${port}/${index}`,
    seen: (index) => seen[index]!,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
}

async function serve(
  scenarios: readonly Scenario[],
  seen: Seen[][],
  exchange: Exchange,
): Promise<void> {
  const { request } = exchange
  // /12/v1/submissions
  const [, number = '', path = ''] = /^\/(\d+)(\/.*)$/.exec(request.url ?? '') ?? []
  const index = Number(number)
  const script = scenarios[index]?.script ?? [OK]
  const all = seen[index]!
  const reply = script[Math.min(all.length, script.length - 1)]!
  if (reply.fault === 'reset_before') {
    all.push({ method: request.method!, path, headers: plain(request), body: '' })
    request.socket.resetAndDestroy()
    return
  }
  const chunks: Buffer[] = []
  const place = all.push({ method: request.method!, path, headers: plain(request), body: '' }) - 1
  for await (const chunk of request) chunks.push(chunk as Buffer)
  all[place]!.body = Buffer.concat(chunks).toString()
  await respond(reply, exchange)
}

function plain({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}

async function respond(reply: Reply, { request, response }: Exchange): Promise<void> {
  const { status = 200, fault, retry_date: date } = reply
  if (fault === 'reset_after') return void request.socket.resetAndDestroy()
  if (fault === 'silent')
    return void (await sleep(SILENCE_MS, undefined, { ref: false }), response.destroy())
  const retry: Record<string, string> =
    date === undefined ? {} : { 'retry-after': new Date(Date.now() + date * 1_000).toUTCString() }
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': 'req_scenario1',
    ...retry,
    ...reply.headers,
  }
  if (reply.chunks) return sendChunks(reply.chunks, { status, headers, fault }, response)
  const data = reply.bulk === undefined ? reply.body : { data: { text: 'x'.repeat(reply.bulk) } }
  const bytes =
    status === 204 ? '' : Buffer.from(reply.text ?? JSON.stringify(data ?? { data: {} }))
  if (fault === 'gzip') {
    response.writeHead(status, { ...headers, 'content-encoding': 'gzip' }).end(gzipSync(bytes))
  } else if (fault === 'truncate') {
    response.writeHead(status, { ...headers, 'content-length': String(bytes.length) })
    response.write(bytes.slice(0, -3), () => request.socket.destroy())
  } else if (fault === 'drip') {
    response.writeHead(status, { ...headers, 'content-length': String(bytes.length) })
    for (const byte of bytes) {
      response.write(Buffer.from([Number(byte)]))
      await sleep(100, undefined, { ref: false })
    }
    response.end()
  } else response.writeHead(status, headers).end(bytes)
}

async function sendChunks(
  chunks: string[],
  {
    status,
    headers,
    fault,
  }: { status: number; headers: Record<string, string>; fault: Reply['fault'] },
  response: ServerResponse,
): Promise<void> {
  response.writeHead(status, headers)
  for (const chunk of chunks) {
    response.write(Buffer.from(chunk, 'base64'))
    await sleep(20, undefined, { ref: false })
  }
  if (fault === 'cut') response.destroy()
  else response.end()
}
