import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { describe, test } from 'node:test'
import { useTestHouse } from '../../../../test/context.ts'
import { migrateDatabase } from '../../../house.ts'
import { createLog } from '../../log.ts'
import { keepPartitions } from './partitions.ts'

describe('a partition of a coming month', () => {
  let address = ''
  const through = async (databaseUrl: string): Promise<string> => (address = databaseUrl)
  const house = useTestHouse({}, { worker: false, through })

  async function newest(): Promise<string> {
    const { rows } = await house.house.database.pool.query<{ name: string }>(
      `select max(inhrelid::regclass::text) as name from pg_inherits
       where inhparent = 'audit_log'::regclass and inhrelid <> 'audit_log_default'::regclass`,
    )
    return rows[0]!.name
  }

  test('that cannot be made keeps no process from starting, is logged, and is made later', async () => {
    const { pool } = house.house.database
    const due = await newest()
    await pool.query(`drop table ${due}`)
    const copy = await pool.connect()
    // As a backup does, for as long as it takes.
    await copy.query('begin; lock table audit_log in access share mode')
    const output = new PassThrough()
    await migrateDatabase(address, createLog('warn', output))
    const [made, logged] = [await newest(), String(output.read())]
    await assert.rejects(keepPartitions(address), /lock timeout/).finally(() => copy.release(true))
    assert.notEqual(made, due)
    assert.match(logged, /lock timeout.*a partition could not be made/s)
    await keepPartitions(address)
    assert.equal(await newest(), due)
  })

  test('is fenced when it is made', async () => {
    const { rows } = await house.house.database.pool.query<{ policies: number }>(
      `select count(*)::int as policies from pg_policy where polrelid = $1::regclass`,
      [await newest()],
    )
    assert.equal(rows[0]!.policies, 2)
  })
})
