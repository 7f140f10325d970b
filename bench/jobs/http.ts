import type { Figure, Job } from '../figure.ts'
import { compare, type Measured, type Target } from '../harness.ts'
import { openHouses, type Houses, type Operation } from '../http-houses.ts'
import { drive } from '../load.ts'
import { sumCpuMicros } from '../processes.ts'

const CONCURRENCIES = [1, 16, 64]
/** Of reading at 64 at once; what is created has no goal of its own. */
const GOAL = 'ratio ≥ 0.4'

export const httpJob: Job = {
  name: 'http',
  meaning:
    'requests through the whole service over sockets, 50 deals of 600 rows; limit: minimal secured SQL by hand, one flush each of role, environment, one prepared statement and commit, sent by `pg` over ten pipelined connections',
  run: async (rounds) => {
    const houses = await openHouses()
    try {
      return await compareAll(houses, rounds)
    } finally {
      await houses.close()
    }
  },
}

async function compareAll(houses: Houses, rounds: number): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const { name, ours, limit } of houses.operations) {
    const isRead = !name.startsWith('create')
    for (const concurrency of CONCURRENCIES) {
      const goal = isRead && concurrency === 64 ? GOAL : ''
      const targets: Target[] = [
        { name: `${name}, c = ${concurrency}`, unit: 'per s', goal },
        { name: `${name}, c = ${concurrency}, p95`, unit: 'ms', goal: isRead ? '≤ 20 ms' : '' },
      ]
      const sides = {
        ours: () => measure(houses, ours, concurrency),
        limit: () => measure({ settle: async () => {} }, limit, concurrency),
      }
      figures.push(...(await compare(targets, { rounds, ...sides })))
    }
  }
  return figures
}

/** Processor time and statements run until the jobs that the operations left behind are done. */
async function measure(
  { counts, settle }: Partial<Pick<Houses, 'counts'>> & Pick<Houses, 'settle'>,
  { operate, roots }: Operation,
  concurrency: number,
): Promise<Measured[]> {
  const before = sumCpuMicros(roots)
  await counts?.take(1)
  const { perSecond, p95Ms, total } = await drive(concurrency, operate)
  await settle()
  const cpuMicros = (sumCpuMicros(roots) - before) / total
  const sent = await counts?.take(total)
  return [{ value: perSecond, cpuMicros, ...(sent && { sent }) }, { value: p95Ms }]
}
