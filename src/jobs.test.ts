import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { useTestHouse } from '../test/context.ts'
import { doDue } from '../test/due.ts'
import { countSent } from '../test/sent.ts'
import { UPKEEP } from './jobs.ts'
import { lookAhead } from './platform/jobs/outlook.ts'

/** Looks among it, which come every five seconds. */
const STATEMENTS_A_MINUTE_MAX = 26
const LOOKS_A_MINUTE = 12

describe('a process without work', () => {
  const house = useTestHouse({}, { worker: false })

  test('sends few statements a minute, and finds nothing due', async () => {
    await house.tenant()
    await doDue(house, 'audit')
    assert.deepEqual((await lookAhead(house.house)).due, [])
    let total = LOOKS_A_MINUTE
    for (const { everyMs, due, run } of UPKEEP) {
      if (due !== undefined) continue
      const sent = countSent(house)
      await run(house.house)
      sent.stop()
      total += sent.statements * (60_000 / everyMs)
    }
    assert.ok(total <= STATEMENTS_A_MINUTE_MAX, `${total.toFixed(1)} statements a minute`)
  })
})
