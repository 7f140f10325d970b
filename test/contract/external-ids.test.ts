import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { getMethod, getPath } from '../../src/platform/route.ts'
import { ROUTES } from '../../src/resources/index.ts'
import { useTestHouse, type TestTenant } from '../context.ts'
import { FACTORIES } from '../factories.ts'
import {
  callerFor,
  isUuidParameter,
  listNames,
  listNouns,
  makeCall,
  send,
  unknownRecords,
  withoutRequest,
} from './walk.ts'

const keyed = ROUTES.filter((declared) => declared.scope !== null)
// Behind a funder stands the id of its link.
const addressed = keyed.filter((declared) => listNouns(declared)[0] === 'submissions')
const filtered = keyed.filter((declared) => listNames(declared, 'query').includes('submission_id'))

/** A reference by a name that needs escaping in an address. */
function refer(externalId: string): string {
  return encodeURIComponent(`ext:${externalId}`)
}

describe('ext: and an external id', () => {
  const house = useTestHouse({}, { worker: false })
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
  })

  async function nameSubmission(id: string): Promise<string> {
    const externalId = `crm/${randomUUID()} é`
    await tenant.live.patch(`/v1/submissions/${id}`, { external_id: externalId })
    return externalId
  }

  for (const declared of addressed) {
    test(`${declared.endpoint}: stand for the id`, async () => {
      const call = await makeCall(callerFor(tenant, declared), declared)
      const externalId = await nameSubmission(call.records.submissions!)
      const named = { ...call, records: { ...call.records, submissions: refer(externalId) } }
      const response = await send(callerFor(tenant, declared), named)
      const own = await send(callerFor(tenant, declared), call)
      // A second write may meet what the first one changed, but never an unknown submission.
      if (getMethod(declared) === 'GET') assert.equal(response.status, own.status)
      const { error } = response.body
      assert.ok(response.status < 400 || error.code === own.body.error?.code, error?.code)
    })

    test(`${declared.endpoint}: that nobody has are refused as an id that nobody has`, async () => {
      const records = unknownRecords(declared)
      const caller = callerFor(tenant, declared)
      const { body, files } = await makeCall(caller, declared)
      const sample = { declared, body, ...(files && { files }) }
      const byName = await send(caller, {
        ...sample,
        records: { ...records, submissions: refer('nobody') },
      })
      const byId = await send(caller, { ...sample, records })
      assert.equal(byName.status, 404)
      assert.deepEqual(withoutRequest(byName), withoutRequest(byId))
    })
  }

  for (const declared of filtered) {
    test(`${declared.endpoint}: stand for submission_id`, async () => {
      const caller = callerFor(tenant, declared)
      const id = await FACTORIES.submissions!(caller, {})
      const externalId = declared.isTestOnly ? '' : await nameSubmission(id)
      const call = await makeCall(caller, declared)
      const request = (ref: string) => send(caller, call, { query: `?submission_id=${ref}` })
      const [byId, byName] = [await request(id), await request(refer(externalId))]
      assert.equal(byName.status, byId.status, JSON.stringify(byName.body.error))
      const nobody = [await request(refer('nobody')), await request(randomUUID())]
      assert.equal(nobody[0]!.status, nobody[1]!.status)
      if (declared.produces === undefined && byId.body.data)
        assert.equal(byName.body.data.length, byId.body.data.length)
    })
  }

  test('every address and every filter with a submission takes them', () => {
    const strict = addressed.filter((declared) => {
      const parts = getPath(declared).split('/')
      const name = parts[parts.indexOf('submissions') + 1]!.slice(1)
      return isUuidParameter(declared, name)
    })
    assert.deepEqual(
      strict.map(({ endpoint }) => endpoint),
      [],
    )
    assert.ok(addressed.length > 40 && filtered.length >= 5)
  })
})
