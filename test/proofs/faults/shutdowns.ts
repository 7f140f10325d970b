import { setTimeout as sleep } from 'node:timers/promises'
import { createServiceClient } from '../../../scripts/service-client.ts'
import { makeServiceCopy, type ServiceCopy } from '../../../scripts/service-process.ts'
import { percentile } from '../../../bench/timing.ts'
import type { Proof, Trial } from '../proof.ts'
import { sideBySide } from '../stage.ts'
import { readNames, startWriters, type Written } from './writers.ts'

const SHUTDOWNS = { full: 100, reduced: 1 }
/** A start and an end leave a core idle, so copies of their own are shut down side by side. */
const COPIES = { full: 2, reduced: 1 }
const WRITERS = 6
const LOAD_MS = 800
const EXIT_MS_MAX = 10_000
/** A request may still be on the wire when the connection it travels on is closed as idle. */
const WIRE_MS = 200

/** `SIGTERM` while callers write as fast as they can. */
export const shutdownsProof: Proof = {
  name: 'shutdowns',
  isLong: true,
  promise:
    'A service that receives a stop signal finishes what it has begun and ends within ten seconds',
  tries: 'shutdowns under load',
  prove: async (trial) => {
    const rounds: Round[] = []
    const left = Array.from({ length: trial.of(SHUTDOWNS) }, (_, index) => index).values()
    await sideBySide(trial.of(COPIES), async () => {
      rounds.push(...(await proveCopy(trial, left)))
    })
    const exits = rounds.map(({ exitMs }) => exitMs)
    const written = rounds.flatMap((round) => round.written)
    const [typical, slowest] = [percentile(exits, 0.5), percentile(exits, 1)]
    const count = written.filter(({ status }) => status === 201).length
    trial.figures.push(
      `ended after ${typical.toFixed(0)} ms, at most ${slowest.toFixed(0)} ms; ${count} writes acknowledged`,
    )
  },
}

interface Round {
  exitMs: number
  written: Written[]
}

/** Shuts a copy down as often as its turn comes, and judges what it has kept. */
async function proveCopy(trial: Trial, left: Iterable<number>): Promise<Round[]> {
  const copy = await makeServiceCopy({ RATE_LIMIT_PER_SECOND: '0' })
  const rounds: Round[] = []
  try {
    for (const index of left) rounds.push(await proveShutdown(trial, copy, `shutdown ${index}`))
    const written = rounds.flatMap((round) => round.written)
    await judgeKept(trial, copy, written)
  } finally {
    await copy.remove()
  }
  return rounds
}

async function proveShutdown(trial: Trial, copy: ServiceCopy, name: string): Promise<Round> {
  trial.tried()
  const service = await copy.start()
  const client = createServiceClient(copy.url, copy.readKey())
  const writers = startWriters(client, WRITERS, name)
  await sleep(LOAD_MS)
  const signaledAt = performance.now()
  const { code } = await service.kill('SIGTERM')
  const exitMs = performance.now() - signaledAt
  await writers.stop()
  await client.close()
  trial.hold(code === 0, `${name}: ended with ${code}:\n${service.output()}`)
  trial.hold(exitMs < EXIT_MS_MAX, `${name}: ended after ${exitMs.toFixed(0)} ms`)
  const begun = writers.written.filter(({ beganAt }) => beganAt < signaledAt - WIRE_MS)
  trial.hold(begun.length > 0, `${name}: nothing was written`)
  const failed = begun.filter(({ status }) => status !== 201)
  trial.hold(failed.length === 0, `${name}: ${failed.length} begun requests got no response`)
  return { exitMs, written: writers.written }
}

async function judgeKept(
  trial: Trial,
  copy: ServiceCopy,
  written: readonly Written[],
): Promise<void> {
  const service = await copy.start()
  const client = createServiceClient(copy.url, copy.readKey())
  const names = await readNames(client)
  for (const { name, status } of written) {
    const count = names.get(name) ?? 0
    if (status === 201) trial.hold(count > 0, `${name} was acknowledged and is gone`, 'lost')
    trial.hold(count <= 1, `${name} is there ${count} times`, 'doubled')
  }
  await client.close()
  await service.kill('SIGTERM')
}
