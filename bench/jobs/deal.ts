import { demoDeal, type DemoDeal } from '../../fixtures/deal.ts'
import { createServiceClient } from '../../scripts/service-client.ts'
import { makeServiceCopy, type ServiceCopy } from '../../scripts/service-process.ts'
import { REPORTS } from '../../src/core/analytics/reports/index.ts'
import type { Figure, Job } from '../figure.ts'
import { compare, type Measured } from '../harness.ts'
import { sumCpuMicros, readPostmasterPid } from '../processes.ts'
import { runDeal } from '../run-deal.ts'
import { openTools, processDeal } from '../pure-deal.ts'

/** The limit, too, is measured on code that has run before. */
const WARM_UP_RUNS = 3

export const dealJob: Job = {
  name: 'deal',
  meaning:
    'six statements from the first upload to `processed`; limit: the same reading, enriching and reporting as pure functions in one process',
  run: async (rounds) => {
    const copy = await makeServiceCopy({ NODE_ENV: '', RATE_LIMIT_PER_SECOND: '0' })
    try {
      return await compareDeals(copy, await demoDeal(), rounds)
    } finally {
      await copy.remove()
    }
  },
}

async function compareDeals(copy: ServiceCopy, deal: DemoDeal, rounds: number): Promise<Figure[]> {
  const tools = await openTools()
  const measureDeal = async (): Promise<Measured> => {
    const [startedAt, cpuBefore] = [performance.now(), process.cpuUsage()]
    const { rows, reports } = await processDeal(deal, tools)
    const value = (performance.now() - startedAt) / 1000
    const { user, system } = process.cpuUsage(cpuBefore)
    const wanted = deal.truth.statements.reduce((sum, statement) => sum + statement.rows.length, 0)
    if (rows !== wanted || reports !== REPORTS.length) throw new Error(`${rows} of ${wanted} rows`)
    return { value, cpuMicros: user + system }
  }
  for (let run = 0; run < WARM_UP_RUNS; run += 1) await measureDeal()
  return compare(
    [
      { name: 'first deal after a start', unit: 's', goal: '≤ 5 s' },
      { name: 'second deal', unit: 's', goal: '≤ 5 s' },
    ],
    {
      rounds,
      ours: () => runTwoDeals(copy, deal),
      limit: async () => [await measureDeal(), await measureDeal()],
    },
  )
}

/** The first deal also starts the readers and compiles what it touches; the second finds them warm. */
async function runTwoDeals(copy: ServiceCopy, deal: DemoDeal): Promise<Measured[]> {
  const service = await copy.start()
  const client = createServiceClient(copy.url, copy.readKey())
  const roots = [service.pid, readPostmasterPid(copy.dataDir)]
  const timed = async (): Promise<Measured> => {
    const cpuBefore = sumCpuMicros(roots)
    const value = (await runDeal(client, deal)) / 1000
    return { value, cpuMicros: sumCpuMicros(roots) - cpuBefore }
  }
  try {
    return [await timed(), await timed()]
  } finally {
    await client.close()
    await service.kill('SIGTERM')
  }
}
