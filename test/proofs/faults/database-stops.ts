import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServiceClient, type ServiceClient } from '../../../scripts/service-client.ts'
import type { ServiceCopy } from '../../../scripts/service-process.ts'
import { findPostmaster } from '../../../src/platform/postgres/postmaster.ts'
import { percentile } from '../../../bench/timing.ts'
import type { Proof, Trial } from '../proof.ts'
import { onService } from '../stage.ts'
import { readNames, startWriters, type Written } from './writers.ts'

const STOPS = { full: 100, reduced: 2 }
const WRITERS = 4
const BEFORE_MS = 200
const RECOVERY_MS_MAX = 60_000
/** A caller learns within this time that the database is away. */
const REFUSAL_MS_MAX = 1_000

/** How a database goes away: at once, or each of its connections. */
const WAYS: Record<string, (postmaster: number) => void> = {
  'an immediate stop': (postmaster) => process.kill(postmaster, 'SIGQUIT'),
  'a kill of every backend': killBackends,
}

/** The database is taken away under load, again and again. */
export const databaseStopsProof: Proof = {
  name: 'database-stops',
  isLong: true,
  promise:
    'A database that goes away costs no acknowledged write, and the service says so and recovers',
  tries: 'stops under load',
  prove: (trial) =>
    onService(trial, async (copy) => {
      const client = createServiceClient(copy.url, copy.readKey())
      await client.call('POST', '/v1/submissions', { body: { name: 'first' } })
      const recoveries: number[] = []
      const written: Written[] = []
      const ways = Object.entries(WAYS)
      for (let stop = 0; stop < trial.of(STOPS); stop += 1) {
        const [name, take] = ways[stop % ways.length]!
        const round = await proveStop({ trial, copy, client, name: `stop ${stop}: ${name}` }, take)
        recoveries.push(round.recoveryMs)
        written.push(...round.written)
      }
      await judgeWritten(trial, client, written)
      trial.figures.push(formatFigure(recoveries, written))
      await client.close()
    }),
}

interface Scene {
  trial: Trial
  copy: ServiceCopy
  client: ServiceClient
  name: string
}

async function proveStop(
  { trial, copy, client, name }: Scene,
  take: (postmaster: number) => void,
): Promise<{ recoveryMs: number; written: Written[] }> {
  trial.tried()
  const writers = startWriters(client, WRITERS, name)
  await sleep(BEFORE_MS)
  const postmaster = await findPostmaster(join(copy.dataDir, 'postgres'))
  const stoppedAt = performance.now()
  take(postmaster!)
  const isAlive = (await fetch(`${copy.url}/health`)).ok
  trial.hold(isAlive, `${name}: /health does not respond`)
  const recoveryMs = await waitForWrite(writers.written, stoppedAt)
  trial.hold(recoveryMs < RECOVERY_MS_MAX, `${name}: no write for ${RECOVERY_MS_MAX} ms`)
  await writers.stop()
  return { recoveryMs, written: writers.written }
}

async function waitForWrite(written: readonly Written[], stoppedAt: number): Promise<number> {
  while (performance.now() - stoppedAt < RECOVERY_MS_MAX) {
    // A write that began after the stop, and was acknowledged.
    const first = written.find(({ status, beganAt }) => status === 201 && beganAt > stoppedAt + 50)
    if (first) return first.endedAt - stoppedAt
    await sleep(10)
  }
  return RECOVERY_MS_MAX
}

async function judgeWritten(
  trial: Trial,
  client: ServiceClient,
  written: readonly Written[],
): Promise<void> {
  const names = await readNames(client)
  for (const { name, status, hasRetryAfter, beganAt, endedAt } of written) {
    const count = names.get(name) ?? 0
    if (status === 201) trial.hold(count > 0, `${name} was acknowledged and is gone`, 'lost')
    trial.hold(count <= 1, `${name} is there ${count} times`, 'doubled')
    const isClear = status === 201 || (status === 503 && hasRetryAfter)
    trial.hold(isClear, `${name} got ${status}`)
    const tookMs = endedAt - beganAt
    const isPrompt = status === 201 || tookMs <= REFUSAL_MS_MAX
    trial.holdTime(isPrompt, `${name} was refused after ${tookMs.toFixed(0)} ms`)
  }
}

function formatFigure(recoveries: readonly number[], written: readonly Written[]): string {
  const [typical, slowest] = [percentile(recoveries, 0.5), percentile(recoveries, 1)]
  const kept = written.filter(({ status }) => status === 201).length
  return `writes went on after ${typical.toFixed(0)} ms, at most ${slowest.toFixed(0)} ms; ${kept} of ${written.length} acknowledged`
}

/** Every process of the server but the one that starts them. */
function killBackends(postmaster: number): void {
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], {
    encoding: 'utf8',
  })
  for (const pid of children.split('\n').filter((line) => line.trim() !== '')) {
    try {
      process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It ended by itself between the list and now.
    }
  }
}
