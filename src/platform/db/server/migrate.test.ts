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

  test('a database that is ahead of the code is left alone', async () => {
    await assert.rejects(apply(...MIGRATIONS.slice(0, -1)), /migrated by a newer version/)
  })
})
