import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiError } from '../../../src/platform/errors/api-error.ts'
import { leaseFrom } from '../../../src/platform/http/limits/lease.ts'
import {
  createLimiter,
  type Limiter,
  type Payer,
} from '../../../src/platform/http/limits/limiter.ts'
import type { TestHouse } from '../../context.ts'
import type { Proof, Trial } from '../proof.ts'
import { inHouse } from '../stage.ts'

const PROCESSES = { full: [1, 2, 3], reduced: [2] }
const RATES = { full: [2, 10, 100, 400], reduced: [10, 100] }
/** Of the rate. */
const LOADS = { full: [0.5, 1, 1.5, 2, 5], reduced: [2] }
/** The burst of a full budget is spent before anything is counted. */
const WARM_MS = 2_000
const COUNTED_MS = { full: 8_000, reduced: 1_500 }
const STEP_MS = 5
/** A count that begins or ends between two requests is one off either way. */
const EDGE = 1

/** One budget under a steady load that several processes share. */
interface Cell {
  processes: number
  rate: number
  load: number
  payer: Payer
  limiters: Limiter[]
  sent: number
  admitted: number
  /** Refusals without a time to retry. */
  unclear: string[]
}

const NOTHING = { sent: 0, admitted: 0, unclear: [] }

/** Many limiters on one database, which is all that processes share. */
export const rateLimitsProof: Proof = {
  name: 'rate-limits',
  promise: 'Whatever the number of processes, 95 to 105 % of a key’s rate is admitted',
  tries: 'requests',
  prove: (trial) =>
    inHouse(async (house) => {
      const shares: number[] = []
      for (const processes of PROCESSES[trial.size])
        for (const load of LOADS[trial.size])
          shares.push(...(await proveLoad(trial, house, { processes, load })))
      const [least, most] = [Math.min(...shares), Math.max(...shares)]
      trial.figures.push(
        `admitted ${percent(least)} to ${percent(most)} of what was allowed, give or take one request, in ${shares.length} cells of processes × rate × load`,
      )
    }),
}

/** All rates under one load, side by side; returns the share of each that was admitted. */
async function proveLoad(
  trial: Trial,
  house: TestHouse,
  shared: Pick<Cell, 'processes' | 'load'>,
): Promise<number[]> {
  const { environments } = await house.tenant()
  const { database } = house.house
  const leases = Array.from({ length: shared.processes }, () => leaseFrom(database, randomUUID()))
  const cells = RATES[trial.size].map((rate) => ({
    ...shared,
    rate,
    payer: { environmentId: environments.live, credentialId: randomUUID() },
    limiters: leases.map((lease) => createLimiter(rate, lease, () => performance.now())),
    ...NOTHING,
  }))
  await drive(cells, WARM_MS)
  for (const cell of cells) Object.assign(cell, NOTHING)
  const driven = await drive(cells, trial.of(COUNTED_MS))
  return cells.map((cell) => judge(trial, cell, driven))
}

/** For how long requests were sent, and until their last response; on a busy machine, longer. */
interface Driven {
  sentSeconds: number
  settledSeconds: number
}

/** Each cell's requests at an even pace, dealt to its processes by turns. */
async function drive(cells: Cell[], durationMs: number): Promise<Driven> {
  const startedAt = performance.now()
  const open: Promise<void>[] = []
  let elapsed = 0
  for (; elapsed < durationMs; elapsed = performance.now() - startedAt) {
    for (const cell of cells) {
      const due = Math.floor((elapsed / 1000) * cell.rate * cell.load)
      while (cell.sent < due) open.push(send(cell))
    }
    await sleep(STEP_MS)
  }
  await Promise.all(open)
  return { sentSeconds: elapsed / 1000, settledSeconds: (performance.now() - startedAt) / 1000 }
}

async function send(cell: Cell): Promise<void> {
  const limiter = cell.limiters[cell.sent % cell.limiters.length]!
  cell.sent += 1
  try {
    await limiter.take(cell.payer, 'read')
    cell.admitted += 1
  } catch (error) {
    const { code, details } = error as Partial<ApiError>
    const retryAfter = Number(details?.headers?.['retry-after'])
    const isClear = code === 'rate_limited' && retryAfter >= 1
    if (!isClear) cell.unclear = [...cell.unclear, String(error)]
  }
}

/** Returns the share of what was allowed while requests came. */
function judge(trial: Trial, cell: Cell, { sentSeconds, settledSeconds }: Driven): number {
  const { processes, rate, load, sent, admitted, unclear } = cell
  trial.tried(sent)
  const perSecond = Math.min(load, 1) * rate
  const [allowed, most] = [perSecond * sentSeconds, perSecond * settledSeconds]
  const name = `${processes} processes, ${rate}/s at ${load} times the load`
  const isExact = admitted >= allowed * 0.95 - EDGE && admitted <= most * 1.05 + EDGE
  trial.holdTime(isExact, `${name}: admitted ${admitted} of ${allowed.toFixed(0)}`)
  for (const line of unclear.slice(0, 3)) trial.found('broken', `${name}: ${line}`)
  return admitted / allowed
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}
