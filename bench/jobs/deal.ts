import { longDeal, type DemoDeal } from '../../fixtures/deal.ts'
import { createServiceClient } from '../../scripts/service-client.ts'
import { makeServiceCopy } from '../../scripts/service-process.ts'
import { REPORTS } from '../../src/core/analytics/reports/index.ts'
import { connectionStringTo, openPool, type Pool } from '../../src/platform/db/server/connect.ts'
import { buildTables, printStatements, type FiledDeal } from '../deals.ts'
import type { Figure, Job } from '../figure.ts'
import { compare, type Measured, type Target } from '../harness.ts'
import { sumCpuMicros, sumMemory, readPostmasterPid } from '../processes.ts'
import { openTools, processDeal } from '../pure-deal.ts'
import { settle } from '../queue.ts'
import { runDeal } from '../run-deal.ts'
import { openCounts, startCountingServer, type Sent } from '../sent.ts'

/** The limit, too, is measured on code that has run before. */
const WARM_UP_RUNS = 3
/** Deals of six statements that arrive together. */
const CROWDS = [1, 4, 10, 20]
const TABLE_ROWS = [400, 1500]

export const dealJob: Job = {
  name: 'deal',
  meaning:
    'whole deals, one upload a file, from the first upload to `processed`: twelve statements as PDFs, twelve tables, and several deals of six PDFs at once; limit: the same classifying, reading, enriching and reporting of the PDFs as pure functions in one process',
  run: async (rounds) => [
    ...(await compareStatements(rounds)),
    ...(await compareTables(rounds)),
    ...(await compareCrowds(rounds)),
  ],
}

/** A service in a fresh process on an empty database. */
interface Fresh {
  /** Seconds of one deal; the wait for its end sends the service nothing. */
  run(deal: FiledDeal): Promise<number>
  /** Its work and that of its database so far, the jobs of deals that are `processed` included. */
  take(): Promise<{ cpuMicros: number; sent: Sent }>
  memoryMb(): number
}

async function withFresh<T>(work: (fresh: Fresh) => Promise<T>): Promise<T> {
  const copy = await makeServiceCopy({ NODE_ENV: '', RATE_LIMIT_PER_SECOND: '0' })
  const server = await startCountingServer(copy.dataDir)
  const service = await copy.start()
  const connectionString = connectionStringTo(server.connectionString, 'assay')
  const pool = openPool({ connectionString, connectionsMax: 1 })
  const client = createServiceClient(copy.url, copy.readKey())
  const roots = [service.pid, readPostmasterPid(copy.dataDir)]
  try {
    const counts = await openCounts(pool)
    let before = sumCpuMicros(roots)
    return await work({
      run: async (deal) => (await runDeal(client, deal, (id) => readStatus(pool, id))) / 1000,
      take: async () => {
        await settle(pool)
        const now = sumCpuMicros(roots)
        const cpuMicros = now - before
        before = now
        return { cpuMicros, sent: await counts.take(1) }
      },
      memoryMb: () => sumMemory(roots).proportionalMb,
    })
  } finally {
    await client.close()
    await pool.end()
    await server.stop()
    await service.kill('SIGTERM')
    await copy.remove()
  }
}

async function readStatus(pool: Pool, id: string): Promise<string> {
  const { rows } = await pool.query('select status from submissions where id = $1', [id])
  return rows[0].status
}

/** The same deal in a fresh process, and again; then the processor time of one statement. */
async function compareStatements(rounds: number): Promise<Figure[]> {
  const deal = await printStatements(12)
  const targets: Target[] = [
    { name: '12 PDFs, fresh process', unit: 's', goal: '≤ 4 s' },
    { name: '12 PDFs, warm', unit: 's', goal: '≤ 2 s' },
    { name: '12 PDFs, warm, processor time per statement', unit: 'ms', goal: '≤ 120 ms' },
  ]
  const ours = (): Promise<Measured[]> =>
    withFresh(async (fresh) => {
      await fresh.take()
      const first = await measureDeal(fresh, deal)
      const second = await measureDeal(fresh, deal)
      const perStatement = second.cpuMicros / 1000 / deal.files.length
      return [first, second, { value: perStatement }]
    })
  const limit = await openPureDeal(await longDeal())
  return compare(targets, { rounds, ours, limit })
}

