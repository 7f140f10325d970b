import type { Figure, Job } from '../figure.ts'
import { compare, type Measured } from '../harness.ts'
import { openHouses, type Houses, type Operation } from '../http-houses.ts'
import { drive } from '../load.ts'
import { sumCpuMicros } from '../processes.ts'

const CONCURRENCIES = [1, 16, 64]
const GOALS: Record<string, number[]> = {
  'read by id': [0.5, 0.8, 1],
  'create with audit and idempotency': [0.7, 0.75, 1],
}

export const httpJob: Job = {
  name: 'http',
  meaning:
    'requests through the whole service over sockets; limit: the same statements, recorded from the service, sent to PostgreSQL by `pg` over as many connections',
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
    for (const [index, concurrency] of CONCURRENCIES.entries()) {
      const target = { name: `${name}, c = ${concurrency}`, unit: 'per s' } as const
      const goal = `ratio ≥ ${GOALS[name]![index]}`
      const sides = {
        ours: () => measure(houses, ours, concurrency),
        limit: () => measure(houses, limit, concurrency),
      }
      figures.push(...(await compare([{ ...target, goal }], { rounds, ...sides })))
    }
  }
  return figures
}

/** Processor time runs until the jobs that the operations left behind are done as well. */
async function measure(
  houses: Houses,
  { operate, roots }: Operation,
  concurrency: number,
): Promise<Measured[]> {
  const before = sumCpuMicros(roots)
  const { perSecond, total } = await drive(concurrency, operate)
  await houses.settle()
  return [{ value: perSecond, cpuMicros: (sumCpuMicros(roots) - before) / total }]
}
