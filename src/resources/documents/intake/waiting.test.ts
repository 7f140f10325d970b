import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { useTestHouse } from '../../../../test/context.ts'
import { readFixture, retouched, submit, upload } from '../../../../test/statements.ts'
import { armFault, type FaultPoint } from '../../../platform/faults.ts'
import { waitFor } from '../../../../test/wait-until.ts'

/** The fault holds a transaction open for two seconds. */
const AT_ONCE_MS = 1_000

/** Places in the transactions of a run that write much. */
const LONG: FaultPoint[] = ['parse.written', 'analyze.computed']

/** A transaction that has done nothing for so long is one that the fault holds open. */
const HELD = `select from pg_stat_activity
  where datname = current_database() and state = 'idle in transaction'
    and state_change < clock_timestamp() - interval '200 milliseconds'`

describe('a file that is uploaded while a run goes on', () => {
  const house = useTestHouse()
  after(() => armFault(null))
  const { file } = readFixture('running-balance/dormant')

  async function awaitHeld(): Promise<void> {
    const { pool } = house.house.database
    await waitFor(async () => (await pool.query(HELD)).rowCount! > 0, 'none is held open')
  }

  for (const point of LONG)
    test(`is taken at once at ${point}, and belongs to the run`, async () => {
      const { live } = await house.tenant()
      armFault({ point, effect: 'delay', at: 1 })
      const id = await submit(live)
      await upload(live, id, { file: retouched(file, point) })
      await awaitHeld()
      const startedAt = performance.now()
      await upload(live, id, { file: retouched(file, `${point} second`) })
      const ms = Math.round(performance.now() - startedAt)
      assert.ok(ms < AT_ONCE_MS, `waited ${ms} ms`)
      await house.settle(60_000)
      const { status, counts } = (await live.get(`/v1/submissions/${id}`)).body.data
      assert.deepEqual([status, counts.documents], ['processed', 2])
    })
})
