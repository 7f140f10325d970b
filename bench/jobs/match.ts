import { randomUUID } from 'node:crypto'
import { openBenchHouse, type BenchHouse } from '../bench-house.ts'
import { insertBusiness } from '../business.ts'
import type { Job } from '../figure.ts'
import { compare, type Measured } from '../harness.ts'
import { percentile, measureTimes } from '../timing.ts'

const FUNDERS = 200
const POLICIES_EACH = 5
const ROWS = 10_000
const TURNS = 8
const FREQUENCIES = ['daily', 'weekly', 'biweekly', 'monthly']

/** One deal against every policy of an environment with many, beside the rows that it takes. */
export const matchJob: Job = {
  name: 'match',
  meaning: `a submission of ${ROWS.toLocaleString('en')} rows held against ${FUNDERS} funders × ${POLICIES_EACH} policies of eight criteria, all returned; limit: the policies read and the best match of each funder written by plain SQL`,
  run: async (rounds) => {
    const bench = await openBenchHouse()
    try {
      const id = await insertBusiness(bench.pool, bench.environmentId, ROWS)
      await insertPolicies(bench)
      await match(bench, id)
      return await compare(
        [
          { name: 'after a change of the data', unit: 'ms', goal: '' },
          { name: 'of the same data, all returned', unit: 'ms', goal: '≤ 20 ms' },
          { name: 'of the same data, the best 20', unit: 'ms', goal: '≤ 20 ms' },
        ],
        {
          rounds,
          ours: async () => [
            await usual(
              () => match(bench, id),
              () => change(bench, id),
            ),
            await usual(() => match(bench, id)),
            await usual(() => match(bench, id, { limit: 20 })),
          ],
          limit: async () => {
            const plain = await usual(() => plainly(bench, id))
            return [plain, plain, plain]
          },
        },
      )
    } finally {
      await bench.close()
    }
  },
}

async function usual(
  call: () => Promise<unknown>,
  before: () => Promise<unknown> = async () => {},
): Promise<Measured> {
  const times: number[] = []
  for (let turn = 0; turn < TURNS; turn += 1) {
    await before()
    times.push(...(await measureTimes(1, call)))
  }
  return { value: percentile(times, 0.5) }
}

async function match({ send }: BenchHouse, id: string, options: object = {}): Promise<void> {
  const text = await send(`/v1/submissions/${id}/funders/match`, options)
  const count = text.split('"policy_version"').length - 1
  if (count !== ('limit' in options ? options.limit : FUNDERS * POLICIES_EACH))
    throw new Error(`${count} matches`)
}

/** A new version of the data, read once, so that only the match is new. */
async function change({ pool, get }: BenchHouse, id: string): Promise<void> {
  await pool.query('update submissions set data_version = data_version + 1 where id = $1', [id])
  await get(`/v1/submissions/${id}/scorecard`)
}

async function insertPolicies({ pool, environmentId }: BenchHouse): Promise<void> {
  const funders = Array.from({ length: FUNDERS }, (_, index) => ({
    id: randomUUID(),
    name: `Funder ${index}`,
  }))
  const policies = funders.flatMap(({ id: funderId }, funder) =>
    Array.from({ length: POLICIES_EACH }, (_, place) => {
      const body = policyBody(funder * POLICIES_EACH + place)
      return { id: randomUUID(), funderId, name: `Policy ${place}`, body }
    }),
  )
  await pool.query(
    `insert into funders (environment_id, id, name, is_global, body, metadata)
      select $1, (f ->> 'id')::uuid, f ->> 'name', false, '{}', '{}' from jsonb_array_elements($2) f`,
    [environmentId, JSON.stringify(funders)],
  )
  await pool.query(
    `insert into funder_policies (environment_id, id, funder_id, name, body)
      select $1, (p ->> 'id')::uuid, (p ->> 'funderId')::uuid, p ->> 'name', p -> 'body' from jsonb_array_elements($2) p`,
    [environmentId, JSON.stringify(policies)],
  )
}

/** Each requires other numbers and offers other terms. */
function policyBody(index: number): object {
  const conditions: [string, unknown][] = [
    ['min_monthly_revenue', 10_000 + (index % 40) * 5_000],
    ['min_average_daily_balance', 500 + (index % 23) * 500],
    ['max_nsf', index % 9],
    ['max_negative_days', 2 + (index % 7)],
    ['max_holdback_ratio', 0.1 + (index % 11) / 20],
    ['max_active_positions', 1 + (index % 5)],
    ['min_months_of_statements', 3 + (index % 4)],
    ['restricted_states', ['NY', 'CA']],
  ]
  const criteria = conditions.map(([name, value], place) => ({
    name,
    value,
    metric: null,
    operator: null,
    valueTo: null,
    dateRange: null,
    isHard: place < 4,
    weight: 1,
    tolerance: null,
    onMissing: 'missing_data',
    note: null,
  }))
  const offer = {
    factor: 1.15 + (index % 31) / 100,
    term: 4 + (index % 15),
    frequency: FREQUENCIES[index % 4],
    originationFee: (index % 4) / 100,
  }
  return {
    paperGrade: null,
    productType: null,
    criteria,
    requiredDocuments: [],
    offer,
    effectiveFrom: null,
    sourceDocumentId: null,
  }
}

/** The rows that a match reads and writes, without computing. */
async function plainly({ pool, environmentId }: BenchHouse, id: string): Promise<void> {
  const { rows } = await pool.query(
    `select id, funder_id, name, version, body from funder_policies where environment_id = $1 and is_active`,
    [environmentId],
  )
  const kept = await pool.query(
    `select policy_id, body from funder_matches where environment_id = $1 and submission_id = $2`,
    [environmentId, id],
  )
  if (rows.length !== FUNDERS * POLICIES_EACH || kept.rows.length !== FUNDERS)
    throw new Error(`${rows.length} policies, ${kept.rows.length} matches`)
  await pool.query(
    `update funder_matches m set body = g.body, evaluated_at = now()
      from jsonb_to_recordset($3) as g (policy_id uuid, body jsonb)
      where environment_id = $1 and submission_id = $2 and m.policy_id = g.policy_id`,
    [environmentId, id, JSON.stringify(kept.rows)],
  )
}
