import { readdirSync } from 'node:fs'
import { openTestHouse, type TestHouse, type TestTenant } from '../../context.ts'
import { startReceiver, type StartedReceiver } from '../../fakes/receiver.ts'
import type { Proof, Trial } from '../proof.ts'

const WEBHOOKS = { full: 200, reduced: 3 }
/** When an event is tried, in seconds from the first time; a failure of the last one disables. */
const DUE_SECONDS = [0, 60, 360, 2_160, 9_360, 52_560]
const LATE_SECONDS_MAX = 10
const SETTLE_MS = 120_000

/**
 * Schedules are instants in the database, read against its one clock, so taking seconds from them is
 * the clock going on by as many.
 */
export const webhookScheduleProof: Proof = {
  name: 'webhook-schedule',
  promise:
    'A failing webhook is tried at 0, 1 m, 6 m, 36 m, 2 h 36 m and 14 h 36 m; then it is disabled, with one mail',
  tries: 'webhooks whose receiver always fails',
  prove: async (trial) => {
    const house = await openTestHouse()
    const receiver = await startReceiver()
    try {
      await proveSchedule(trial, await openStage(trial, house, receiver))
    } finally {
      receiver.close()
      await house.close()
    }
  },
}

interface Stage {
  house: TestHouse
  tenant: TestTenant
  /** By the path of its receiver. */
  webhookIds: Map<string, string>
  /** When each path was tried, in seconds of the shifted clock. */
  attempts: Map<string, number[]>
  passed: { seconds: number }
}

async function openStage(
  trial: Trial,
  house: TestHouse,
  receiver: StartedReceiver,
): Promise<Stage> {
  const tenant = await house.tenant()
  const stage: Stage = {
    house,
    tenant,
    webhookIds: new Map(),
    attempts: new Map(),
    passed: { seconds: 0 },
  }
  const startedAt = performance.now()
  const body = ({ path }: { path: string }): string => {
    const now = stage.passed.seconds + (performance.now() - startedAt) / 1000
    stage.attempts.set(path, [...(stage.attempts.get(path) ?? []), now])
    return 'no'
  }
  receiver.behave({ status: 500, body })
  for (let index = 0; index < trial.of(WEBHOOKS); index += 1) {
    const path = `/hooks/${index}`
    const url = new URL(path, receiver.url).href
    const input = { url, events: ['submission.created'], notification_email: 'a@example.com' }
    const made = await tenant.live.post('/v1/webhooks', input)
    if (made.status !== 201) throw new Error(`No webhook: ${JSON.stringify(made.body)}`)
    stage.webhookIds.set(path, made.body.data.id)
  }
  return stage
}

async function proveSchedule(trial: Trial, stage: Stage): Promise<void> {
  const { house, webhookIds } = stage
  const { length: roundsMax } = DUE_SECONDS
  trial.tried(webhookIds.size)
  await happen(stage)
  await house.settle(SETTLE_MS)
  for (let round = 1; round < roundsMax; round += 1) {
    await proveRound(trial, stage, round)
  }
  judgeTimes(trial, stage)
  await judgeEnd(trial, stage)
}

async function happen({ tenant }: Stage): Promise<void> {
  const made = await tenant.live.post('/v1/submissions', { name: 'Event', auto_process: false })
  if (made.status !== 201) throw new Error(`No event: ${JSON.stringify(made.body)}`)
}

/** Nothing until ten seconds before it is due; then each webhook once more. */
async function proveRound(trial: Trial, stage: Stage, round: number): Promise<void> {
  const { house, webhookIds } = stage
  const first = await secondsToNext(stage)
  if (first === null) return trial.found('lost', `nothing is planned after attempt ${round}`)
  await pass(stage, first - LATE_SECONDS_MAX)
  await house.settle(SETTLE_MS)
  const early = countAttempts(stage) - round * webhookIds.size
  trial.hold(early === 0, `${early} attempts ${round + 1} came early`)
  let left = await secondsToNext(stage)
  for (; left !== null && left <= LATE_SECONDS_MAX; left = await secondsToNext(stage)) {
    await pass(stage, Math.max(left, 0))
    await house.settle(SETTLE_MS)
  }
  const missing = (round + 1) * webhookIds.size - countAttempts(stage)
  trial.hold(missing === 0, `${missing} attempts ${round + 1} are missing`, 'lost')
  await judgeStatuses(trial, stage, round + 1 < DUE_SECONDS.length ? 'active' : 'disabled')
}

function countAttempts({ attempts }: Stage): number {
  return [...attempts.values()].reduce((sum, { length }) => sum + length, 0)
}

/** Of the planned attempt that is next, as the database sees it; null without one. */
async function secondsToNext({ house, tenant }: Stage): Promise<number | null> {
  const { rows } = await house.house.database.pool.query<{ seconds: number | null }>(
    `select extract(epoch from min(run_at) - clock_timestamp())::float8 as seconds from jobs
     where state = 'queued' and kind = 'deliver-webhook' and environment_id = $1`,
    [tenant.environments.live],
  )
  return rows[0]!.seconds
}

async function pass({ house, passed }: Stage, seconds: number): Promise<void> {
  const { pool } = house.house.database
  for (const statement of [
    `update jobs set run_at = run_at - $1 * interval '1 second' where state = 'queued'`,
    `update deliveries set next_attempt_at = next_attempt_at - $1 * interval '1 second'
     where next_attempt_at is not null`,
  ])
    await pool.query(statement, [seconds])
  passed.seconds += seconds
  house.house.wakeWorkers()
}

async function judgeStatuses(trial: Trial, stage: Stage, wanted: string): Promise<void> {
  for (const id of trial.some([...stage.webhookIds.values()], 1)) {
    const { status } = (await stage.tenant.live.get(`/v1/webhooks/${id}`)).body.data
    trial.hold(status === wanted, `a webhook is ${status}, not ${wanted}`)
  }
}

function judgeTimes(trial: Trial, { webhookIds, attempts }: Stage): void {
  let latest = 0
  for (const path of webhookIds.keys()) {
    const times = attempts.get(path) ?? []
    trial.hold(times.length === DUE_SECONDS.length, `${path} was tried ${times.length} times`)
    for (const [index, time] of times.entries()) {
      const late = time - times[0]! - DUE_SECONDS[index]!
      latest = Math.max(latest, late)
      const isInTime = late > -1 && late <= LATE_SECONDS_MAX
      trial.holdTime(isInTime, `${path} attempt ${index + 1} was ${late.toFixed(1)} s late`)
    }
  }
  trial.figures.push(`the latest attempt came ${latest.toFixed(1)} s after it was due`)
}

/** No further attempt, whatever happens and however long it takes; one mail of each. */
async function judgeEnd(trial: Trial, stage: Stage): Promise<void> {
  const { house, webhookIds } = stage
  const [before, mails] = [countAttempts(stage), webhookIds.size]
  await happen(stage)
  await pass(stage, 100_000)
  await house.settle(SETTLE_MS)
  trial.hold(countAttempts(stage) === before, 'a disabled webhook was tried', 'doubled')
  const sent = readdirSync(house.config.mailOutboxDir!).length
  trial.hold(
    sent === mails,
    `${sent} mails for ${mails} webhooks`,
    sent > mails ? 'doubled' : 'lost',
  )
}
