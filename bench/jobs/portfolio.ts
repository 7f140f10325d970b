import { loadConfig } from '../../src/config.ts'
import { closeHouse, openHouse } from '../../src/house.ts'
import { outside, SYSTEM_ACTOR } from '../../src/platform/context.ts'
import { addDays } from '../../src/core/values/dates.ts'
import { rebuildPortfolio } from '../../src/resources/portfolio/rebuild.ts'
import { insertBusiness } from '../business.ts'
import { computeSpread, type Figure, type Job } from '../figure.ts'
import { isBig } from '../sizes.ts'
import { compare, type Measured } from '../harness.ts'
import { openService, type BenchService } from '../service.ts'
import { percentile, measureTimes } from '../timing.ts'

/** Rows of one submission; a portfolio grows by submissions. */
const ROWS_EACH = 1_000
const LARGE = isBig() ? 1_000_000 : 200_000
const SMALL = LARGE / 4
const REQUESTS = 120
const FIRST_DAY = '2024-01-01'
/** Days over which the submissions are created, so that each response is of another period. */
const SPAN_DAYS = 1_000

/** The same portfolio at two sizes, beside the scan of its transactions and an empty reply. */
export const portfolioJob: Job = {
  name: 'portfolio',
  meaning: `GET /v1/analytics/portfolio of one tenant, each request of another period; limit of the scan: sums by month and category over its ${LARGE.toLocaleString('en')} transactions in PostgreSQL; limit of the same response again: an empty reply`,
  run: async (rounds) => {
    const service = await openService()
    try {
      await grow(service, SMALL)
      const small = await spread(rounds, () => cold(service))
      await grow(service, LARGE)
      return [...(await compareLarge(service, rounds)), await measureSlope(service, rounds, small)]
    } finally {
      await service.close()
    }
  },
}

async function compareLarge(service: BenchService, rounds: number): Promise<Figure[]> {
  const p95 = async (times: Promise<number[]>): Promise<Measured> => ({
    value: percentile(await times, 0.95),
  })
  const again = '/v1/analytics/portfolio'
  return compare(
    [
      { name: `p95 at ${LARGE} rows, beside a scan`, unit: 'ms', goal: 'ratio ≤ 0.001' },
      { name: 'p95 of the same response again, beside an empty reply', unit: 'ms', goal: '≤ 5 ms' },
    ],
    {
      rounds,
      ours: async () => [
        await p95(cold(service)),
        await p95(measureTimes(REQUESTS, () => service.get(again))),
      ],
      limit: async () => [
        { value: (await measureTimes(1, () => scan(service)))[0]! },
        await p95(measureTimes(REQUESTS, () => service.get('/v1/metrics?q=zzzz'))),
      ],
    },
  )
}

/** Every request is for a period that no request was for yet. */
let requestCount = 0
async function cold(service: BenchService): Promise<number[]> {
  return measureTimes(REQUESTS, async () => {
    const since = addDays(FIRST_DAY, (requestCount += 1) % (SPAN_DAYS / 2))
    const until = addDays('2026-01-05', Math.floor(requestCount / 200) % 300)
    const { data } = JSON.parse(
      await service.get(`/v1/analytics/portfolio?since=${since}&until=${until}`),
    )
    if (!(data.volume.transactions > 0)) throw new Error(`Nothing since ${since}`)
  })
}

async function spread(rounds: number, measure: () => Promise<number[]>): Promise<number[]> {
  await measure()
  const values: number[] = []
  for (let round = 0; round < rounds; round += 1) values.push(percentile(await measure(), 0.5))
  return values
}

/** How the median grows with the size, as the exponent of a power law. */
async function measureSlope(
  service: BenchService,
  rounds: number,
  small: number[],
): Promise<Figure> {
  const large = await spread(rounds, () => cold(service))
  const slopes = large.map(
    (value, round) => Math.log(value / small[round]!) / Math.log(LARGE / SMALL),
  )
  return {
    name: `slope from ${SMALL} to ${LARGE} rows`,
    unit: 'slope',
    rounds,
    ours: computeSpread(slopes),
    limit: null,
    ratio: null,
    cpuMicros: null,
    goal: '≤ 0.05',
  }
}

