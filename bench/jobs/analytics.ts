import { REPORTS } from '../../src/core/analytics/reports/index.ts'
import { insertBusiness } from '../business.ts'
import type { Figure, Job } from '../figure.ts'
import { isBig } from '../sizes.ts'
import { compare, type Measured } from '../harness.ts'
import { openService, type BenchService } from '../service.ts'
import { percentile, measureTimes } from '../timing.ts'

const SIZES = isBig() ? [10_000, 100_000] : [10_000]
const PATHS = [...REPORTS.map(({ name }) => name), 'metrics/monthly_true_revenue']
const WARM_TURNS = 5
/** Reports without a number here: they need a year, peers or an offer. */
const NEEDING_MORE = new Set(['financials', 'benchmarks', 'disclosures'])

/** The sixteen analytics of one submission, read from the database and again, beside plain SQL. */
export const analyticsJob: Job = {
  name: 'analytics',
  meaning:
    'the sixteen analytics of one submission through the whole service; limit of a first read: six aggregates of its rows in PostgreSQL; limit of a further one: an empty reply',
  run: async (rounds) => {
    const service = await openService()
    try {
      const figures: Figure[] = []
      for (const size of SIZES) {
        const id = await insertBusiness(service.pool, service.environmentId, size)
        figures.push(...(await compareSize(service, { id, size, rounds })))
      }
      return figures
    } finally {
      await service.close()
    }
  },
}

async function compareSize(
  service: BenchService,
  { id, size, rounds }: { id: string; size: number; rounds: number },
): Promise<Figure[]> {
  await readAll(service, id)
  return compare(
    [
      { name: `${size} rows, first of sixteen, cold`, unit: 'ms', goal: 'ratio ≤ 1/15' },
      { name: `${size} rows, first of sixteen, before a change has settled`, unit: 'ms', goal: '' },
      { name: `${size} rows, all sixteen, cold`, unit: 'ms', goal: '' },
      { name: `${size} rows, longest stop for others`, unit: 'ms', goal: '≤ 100 ms' },
      { name: `${size} rows, one of sixteen, warm`, unit: 'ms', goal: 'ratio ≤ 1.2' },
    ],
    {
      rounds,
      ours: async () => {
        const changed = await readCold(service, id, CHANGE)
        const { first, all, stop } = await readCold(service, id, SETTLED)
        return [first, changed.first, all, stop, await warm(service, id)]
      },
      limit: async () => {
        const sql = { value: (await measureTimes(1, () => aggregate(service, id)))[0]! }
        const empty = { value: percentile(await emptyReplies(service), 0.5) }
        return [sql, sql, sql, empty, empty]
      },
    },
  )
}

async function readAll(service: BenchService, id: string): Promise<number[]> {
  return measureTimes(PATHS.length, async (index) => {
    const { data } = JSON.parse(await service.get(`/v1/submissions/${id}/${PATHS[index]}`))
    if (data.status === 'not_available' && !NEEDING_MORE.has(PATHS[index]!)) {
      throw new Error(`${PATHS[index]} is not available: ${JSON.stringify(data.reasons)}`)
    }
  })
}

/** A new version of the data, so that nothing of it is in memory: its rows are read anew. */
const CHANGE = `
  with gone as (delete from kept_rows where submission_id = $1)
  update submissions set data_version = data_version + 1 where id = $1`

/** The same when the run after the change has ended, or in another process: its rows are kept. */
const SETTLED = `
  with kept as (update kept_rows set data_version = data_version + 1 where submission_id = $1)
  update submissions set data_version = data_version + 1 where id = $1`

/** Others call at the same time. */
async function readCold(
  service: BenchService,
  id: string,
  change: string,
): Promise<{ first: Measured; all: Measured; stop: Measured }> {
  await service.pool.query(change, [id])
  let isReading = true
  const others = timesOfOthers(service, () => isReading)
  const times = await readAll(service, id)
  isReading = false
  return {
    first: { value: times[0]! },
    all: { value: times.reduce((sum, time) => sum + time, 0) },
    stop: { value: Math.max(...(await others)) },
  }
}

/** What another caller of the same process waits for an empty reply meanwhile. */
async function timesOfOthers(service: BenchService, isReading: () => boolean): Promise<number[]> {
  const times: number[] = []
  while (isReading()) times.push((await measureTimes(1, () => service.getAsOtherCaller(EMPTY)))[0]!)
  return times
}

/** The same bytes again; what the caller does with them is not in the time. */
async function warm(service: BenchService, id: string): Promise<Measured> {
  const turns: number[] = []
  for (const path of PATHS) {
    const url = `/v1/submissions/${id}/${path}`
    const first = await service.get(url)
    const again = async (): Promise<void> => {
      if ((await service.get(url)) !== first) throw new Error(`${path} returned something else`)
    }
    turns.push(...(await measureTimes(WARM_TURNS, again)))
  }
  return { value: percentile(turns, 0.5) }
}

const EMPTY = '/v1/metrics?q=zzzz'

function emptyReplies(service: BenchService): Promise<number[]> {
  return measureTimes(PATHS.length * WARM_TURNS, () => service.get(EMPTY))
}

/** Flows, daily sums, merchants, quantiles, outliers and recurrences (performance of the design). */
const AGGREGATES = [
  `select date_trunc('month', date), category_slug, count(*), sum(amount) from transactions where submission_id = $1 group by 1, 2`,
  `select date, sum(sum(amount)) over (order by date) from transactions where submission_id = $1 group by date`,
  `select merchant_name, count(*), sum(amount) from transactions where submission_id = $1 group by 1 order by 2 desc limit 100`,
  `select amount > 0, avg(amount), stddev(amount), percentile_cont(array[0.1, 0.25, 0.5, 0.75, 0.9]) within group (order by amount) from transactions where submission_id = $1 group by 1`,
  `select t.id from transactions t join (select category_slug, avg(amount) as mean, nullif(stddev(amount), 0) as deviation
    from transactions where submission_id = $1 group by 1) c using (category_slug)
    where t.submission_id = $1 and abs(t.amount - c.mean) / c.deviation > 3.5`,
  `select description, count(*), avg(gap), stddev(gap) from (select description, date - lag(date) over (partition by description order by date) as gap
    from transactions where submission_id = $1) g group by 1 having count(*) > 2`,
]

async function aggregate({ pool }: BenchService, id: string): Promise<void> {
  for (const text of AGGREGATES) {
    const { rows } = await pool.query(text, [id])
    if (rows.length === 0) throw new Error('An aggregate found nothing')
  }
}
