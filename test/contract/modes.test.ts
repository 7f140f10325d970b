import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Route } from '../../src/platform/route.ts'
import { useTestHouse, type TestTenant } from '../context.ts'
import type { Records } from '../factories.ts'
import { listNouns as listBodyNouns } from '../../src/platform/wire/ids/known-id.ts'
import { idRoutes, listNouns, makeCall, makeRecords, send } from './walk.ts'

describe('an id of the other mode', () => {
  const house = useTestHouse({ RATE_LIMIT_PER_SECOND: '100000' })
  let tenant: TestTenant
  let stranger: TestTenant

  before(async () => {
    tenant = await house.tenant()
    stranger = await house.tenant()
  })

  // An id that a body must name is looked up before those of the path. A person is the same in both
  // modes, and so is an organization.
  const byPathAlone = idRoutes().filter(
    ({ isTestOnly, isUserOnly, isOfOrganization, shapes }) =>
      ![isTestOnly, isUserOnly, isOfOrganization].includes(true) &&
      listBodyNouns(shapes.body).length === 0,
  )
  for (const declared of byPathAlone) {
    test(`${declared.endpoint} says that it exists there, to its tenant alone`, async () => {
      const call = await makeCall(tenant.live, declared, await takeRecords(declared))
      const own = await send(tenant.test, call)
      const other = await send(stranger.test, call)
      assert.deepEqual([own.status, other.status], [404, 404])
      assert.match(own.body.error.message, /exists in the live mode/)
      assert.doesNotMatch(other.body.error.message, /mode/)
    })
  }

  const shared = new Map<string, Promise<Records>>()

  async function takeRecords(declared: Route): Promise<Records> {
    const name = listNouns(declared).join(' ')
    const records = shared.get(name) ?? makeRecords(tenant.live, declared)
    shared.set(name, records)
    return records
  }
})
