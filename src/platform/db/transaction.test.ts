import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { useTestHouse } from '../../../test/context.ts'
import { sql } from './sql.ts'

const OFTEN = 30

describe('a statement that comes again and again', () => {
  const house = useTestHouse({}, { worker: false })

  async function ask(): Promise<unknown> {
    const { database } = house.house
    return database.withEnvironment(crypto.randomUUID(), (db) =>
      db.row(sql`select prepared_probe.* from prepared_probe where id = ${7}`),
    )
  }

  test('is answered after a migration has changed its columns', async () => {
    const { pool } = house.house.database
    await pool.query('create table prepared_probe (id int, word text)')
    await pool.query('grant select on prepared_probe to assay_app')
    await pool.query("insert into prepared_probe values (7, 'seven')")
    for (let time = 0; time < OFTEN; time += 1) await ask()
    await pool.query('alter table prepared_probe add column more text')
    assert.deepEqual(await ask(), { id: 7, word: 'seven', more: null })
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

  test('is answered when the connection has forgotten its plan, as behind a pooler', async () => {
    const { database } = house.house
    const statement = sql`select ${7}::int as seven`
    const seven = () => database.withSystem((db) => db.row(statement))
    for (let time = 0; time < OFTEN; time += 1) await seven()
    await database.pool.query('deallocate all')
    assert.deepEqual(await seven(), { seven: 7 })
  })
})
