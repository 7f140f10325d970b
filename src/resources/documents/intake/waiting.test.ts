import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { useTestHouse, type Caller } from '../../../../test/context.ts'
import { readFixture, retouched, submit, upload } from '../../../../test/statements.ts'
import { armFault, type FaultPoint } from '../../../platform/faults.ts'
import { waitFor } from '../../../../test/wait-until.ts'

/** The fault holds a transaction open for two seconds, in which a busy machine may not come to it. */
const TRIES = 4

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

  async function isHeld(): Promise<boolean> {
    return (await house.house.database.pool.query(HELD)).rowCount! > 0
  }

  /** Uploads one file, and another while a transaction is held open; whether it is open still. */
  async function uploadTwo(live: Caller, point: FaultPoint, round: number) {
    armFault({ point, effect: 'delay', at: 1 })
    const id = await submit(live)
    await upload(live, id, { file: retouched(file, `${point} ${round}`) })
    await waitFor(isHeld, 'none is held open')
    await upload(live, id, { file: retouched(file, `${point} ${round} second`) })
    return { id, isTakenBefore: await isHeld() }
  }

  for (const point of LONG)
    test(`is taken at once at ${point}, and belongs to the run`, async () => {
      const { live } = await house.tenant()
      let done = await uploadTwo(live, point, 0)
      for (let round = 1; !done.isTakenBefore && round < TRIES; round += 1) {
        await house.settle(60_000)
        done = await uploadTwo(live, point, round)
      }
      const { id, isTakenBefore } = done
      assert.ok(isTakenBefore, 'each waited for the end of the transaction')
      await house.settle(60_000)
      const { status, counts } = (await live.get(`/v1/submissions/${id}`)).body.data
      assert.deepEqual([status, counts.documents], ['processed', 2])
    })
})
