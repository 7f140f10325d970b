import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../../../bench/timing.ts'
import type { Proof, Trial } from '../proof.ts'
import { onService } from '../stage.ts'

const SOCKETS = { full: 1_000, reduced: 120 }
const WATCH_MS = { full: 30_000, reduced: 2_000 }
const HEALTH_P99_MS_MAX = 100
/** The time a request's headers or 15 seconds of its body may take, and its end to be noticed. */
const GONE_MS_MAX = 30_000
/** Whoever trickles sends a byte so often. */
const TRICKLE_MS = 5_000
/** A slow line that is no attack: 1 KB a second, for longer than a window of the pace. */
const STEADY = { bytes: 1_000, everyMs: 1_000, length: 40_000 }

/** How a caller begins, and whether the request must be ended. */
interface Habit {
  bytes: string
  isEnded?: boolean
}

/** Callers who send a byte now and then, or never read what they requested. */
function listHabits(key: string): Record<string, Habit> {
  const documents = `/v1/submissions/${randomUUID()}/documents`
  const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\na'
  const json = (path: string) => `${begin(path, key, 'application/json', 100_000)}{`
  return {
    'slow headers': { bytes: 'GET /health HTTP/1.1\r\nHost: a\r\nX-Slow: ', isEnded: true },
    'a slow body': { bytes: json('/v1/submissions'), isEnded: true },
    'a slow body of lines': {
      bytes: `${begin('/v1/transactions/bulk', key, 'application/x-ndjson', 100_000)}{`,
      isEnded: true,
    },
    'a slow file': {
      bytes: `${begin(documents, key, 'multipart/form-data; boundary=b', 100_000)}${part}`,
      isEnded: true,
    },
    'a slow file of a stranger': {
      bytes: `${begin(documents, 'unknown', 'multipart/form-data; boundary=b', 100_000)}${part}`,
      isEnded: true,
    },
    'a slow body of a path that is none': { bytes: json('/nowhere'), isEnded: true },
    'a response that is not read': { bytes: 'GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n' },
    'nothing at all': { bytes: '' },
  }
}

// oxlint-disable-next-line max-params -- a request line and three headers
function begin(path: string, key: string, type: string, length: number): string {
  return (
    `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n` +
    `Content-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`
  )
}

/** A thousand callers who take their time, while somebody else reads the health. */
export const slowClientsProof: Proof = {
  name: 'slow-clients',
  isLong: true,
  promise: 'Callers who send or read slowly delay nobody else, and are let go',
  tries: 'slow connections',
  prove: (trial) =>
    onService(trial, async (copy) => {
      await fetch(`${copy.url}/health`)
      const port = Number(new URL(copy.url).port)
      const sockets = await openSlowly(trial, port, copy.readKey())
      const trickle = setInterval(() => {
        for (const { socket, isOpen } of sockets) if (isOpen) socket.write('x')
      }, TRICKLE_MS)
      const steady = trial.size === 'full' ? sendSteadily(port, copy.readKey()) : null
      const durations = await watch(copy.url, trial.of(WATCH_MS))
      const p99 = percentile(durations, 0.99)
      trial.figures.push(`/health took ${p99.toFixed(1)} ms at p99 beside ${sockets.length}`)
      trial.holdTime(p99 <= HEALTH_P99_MS_MAX, `/health took ${p99.toFixed(0)} ms at p99`)
      if (trial.size === 'full') await judgeGone(trial, sockets)
      if (steady) trial.hold((await steady) === 422, `a steady body got ${await steady}`)
      clearInterval(trickle)
      for (const { socket } of sockets) socket.destroy()
    }),
}

interface SlowSocket {
  socket: Socket
  habit: string
  isEnded: boolean
  isOpen: boolean
}

async function openSlowly(trial: Trial, port: number, key: string): Promise<SlowSocket[]> {
  const habits = Object.entries(listHabits(key))
  const sockets = Array.from({ length: trial.of(SOCKETS) }, (_, index) => {
    const [habit, { bytes, isEnded = false }] = habits[index % habits.length]!
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    const slow: SlowSocket = { socket, habit, isEnded, isOpen: true }
    socket.pause()
    socket.on('error', () => {})
    socket.on('close', () => (slow.isOpen = false))
    return slow
  })
  trial.tried(sockets.length)
  await sleep(500)
  return sockets
}

/** The status of a body that comes slowly and never stops; its field is none, so nothing is made. */
async function sendSteadily(port: number, key: string): Promise<number> {
  const body = JSON.stringify({ no_such: 'x'.repeat(STEADY.length) })
  const socket = connect(port, '127.0.0.1')
  let response = ''
  socket.setEncoding('latin1').on('data', (text: string) => (response += text))
  socket.on('error', () => {})
  socket.write(begin('/v1/submissions', key, 'application/json', body.length))
  for (let sent = 0; sent < body.length && !socket.destroyed; sent += STEADY.bytes) {
    socket.write(body.slice(sent, sent + STEADY.bytes))
    await sleep(STEADY.everyMs)
  }
  socket.destroy()
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(response)?.[1])
}

async function watch(url: string, durationMs: number): Promise<number[]> {
  const durations: number[] = []
  const until = performance.now() + durationMs
  while (performance.now() < until) {
    const startedAt = performance.now()
    await (await fetch(`${url}/health`)).arrayBuffer()
    durations.push(performance.now() - startedAt)
    await sleep(20)
  }
  return durations
}

/** A client with an unfinished request is then cut off; a paused socket learns of it by writing. */
async function judgeGone(trial: Trial, sockets: readonly SlowSocket[]): Promise<void> {
  const slow = sockets.filter(({ isEnded }) => isEnded)
  const until = performance.now() + GONE_MS_MAX
  while (performance.now() < until && slow.some(({ isOpen }) => isOpen)) {
    for (const { socket } of slow) socket.resume()
    await sleep(200)
  }
  const left = Map.groupBy(
    slow.filter(({ isOpen }) => isOpen),
    ({ habit }) => habit,
  )
  for (const [habit, open] of left)
    trial.hold(false, `${open.length} connections with ${habit} are still open`)
}
