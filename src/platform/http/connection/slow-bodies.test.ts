import assert from 'node:assert/strict'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fastify, type FastifyInstance } from 'fastify'
import { toApiError } from '../../errors/sqlstate.ts'
import { watchBodies } from './slow-bodies.ts'

// The whole door under a hundred such callers is the proof `slow-clients`.

const PACE = { bytes: 1_000, withinMs: 600 }
const LENGTH = 4_000
const HEAD =
  'POST /read HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\n' +
  `Content-Length: ${LENGTH}\r\n\r\n`

describe('a body', () => {
  const app: FastifyInstance = fastify()
  let stop: () => void

  before(async () => {
    app.post('/read', async ({ body }) => String(body).length)
    app.setErrorHandler((error, _, reply) => {
      const { status, details } = toApiError(error)
      return reply
        .code(status)
        .headers(details.headers ?? {})
        .send()
    })
    stop = watchBodies(app.server, PACE)
    await app.listen({ port: 0, host: '127.0.0.1' })
  })
  after(async () => {
    stop()
    await app.close()
  })

  function open(bytes: string): { socket: Socket; received: () => string } {
    const { port } = app.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    let text = ''
    socket.setEncoding('utf8').on('data', (part: string) => (text += part))
    socket.on('error', () => {})
    return { socket, received: () => text }
  }

  async function trickle(head: string, bytes: number, everyMs: number): Promise<string> {
    const { socket, received } = open(head)
    // Whether it ends or is reset is the network's.
    const closed = new Promise((resolve) => socket.once('close', resolve))
    const timer = setInterval(() => socket.write('x'.repeat(bytes)), everyMs)
    await Promise.race([closed, sleep(PACE.withinMs * 5)])
    clearInterval(timer)
    const isOpen = !socket.destroyed
    socket.destroy()
    return isOpen ? 'open' : received()
  }

  test('that comes a byte at a time gets a response and loses its connection', async () => {
    assert.match(await trickle(HEAD, 1, 100), /^HTTP\/1\.1 408 /)
  })

  test('that stops loses its connection', async () => {
    assert.match(await trickle(HEAD, 0, 10_000), /^HTTP\/1\.1 408 /)
  })

  test('that nobody reads loses its connection after the response', async () => {
    const refused = HEAD.replace('/read', '/nowhere').replace('text/plain', 'a/b')
    assert.match(await trickle(refused, 1, 100), /^HTTP\/1\.1 4(?:04|15) /)
  })

  test('that comes slowly and steadily is read to its end', async () => {
    const { socket, received } = open(HEAD)
    for (let sent = 0; sent < LENGTH; sent += 250) {
      await sleep(75)
      socket.write('x'.repeat(250))
    }
    for (let waited = 0; waited < 100 && received() === ''; waited += 1) await sleep(20)
    socket.destroy()
    assert.match(received(), new RegExp(`^HTTP/1\\.1 200 [^]*${LENGTH}$`))
  })
})