async function measureDeal(fresh: Fresh, deal: FiledDeal): Promise<Required<Measured>> {
  const value = await fresh.run(deal)
  return { value, ...(await fresh.take()) }
}

async function openPureDeal(deal: DemoDeal): Promise<() => Promise<Measured[]>> {
  const tools = await openTools()
  const wanted = deal.truth.statements.reduce((sum, statement) => sum + statement.rows.length, 0)
  const measure = async (): Promise<Measured[]> => {
    const [startedAt, cpuBefore] = [performance.now(), process.cpuUsage()]
    const { rows, reports } = await processDeal(deal, tools)
    const value = (performance.now() - startedAt) / 1000
    const { user, system } = process.cpuUsage(cpuBefore)
    if (rows !== wanted || reports !== REPORTS.length) throw new Error(`${rows} of ${wanted} rows`)
    const once = { value, cpuMicros: user + system }
    return [once, once, { value: once.cpuMicros / 1000 / deal.files.length }]
  }
  for (let run = 0; run < WARM_UP_RUNS; run += 1) await measure()
  return measure
}

/** Tables of both sizes in a process that has read one deal before; how the time grows with rows. */
async function compareTables(rounds: number): Promise<Figure[]> {
  const [small, large] = TABLE_ROWS.map(buildTables) as [FiledDeal, FiledDeal]
  const targets: Target[] = [
    { name: small.name, unit: 's', goal: '' },
    { name: large.name, unit: 's', goal: '≤ 10 s' },
    { name: 'growth from the one to the other', unit: 'slope', goal: '≤ 1.05' },
  ]
  const ours = (): Promise<Measured[]> =>
    withFresh(async (fresh) => {
      await fresh.run(small)
      await fresh.take()
      const less = await measureDeal(fresh, small)
      const more = await measureDeal(fresh, large)
      const slope = Math.log(more.value / less.value) / Math.log(large.rowsCount / small.rowsCount)
      return [less, more, { value: slope }]
    })
  return compare(targets, { rounds, ours })
}

/** The slowest but one in twenty of deals that begin at once, and the most memory they take. */
async function compareCrowds(rounds: number): Promise<Figure[]> {
  const deal = await printStatements(6)
  const goals: Record<number, string> = { 20: '≤ 20 s' }
  const memoryGoals: Record<number, string> = { 1: '≤ 500 MiB', 10: '≤ 700 MiB' }
  const targets = CROWDS.flatMap((count): Target[] => [
    { name: `${count} deals of 6 PDFs at once, p95`, unit: 's', goal: goals[count] ?? '' },
    { name: `${count} at once, memory`, unit: 'MiB', goal: memoryGoals[count] ?? '' },
  ])
  const ours = (): Promise<Measured[]> =>
    withFresh(async (fresh) => {
      const measured: Measured[] = []
      for (const count of CROWDS) measured.push(...(await measureCrowd(fresh, { deal, count })))
      return measured
    })
  return compare(targets, { rounds, ours })
}

const MEMORY_MS = 500

async function measureCrowd(
  fresh: Fresh,
  { deal, count }: { deal: FiledDeal; count: number },
): Promise<Measured[]> {
  await fresh.take()
  let peakMb = 0
  const watch = setInterval(() => (peakMb = Math.max(peakMb, fresh.memoryMb())), MEMORY_MS)
  const runs = Array.from({ length: count }, () => fresh.run(deal))
  const times = (await Promise.all(runs).finally(() => clearInterval(watch))).toSorted(
    (left, right) => left - right,
  )
  const { cpuMicros, sent } = await fresh.take()
  const each = { statements: sent.statements / count, commits: sent.commits / count }
  const p95 = times[Math.ceil(count * 0.95) - 1]!
  return [{ value: p95, cpuMicros: cpuMicros / count, sent: each }, { value: peakMb }]
}
