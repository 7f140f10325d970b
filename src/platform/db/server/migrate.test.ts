import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { useTestHouse } from '../../../../test/context.ts'
import { MIGRATIONS } from '../../../house.ts'
import { migrate, type Migration } from './migrate.ts'

const upkeep = async (): Promise<void> => {}

describe('migrations', () => {
  const house = useTestHouse({}, { worker: false })

  async function apply(...migrations: Migration[]): Promise<string[]> {
    return migrate(house.house.database.pool, migrations, upkeep)
  }

  async function tablesNamed(name: string): Promise<number | null> {
    const statement = 'select 1 from pg_tables where tablename = $1'
    return (await house.house.database.pool.query(statement, [name])).rowCount
  }

  test('one that fails names itself, leaves nothing of itself, and is applied when it is right', async () => {
    const wrong = {
      name: '9001_probe.sql',
      text: 'create table probe (a int); create tabel more ()',
    }
    await assert.rejects(
      apply(...MIGRATIONS, wrong),
      /Migration 9001_probe.sql failed: syntax error/,
    )
    assert.equal(await tablesNamed('probe'), 0)
    const right = { name: '9001_probe.sql', text: 'create table probe (a int)' }
    assert.deepEqual(await apply(...MIGRATIONS, right), ['9001_probe.sql'])
    assert.equal(await tablesNamed('probe'), 1)
    assert.deepEqual(await apply(...MIGRATIONS, right), [])
  })

  test('one that waits for a lock of a process at work is tried again until it is free', async () => {
    const other = await house.house.database.pool.connect()
    await other.query('begin; lock table tenants in access share mode')
    const held = setTimeout(1_300).then(() => other.query('commit'))
    const late = { name: '9002_late.sql', text: 'alter table tenants add column late int' }
    const before = [...MIGRATIONS, { name: '9001_probe.sql', text: '' }]
    assert.deepEqual(await apply(...before, late), ['9002_late.sql'])
    await held
    other.release()
  })

  test('an index that is built beside writes is built once, however many processes start at once', async () => {
    const index = {
      name: '9003_index.sql',
      text: [
        '-- Sorted; by its number.',
        'drop index concurrently if exists probe_by_a;',
        'create index concurrently probe_by_a on probe (a);',
      ].join('\n'),
    }
    const before = ['9001_probe.sql', '9002_late.sql'].map((name) => ({ name, text: '' }))
    const start = (): Promise<string[]> => apply(...MIGRATIONS, ...before, index)
    const applied = await Promise.all([start(), start(), start()])
    assert.deepEqual(applied.flat(), ['9003_index.sql'])
    const built = `select 1 from pg_index where indexrelid = 'probe_by_a'::regclass and indisvalid`
    assert.equal((await house.house.database.pool.query(built)).rowCount, 1)
  })

  test('a database that is ahead of the code is left alone', async () => {
    await assert.rejects(apply(...MIGRATIONS.slice(0, -1)), /migrated by a newer version/)
  })
})
