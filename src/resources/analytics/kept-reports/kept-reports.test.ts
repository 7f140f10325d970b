import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { REPORTS } from '../../../core/analytics/reports/index.ts'
import { seeded } from '../../../../fixtures/model/random.ts'
import { outside, SYSTEM_ACTOR, type Context } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/sql.ts'
import { useTestHouse, type TestTenant } from '../../../../test/context.ts'
import { ledgerFrom, readSource } from '../../ledgers/ledgers.ts'
import { listPolicyStandings } from '../../ledgers/store.ts'
import { isKept } from './keep.ts'

const ROWS = 3_000
const BATCH = 1_000
const KEPT = REPORTS.filter((report) => isKept(report, {}))

const RULE = { name: 'NSF', metric: 'nsf_count', operator: 'less_than_or_equal', value: 3 }

describe('kept reports of a deal of many rows', () => {
  const house = useTestHouse()
  let tenant: TestTenant
  let id: string

  before(async () => {
    tenant = await house.tenant()
    // The scorecard shows its result, which the run has only when the snapshot is taken.
    const policy = await tenant.live.post('/v1/policies', {
      name: 'House policy',
      rules: [RULE],
      auto_evaluate: true,
      status: 'published',
    })
    assert.equal(policy.status, 201, policy.raw.toString())
    id = (await tenant.live.post('/v1/submissions', { name: 'Long deal' })).body.data.id
    const rows = manyRows()
    for (let from = 0; from < ROWS; from += BATCH) {
      const transactions = rows.slice(from, from + BATCH)
      const sent = await tenant.live.post('/v1/transactions/bulk', {
        submission_id: id,
        transactions,
      })
      assert.equal(sent.status, 201, sent.raw.toString())
    }
    await house.settle(120_000)
  })

  test('are all but those that compare with others, as soon as the run has ended', async () => {
    const names = KEPT.map(({ name }) => name).toSorted()
    assert.deepEqual(await listNames(), names)
    assert.ok(names.length >= 15)
  })

  test('are read and not computed, each, unless a parameter is given', async () => {
    const read = async (name: string, query = ''): Promise<string> => {
      return (await tenant.live.get(`/v1/submissions/${id}/${name}${query}`)).body.data.currency
    }
    for (const { name } of KEPT) {
      await mark(name)
      assert.equal(await read(name), MARK, name)
    }
    assert.notEqual(await read('stips', '?as_of=2025-03-01'), MARK)
    assert.notEqual(await read('stips', '?include=formula'), MARK)
  })

  test('are not read with other settings than they were computed with', async () => {
    const changed = await tenant.live.put('/v1/user/settings', { low_balance_threshold: 750 })
    assert.equal(changed.status, 200, changed.raw.toString())
    const { body } = await tenant.live.get(`/v1/submissions/${id}/stips`)
    assert.notEqual(body.data.currency, MARK)
  })

  test('are gone with a change of the data, and kept anew when it has settled', async () => {
    const [row] = (await tenant.live.get(`/v1/transactions?submission_id=${id}&limit=1`)).body.data
    const { analytics_version: version } = (await tenant.live.get(`/v1/submissions/${id}/stips`))
      .body.data
    const patched = await tenant.live.patch(`/v1/transactions/${row.id}`, { amount: -4000 })
    assert.equal(patched.status, 200, patched.raw.toString())
    assert.deepEqual(await listNames(), [])
    await house.settle(120_000)
    assert.equal((await listNames()).length, KEPT.length)
    const { data } = (await tenant.live.get(`/v1/submissions/${id}/stips`)).body
    assert.ok(data.analytics_version > version)
    assert.notEqual(data.currency, MARK)
  })

  test('are what a computation of them gives, each', async () => {
    for (const { name, compute, query } of KEPT) {
      const fields = Object.entries(query.properties as Record<string, { default?: unknown }>)
      const options = Object.fromEntries(fields.map(([field, shape]) => [field, shape.default]))
      const { status, body } = await tenant.live.get(`/v1/submissions/${id}/${name}`)
      assert.equal(status, 200, name)
      const computed = await inTenant(async (ctx) => {
        const source = await readSource(ctx, id)
        const { dataVersion } = source.state
        return compute(ledgerFrom(source), {
          window: null,
          options,
          computedAt: body.data.computed_at,
          analyticsVersion: dataVersion,
          policies: await listPolicyStandings(ctx, id),
          peers: [],
        })
      })
      const [kept, wanted] = [body.data, JSON.parse(JSON.stringify(computed))]
      for (const field of Object.keys(kept)) {
        if (field !== 'computed_at')
          assert.deepEqual(kept[field], wanted[field], `${name}.${field}`)
      }
    }
  })

  function inTenant<T>(work: (ctx: Context) => Promise<T>): Promise<T> {
    const environment = { id: tenant.environments.live, tenantId: '', mode: 'live' as const }
    const base = { house: house.house, environment, actor: SYSTEM_ACTOR, requestId: 'test' }
    return outside(base).transaction(work)
  }

  async function listNames(): Promise<string[]> {
    const rows = await inTenant((ctx) =>
      ctx.db.rows<{ report: string }>(sql`
        select report from kept_reports
        where environment_id = ${ctx.environment.id} and submission_id = ${id}`),
    )
    return rows.map(({ report }) => report).toSorted()
  }

  /** Writes something into a kept report that no computation gives. */
  async function mark(name: string): Promise<void> {
    await inTenant(async (ctx) => {
      const row = await ctx.db.row<{ body: string }>(sql`
        select encode(body, 'base64') as body from kept_reports
        where environment_id = ${ctx.environment.id} and submission_id = ${id}
          and report = ${name}`)
      const { data } = JSON.parse(zstdDecompressSync(Buffer.from(row!.body, 'base64')).toString())
      const json = JSON.stringify({ data: { ...data, currency: MARK } })
      await ctx.db.run(sql`
        update kept_reports set body = decode(${zstdCompressSync(json).toString('base64')}, 'base64')
        where environment_id = ${ctx.environment.id} and submission_id = ${id}
          and report = ${name}`)
    })
  }
})

const MARK = 'XXX'

/** Rows that repeat little, so that they are many bytes when they are packed. */
function manyRows(): { date: string; amount: number; description: string }[] {
  const random = seeded('kept reports')
  return Array.from({ length: ROWS }, (_, index) => ({
    date: new Date(Date.UTC(2025, 0, 1 + Math.floor((index * 180) / ROWS)))
      .toISOString()
      .slice(0, 10),
    amount: random.integer(-90_000, 100_000) / 100 + 0.01,
    description: `${random.pick(['ACH CREDIT', 'CARD PURCHASE', 'CHECK'])} ${random.digits(14)}`,
  }))
}
