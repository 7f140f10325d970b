import assert from 'node:assert/strict'
import { before as beforeAll, describe, test } from 'node:test'
import type { Route } from '../../src/platform/route.ts'
import { useTestHouse, type TestTenant } from '../context.ts'
import type { Records } from '../factories.ts'
import {
  COUNTED,
  callerFor,
  computeDigests,
  idRoutes,
  isWrite,
  makeCall,
  makeRecords,
  listNouns,
  send,
  SHARED,
  unknownRecords,
  withoutModeHint,
  withoutRequest,
  type Call,
} from './walk.ts'

describe('no id route serves a stranger', () => {
  const house = useTestHouse()
  let owner: TestTenant
  let other: TestTenant

  /** A call of each route that its owner may make, and the owner's rows before any stranger came. */
  const calls = new Map<Route, Call>()
  let before: Record<string, string>

  beforeAll(async () => {
    owner = await house.tenant()
    other = await house.tenant()
    for (const declared of idRoutes()) calls.set(declared, await createCall(declared))
    await house.settle()
    await house.house.usage.flush()
    await house.house.requestLog.flush()
    before = await computeDigests(house, owner.environments.live)
  })

  for (const declared of idRoutes()) {
    test(`${declared.endpoint}: another tenant and the other mode see what is not there`, async () => {
      const call = calls.get(declared)!
      const nowhere = { ...call, records: unknownRecords(declared) }
      const stranger = callerFor(other, declared)
      const response = await send(stranger, call)
      assert.equal(response.status, 404, 'the other tenant is shown')
      const unknown = withoutRequest(await send(stranger, nowhere))
      assert.deepEqual(withoutRequest(response), unknown, 'the other tenant sees a difference')
      // A person is the same in both modes, and so is an organization, which no test key manages.
      if (declared.isUserOnly) return
      const own = await send(owner.test, call)
      if (declared.isOfOrganization) return assert.equal(own.body.error.code, 'live_key_required')
      assert.equal(own.status, 404, 'the other mode is shown')
      const absent = withoutRequest(await send(owner.test, nowhere))
      assert.deepEqual(withoutModeHint(own), absent, 'the other mode sees more than where it is')
    })
  }

  test('no row of the owner has changed through all of this', async () => {
    assert.deepEqual(await computeDigests(house, owner.environments.live), before)
  })

  // Writes of the owner are tested elsewhere: here they would use up the records.
  for (const declared of idRoutes().filter((one) => !isWrite(one))) {
    test(`${declared.endpoint}: its owner is served`, async () => {
      const call = calls.get(declared)!
      const nowhere = { ...call, records: unknownRecords(declared) }
      const caller = callerFor(owner, declared)
      const own = (await send(caller, call)).body.error?.code
      assert.notEqual(own, (await send(caller, nowhere)).body.error.code)
    })
  }

  for (const declared of idRoutes().filter((one) => listIdNouns(one).length > 1)) {
    test(`${declared.endpoint}: an id under the wrong parent is not there`, async () => {
      const call = await createCall(declared)
      const elsewhere = await getSharedRecords(declared, 'elsewhere')
      await house.settle()
      const records: Records = {
        ...call.records,
        [listNouns(declared)[0]!]: elsewhere[listNouns(declared)[0]!]!,
      }
      assert.equal((await send(owner.live, { ...call, records })).status, 404)
    })
  }

  /** Nothing here changes a record, so routes with the same parameters share theirs. */
  const shared = new Map<string, Promise<Records>>()

  function getSharedRecords(declared: Route, place = 'here'): Promise<Records> {
    const kind = declared.isUserOnly ? 'person' : 'key'
    const name = [place, kind, ...listNouns(declared)].join(' ')
    const known = shared.get(name) ?? makeRecords(callerFor(owner, declared), declared)
    shared.set(name, known)
    return known
  }

  async function createCall(declared: Route): Promise<Call> {
    const records = await getSharedRecords(declared)
    return makeCall(callerFor(owner, declared), declared, records)
  }
})

function listIdNouns(declared: Route): string[] {
  return listNouns(declared).filter((noun) => ![...COUNTED, ...SHARED].includes(noun))
}
