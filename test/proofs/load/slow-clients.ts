import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../../../bench/timing.ts'
import type { Proof, Trial } from '../proof.ts'
import { onService } from '../stage.ts'

const SOCKETS = { full: 1_000, reduced: 120 }
const WATCH_MS = { full: 30_000, reduced: 2_000 }
const HEALTH_P99_MS_MAX = 100
/** The time a request's headers may take, and its response to be noticed. */
const GONE_MS_MAX = 30_000

/** Callers who send a byte now and then, or never read what they requested. */
const HABITS: Record<string, string> = {
  'slow headers': 'GET /health HTTP/1.1\r\nHost: a\r\nX-Slow: ',
  'a slow body':
    'POST /v1/submissions HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{',
  'a response that is not read': 'GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n',
  'nothing at all': '',
}

/** A thousand callers who take their time, while somebody else reads the health. */
export const slowClientsProof: Proof = {
  name: 'slow-clients',
  promise: 'Callers who send or read slowly delay nobody else, and are let go',
  tries: 'slow connections',
  prove: (trial) =>
    onService(trial, async (copy) => {
      await fetch(`${copy.url}/health`)
      const sockets = await openSlowly(trial, Number(new URL(copy.url).port))
      const durations = await watch(copy.url, trial.of(WATCH_MS))
      const p99 = percentile(durations, 0.99)
      trial.figures.push(`/health took ${p99.toFixed(1)} ms at p99 beside ${sockets.length}`)
      trial.holdTime(p99 <= HEALTH_P99_MS_MAX, `/health took ${p99.toFixed(0)} ms at p99`)
      if (trial.size === 'full') await judgeGone(trial, sockets)
      for (const { socket } of sockets) socket.destroy()
    }),
}

interface SlowSocket {
  socket: Socket
  habit: string
  isOpen: boolean
}

async function openSlowly(trial: Trial, port: number): Promise<SlowSocket[]> {
  const habits = Object.entries(HABITS)
  const sockets = Array.from({ length: trial.of(SOCKETS) }, (_, index) => {
    const [habit, bytes] = habits[index % habits.length]!
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    const slow: SlowSocket = { socket, habit, isOpen: true }
    socket.pause()
    socket.on('error', () => {})
    socket.on('close', () => (slow.isOpen = false))
    return slow
  })
  trial.tried(sockets.length)
  await sleep(500)
  return sockets
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

/** A client with an unfinished header is then cut off; a paused socket learns of it by writing. */
async function judgeGone(trial: Trial, sockets: readonly SlowSocket[]): Promise<void> {
  const slow = sockets.filter(({ habit }) => habit === 'slow headers')
  const until = performance.now() + GONE_MS_MAX
  while (performance.now() < until && slow.some(({ isOpen }) => isOpen)) {
    for (const { socket } of slow) socket.resume()
    await sleep(200)
  }
  const left = slow.filter(({ isOpen }) => isOpen).length
  trial.hold(left === 0, `${left} connections with unfinished headers are still open`)
}
