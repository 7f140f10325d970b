import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { useTestHouse, type TestTenant } from '../context.ts'
import { changeMatched, changePair, changeByMany, makeSubject } from './at-once.ts'
import { CHANGING, EDITS } from './edits.ts'
import { callerFor } from './walk.ts'

const CALLERS = 20

describe('callers that change one object at once', () => {
  const house = useTestHouse()
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
  })

  test('are tried with routes that exist', () => {
    const known = CHANGING.map(({ endpoint }) => endpoint)
    assert.deepEqual(Object.keys(EDITS).toSorted(), known.toSorted())
  })

  for (const declared of CHANGING) {
    test(`${declared.endpoint} keeps what it acknowledged, and never fails`, async () => {
      const subject = await makeSubject({ house, caller: callerFor(tenant, declared) }, declared)
      const found = [
        await changePair(subject),
        await changePair(subject),
        await changeMatched(subject),
        await changeByMany(subject, CALLERS),
      ]
      assert.deepEqual(
        found.flatMap(({ faults }) => faults),
        [],
      )
    })
  }
})
