import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import pg from 'pg'
import { useTestHouse, withEmptyDatabase } from '../../../test/context.ts'
import { startPooler, type Pooler } from '../../../test/fakes/pooler.ts'
import { readFixture, submit, upload } from '../../../test/statements.ts'
import { MIGRATIONS, migrateDatabase } from '../../house.ts'

const SERVER_CONNECTIONS = 4

/**
 * What of a session outlives a transaction and would reach the next client of its connection. A
 * prepared statement whose name follows from its text means the same to whoever comes.
 */
const LEFTOVERS = `select pg_backend_pid() as pid,
  nullif(current_setting('app.environment_id', true), '') as environment,
  current_user = session_user as is_own_role,
  (select array_agg(name) from pg_settings where source = 'session') as settings,
  (select count(*)::int from pg_prepared_statements where name !~ '^[0-9a-f]{32}$') as statements,
  (select count(*)::int from pg_cursors) as cursors,
  (select count(*)::int from pg_listening_channels()) as channels,
  (select count(*)::int from pg_locks where pid = pg_backend_pid() and locktype = 'advisory') as locks,
  (select count(*)::int from pg_class where relpersistence = 't') as temporary_tables`
const NONE = {
  environment: null,
  is_own_role: true,
  settings: null,
  statements: 0,
  cursors: 0,
  channels: 0,
  locks: 0,
  temporary_tables: 0,
}

/** The leftovers of every server connection behind a pooler. */
async function listLeftovers({ connectionString }: Pooler): Promise<object[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const found = new Map<number, object>()
  while (found.size < SERVER_CONNECTIONS) {
    const { rows } = await client.query(LEFTOVERS)
    const { pid, ...left } = rows[0]
    found.set(pid, left)
  }
  await client.end()
  return [...found.values()]
}

describe('behind a pooler that gives each transaction another connection', () => {
  let pooler: Pooler
  const house = useTestHouse(
    {},
    {
      through: async (databaseUrl) => {
        pooler = await startPooler(databaseUrl, SERVER_CONNECTIONS)
        return pooler.connectionString
      },
    },
  )
  after(() => pooler.close())

  test('a deal goes from upload to report, and each tenant sees its own', async () => {
    const tenants = await Promise.all([house.tenant(), house.tenant()])
    const ids = await Promise.all(
      tenants.map(async ({ live }) => {
        const id = await submit(live)
        await upload(live, id, readFixture('running-balance/dormant'))
        return id
      }),
    )
    await house.settle(60_000)
    for (const [at, { live }] of tenants.entries()) {
      const own = ids[at]
      const other = ids[1 - at]
      const calls = [
        live.get(`/v1/submissions/${own}/scorecard`),
        live.get(`/v1/transactions?submission_id=${own}&limit=5`),
        live.get('/v1/search?q=deposit'),
        live.get('/v1/analytics/portfolio'),
        live.get('/v1/audit-log/verify'),
      ]
      assert.deepEqual(
        (await Promise.all(calls)).map(({ status }) => status),
        [200, 200, 200, 200, 200],
      )
      assert.equal((await live.get(`/v1/submissions/${other}`)).status, 404)
    }
    assert.ok(pooler.transactions() > 100, `${pooler.transactions()} transactions`)
    assert.deepEqual(await listLeftovers(pooler), [NONE, NONE, NONE, NONE])
  })

  test('twenty calls at once under one key have one effect', async () => {
    const { live } = await house.tenant()
    const options = { headers: { 'idempotency-key': 'once' } }
    const calls = Array.from({ length: 20 }, () =>
      live.post('/v1/submissions', { name: 'Once' }, options),
    )
    const statuses = new Set((await Promise.all(calls)).map(({ status }) => status))
    assert.ok(statuses.isSubsetOf(new Set([201, 409])), [...statuses].join())
    assert.equal((await live.get('/v1/submissions')).body.data.length, 1)
  })

  test('what a session would keep is found', async () => {
    const client = new pg.Client({ connectionString: pooler.connectionString })
    await client.connect()
    await client.query(`set app.environment_id = 'left'; select pg_advisory_lock(1)`)
    const left = await listLeftovers(pooler)
    assert.equal(left.filter((each) => JSON.stringify(each) !== JSON.stringify(NONE)).length, 1)
    await client.end()
  })
})

test('two processes that start at once behind a pooler migrate one after the other', async () => {
  await withEmptyDatabase(async (url) => {
    const pooler = await startPooler(url, SERVER_CONNECTIONS)
    const { connectionString } = pooler
    const applied = await Promise.all([1, 2].map(() => migrateDatabase(connectionString)))
    const counts = applied.map((names) => names.length)
    assert.deepEqual(new Set(counts), new Set([0, MIGRATIONS.length]))
    assert.deepEqual(await listLeftovers(pooler), [NONE, NONE, NONE, NONE])
    await pooler.close()
  })
})