async function scan({ pool, environmentId }: BenchService): Promise<void> {
  const { rows } = await pool.query(
    `select date_trunc('month', date) as month, category_slug, count(*), sum(amount) from transactions
      where environment_id = $1 group by 1, 2`,
    [environmentId],
  )
  if (rows.length === 0) throw new Error('The scan found nothing')
}

/** Brings the tenant to so many rows: submissions like the first one, with figures of their own. */
async function grow(service: BenchService, rows: number): Promise<void> {
  const { pool, environmentId } = service
  const { rows: found } = await pool.query(`select id from submissions order by id`)
  const template = found[0]?.id ?? (await insertBusiness(pool, environmentId, ROWS_EACH))
  const count = rows / ROWS_EACH - Math.max(1, found.length)
  const connection = await pool.connect()
  // The rows are valid by construction, so a million look-ups of their accounts are left out.
  await connection.query('set session_replication_role = replica; set synchronous_commit = off')
  await connection.query(COPY_SUBMISSIONS, [environmentId, template, count, FIRST_DAY, SPAN_DAYS])
  connection.release(true)
  await pool.query('vacuum analyze transactions')
  await countAll(service)
  await pool.query('vacuum analyze portfolio_totals')
  const { data } = JSON.parse(await service.get('/v1/analytics/portfolio'))
  if (data.volume.transactions !== rows)
    throw new Error(`${data.volume.transactions} of ${rows} rows`)
}

async function countAll({ connectionString, dataDir, environmentId }: BenchService): Promise<void> {
  const house = await openHouse(
    loadConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }),
    connectionString,
  )
  const environment = { id: environmentId, tenantId: '', mode: 'test' as const }
  const ctx = outside({ house, environment, actor: SYSTEM_ACTOR, requestId: 'bench' })
  await ctx.transaction(rebuildPortfolio, { timeoutMs: 600_000 })
  await closeHouse(house)
}

const COPY_SUBMISSIONS = `
  with made as (
    insert into submissions (environment_id, id, name, status, source, deal_stage, company_info, latest, data_quality,
      processed_at, data_version, created_at)
    select $1, gen_random_uuid(), 'Bench', (array['processed', 'failed', 'review_required'])[1 + n % 3],
      (array['api', 'broker', 'email'])[1 + n % 3], (array['funded', 'declined', 'underwriting'])[1 + n % 3],
      jsonb_build_object('industry', 'Industry ' || n % 40, 'address', jsonb_build_object('state', 'S' || n % 50)),
      jsonb_build_object('riskScore', 300 + n % 550, 'paperGrade', chr(65 + n % 5)),
      jsonb_build_object('reviewRequired', n % 7 = 0), now(), 1,
      $4::date + (n * 7919 % $5) * interval '1 day' + interval '12 hours'
    from generate_series(1, $3::int) n
    returning environment_id, id, created_at
  ), accounts_made as (
    insert into accounts (environment_id, id, submission_id, fingerprint, name, type, currency, is_included)
    select environment_id, id, id, id::text, 'Operating', 'checking', 'USD', true from made
  ), values_made as (
    insert into benchmark_values (environment_id, submission_id, business_key, currency, monthly_revenue, metrics, anomalies)
    select environment_id, id, id::text, 'USD', null, jsonb_build_object(
      'monthly_true_revenue', exp(9 + 4 * random()), 'average_daily_balance', exp(7 + 4 * random()),
      'revenue_trend', random() - 0.5, 'holdback_ratio', random() / 3, 'nsf_overdraft_count', floor(20 * random()),
      'negative_days', floor(30 * random()), 'active_mca_positions', floor(5 * random()),
      'debt_service_coverage_ratio', 3 * random()), '{"large_deposit": 2, "nsf_cluster": 1}'
    from made
  )
  insert into transactions (environment_id, id, submission_id, account_id, source, date, position, amount, currency, balance,
    raw_description, description, normalized_description, category_slug, categories, flags, is_revenue, channel, enriched_at)
  select m.environment_id, gen_random_uuid(), m.id, m.id, 'bench', t.date, t.position, t.amount, t.currency, t.balance,
    t.raw_description, t.description, t.normalized_description, t.category_slug, t.categories, t.flags, t.is_revenue,
    t.channel, t.enriched_at
  from made m cross join transactions t
  where t.environment_id = $1 and t.submission_id = $2`
