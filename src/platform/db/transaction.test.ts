import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { useTestHouse } from '../../../test/context.ts'
import { sql } from './sql.ts'
import type { Db } from './transaction.ts'

const OFTEN = 30
const ENVIRONMENT = crypto.randomUUID()

describe('a statement that comes again and again', () => {
  const house = useTestHouse({}, { worker: false })

  async function readProbe(): Promise<unknown> {
    const { database } = house.house
    return database.withEnvironment(crypto.randomUUID(), (db) =>
      db.row(sql`select prepared_probe.* from prepared_probe where id = ${7}`),
    )
  }

  test('succeeds after a migration has changed its columns', async () => {
    const { pool } = house.house.database
    await pool.query('create table prepared_probe (id int, word text)')
    await pool.query('grant select on prepared_probe to assay_app')
    await pool.query("insert into prepared_probe values (7, 'seven')")
    for (let time = 0; time < OFTEN; time += 1) await readProbe()
    await pool.query('alter table prepared_probe add column more text')
    assert.deepEqual(await readProbe(), { id: 7, word: 'seven', more: null })
  })

  test('is planned once in a connection', async () => {
    const statement = sql`select count(*) as count from pg_prepared_statements
      where statement like '%pg_prepared_statements%' and ${1} = 1`
    const counts: unknown[] = []
    for (let time = 0; time < OFTEN; time += 1) {
      const row = await house.house.database.withSystem((db) =>
        db.row<{ count: number }>(statement),
      )
      counts.push(row?.count)
    }
    assert.equal(counts[0], 0)
    assert.equal(counts.at(-1), 1)
  })

  test('succeeds when the connection has forgotten its plan, as behind a pooler', async () => {
    const { database } = house.house
    const statement = sql`select ${7}::int as seven`
    const seven = () => database.withSystem((db) => db.row(statement))
    for (let time = 0; time < OFTEN; time += 1) await seven()
    await database.pool.query('deallocate all')
    assert.deepEqual(await seven(), { seven: 7 })
  })
})

describe('a single read', () => {
  const house = useTestHouse({}, { worker: false })

  function readOnce<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const { database } = house.house
    return database.withEnvironment(ENVIRONMENT, work, { access: 'single' })
  }

  test('is fenced and writes nothing, and leaves its connection as it was', async () => {
    const inside = sql`select current_user as role, current_setting('transaction_read_only') as reads,
      current_setting('app.environment_id') as environment`
    const expected = { role: 'assay_app', reads: 'on', environment: ENVIRONMENT }
    for (let time = 0; time < OFTEN; time += 1)
      assert.deepEqual(await readOnce((db) => db.row(inside)), expected)
    const { rows } = await house.house.database.pool.query(
      `select count(*)::int as open from pg_stat_activity
       where datname = current_database() and state like 'idle in transaction%'`,
    )
    assert.deepEqual(rows, [{ open: 0 }])
  })

  test('without an environment writes nothing either', async () => {
    const { database } = house.house
    const inside = sql`select current_user as role, current_setting('transaction_read_only') as reads,
      nullif(current_setting('app.environment_id', true), '') as environment`
    const expected = { role: 'assay_app', reads: 'on', environment: null }
    for (let time = 0; time < OFTEN; time += 1) {
      const found = database.withSystem((db) => db.row(inside), { access: 'single' })
      assert.deepEqual(await found, expected)
    }
  })

  test('is of one statement, and after a faulty one its connection is as good as before', async () => {
    const one = sql`select 1::int as one`
    await assert.rejects(
      readOnce(async (db) => [await db.row(one), await db.row(one)]),
      /of one statement/,
    )
    for (let time = 0; time < OFTEN; time += 1)
      await assert.rejects(
        readOnce((db) => db.row(sql`select 1 / ${0}::int`)),
        { code: '22012' },
      )
    assert.deepEqual(await readOnce((db) => db.row(one)), { one: 1 })
  })
})
