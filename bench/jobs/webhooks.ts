import { openDeliveries, type Deliveries } from '../deliveries.ts'
import type { Figure, Job } from '../figure.ts'
import { compare, type Measured, type Target } from '../harness.ts'
import { percentile } from '../timing.ts'

const BARE = 4_000
const OURS = 2_000
const DELAYS = 20

const RATE: Target = { name: 'deliveries', unit: 'per s', goal: 'ratio ≥ 0.15' }
const AGAINST_ROWS: Target = { name: 'deliveries, beside row by row', unit: 'per s', goal: '' }
const HANGING: Target = {
  name: 'deliveries while 1 of 21 webhooks hangs, beside without',
  unit: 'per s',
  goal: 'ratio ≥ 0.95',
}
const DELAY: Target = { name: 'from event to receiver, p95', unit: 'ms', goal: '≤ 15 ms' }

export const webhooksJob: Job = {
  name: 'webhooks',
  meaning:
    'signed deliveries to 20 webhooks of one environment, durable, each with its result in the database; limit: the same POSTs by undici alone over 32 connections, on the same machine as their receiver',
  run: async (rounds) => {
    const deliveries = await openDeliveries()
    try {
      return await compareAll(deliveries, rounds)
    } finally {
      await deliveries.close()
    }
  },
}

async function compareAll(deliveries: Deliveries, rounds: number): Promise<Figure[]> {
  const of = (run: () => Promise<number>) => async (): Promise<Measured[]> => [
    { value: await run() },
  ]
  const ours = of(() => deliveries.ours(OURS))
  const delay = async (): Promise<number> => {
    const delays: number[] = []
    while (delays.length < DELAYS) delays.push(await deliveries.delay())
    return percentile(delays, 0.95)
  }
  await deliveries.ours(OURS / 4)
  return [
    ...(await compare([RATE], { rounds, ours, limit: of(() => deliveries.bare(BARE)) })),
    ...(await compare([AGAINST_ROWS], {
      rounds,
      ours,
      limit: of(() => deliveries.rowByRow(OURS)),
    })),
    ...(await compare([HANGING], {
      rounds,
      ours: of(() => deliveries.withHangingWebhook(OURS)),
      limit: ours,
    })),
    ...(await compare([DELAY], { rounds, ours: of(delay) })),
  ]
}
