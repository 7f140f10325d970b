import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { getMethod } from '../../src/platform/route.ts'
import { ROUTES } from '../../src/resources/index.ts'
import { makeBroker, makeDraft, readSample, type TestBroker } from '../broker.ts'
import { useTestHouse, type TestTenant } from '../context.ts'
import { callAs, signIn } from '../people.ts'
import { computeDigests, idRoutes, listNouns, send, unknownRecords } from './walk.ts'

/** Where a deal that is not accepted may leave a trace: its own rows, and that somebody called. */
const OWN_TABLES = [
  'broker_submissions', 'broker_files', 'brokers', 'api_keys', 'audit_log', 'audit_heads', 'jobs', 'request_log',
  'usage_counters', 'usage_calls', 'rate_limits', 'idempotency_keys',
] // prettier-ignore

/** Addresses that are for it, or that list who did what by its id. */
const OWN_ROUTES = /^GET \/v1\/(?:brokers?|audit-log|request-log)\b/

const NAME = 'Canary Offer Holdings'
const EIN = '98-7654321'

/** Every field that a broker reads of a deal; what is not here it does not see. */
const SHOWN = [
  'broker', 'business', 'created_at', 'decision', 'files', 'funding', 'history', 'id', 'metadata', 'notes', 'owners',
  'reference', 'requirements', 'reviewed_at', 'stage', 'status', 'submission_id', 'submitted_at', 'updated_at',
  'validation_errors',
] // prettier-ignore

describe('a deal that its lender has not accepted', () => {
  const house = useTestHouse()
  let tenant: TestTenant
  let broker: TestBroker
  let id: string
  let fileId: string
  let unchanged: Record<string, string>

  before(async () => {
    tenant = await house.tenant()
    broker = await makeBroker(house, tenant, 'canary@broker.example')
    await tenant.live.post('/v1/webhooks', { url: 'http://127.0.0.1:9/hook', events: ['*'] })
    await tenant.live.put('/v1/user/settings', { broker_requirements: ['business_name'] })
    await tenant.live.post('/v1/submissions', { name: 'An ordinary deal' })
    await house.settle()
    await flush()
    unchanged = await computeDigests(house, tenant.environments.live, OWN_TABLES)
    const made = await makeDraft(broker.caller, { business: { name: NAME, ein: EIN } })
    id = made['broker-submissions']
    fileId = made.files
    await house.settle()
    const { status } = await broker.caller.post(`/v1/broker/submissions/${id}/submit`)
    assert.equal(status, 200)
    await flush()
  })

  async function flush(): Promise<void> {
    await house.house.usage.flush()
    await house.house.requestLog.flush()
  }

  test('has written no row that a list, a count, an event or a number is made of', async () => {
    const after = await computeDigests(house, tenant.environments.live, OWN_TABLES)
    assert.deepEqual(after, unchanged)
  })

  const readers = ROUTES.filter(
    (declared) =>
      getMethod(declared) === 'GET' &&
      declared.scope !== null &&
      declared.produces !== 'events' &&
      listNouns(declared).length === 0 &&
      !OWN_ROUTES.test(declared.endpoint),
  )

  test('is in no list, search or report of the lender', async () => {
    assert.ok(readers.length > 30)
    for (const declared of readers) {
      const query = declared.endpoint === 'GET /v1/search' ? '?q=Canary' : ''
      const { raw } = await send(tenant.live, { declared, records: {} }, { query })
      const text = raw.toString()
      const seen = [NAME, EIN, id, fileId].filter((one) => text.includes(one))
      assert.deepEqual(seen, [], declared.endpoint)
    }
  })

  test('is not there on any route that takes the id of a submission or a document', async () => {
    const routes = idRoutes().filter(({ endpoint }) => !/\/v1\/brokers?\b/.test(endpoint))
    const reading = routes.filter((declared) => getMethod(declared) === 'GET')
    assert.ok(reading.length > 40)
    for (const declared of reading) {
      const known = { submissions: id, documents: fileId, pdfs: fileId, export: id }
      const records = { ...unknownRecords(declared), ...known }
      assert.equal((await send(tenant.live, { declared, records })).status, 404, declared.endpoint)
    }
  })

  test('shows its broker these fields, before and after the lender has it', async () => {
    const url = `/v1/broker/submissions/${id}`
    const read = async () => (await broker.caller.get(url)).body.data
    assert.deepEqual(Object.keys(await read()).toSorted(), SHOWN)
    const { body } = await tenant.live.post(`${url}/review`, { decision: 'accept' })
    assert.equal(body.data?.status, 'accepted', JSON.stringify(body))
    await house.settle(60_000)
    for (const [dealStage, stage, decision] of [
      ['underwriting', 'reviewing', null],
      ['missing_docs', 'needs_documents', null],
      ['offer_out', 'reviewing', null],
      ['funded', 'decision', 'approved'],
      ['declined', 'decision', 'declined'],
    ]) {
      const patch = { deal_stage: dealStage, decline_reasons: ['RC01'] }
      await tenant.live.patch(`/v1/submissions/${id}`, patch)
      const shown = await read()
      assert.deepEqual([shown.stage, shown.decision], [stage, decision])
      assert.deepEqual(Object.keys(shown).toSorted(), SHOWN)
      assert.ok(!JSON.stringify(shown).includes('RC01'))
    }
  })

  test('is deleted with its submission, its files too', async () => {
    const read = await broker.caller.get(`/v1/broker/submissions/${id}`)
    assert.equal(read.status, 200)
    assert.equal((await tenant.live.delete(`/v1/submissions/${id}`)).status, 200)
    assert.equal((await broker.caller.get(`/v1/broker/submissions/${id}`)).status, 404)
    const files = await Array.fromAsync(house.house.store.list(tenant.environments.live))
    assert.deepEqual(files, [])
  })

  test('cannot be reached by a broker who is disabled', async () => {
    assert.equal((await broker.caller.get('/v1/broker/submissions')).status, 200)
    await tenant.live.patch(`/v1/brokers/${broker.id}`, { status: 'disabled' })
    for (const path of ['/v1/broker/submissions', '/v1/broker/api-keys']) {
      const { status, body } = await broker.caller.get(path)
      assert.deepEqual([status, body.error.code], [403, 'broker_disabled'])
    }
  })

  test('is shown to a person of its broker, and to none without one', async () => {
    const desk = await makeBroker(house, tenant, 'person@broker.example')
    const own = await makeDraft(desk.caller, { business: { name: 'Of the desk' } })
    const person = await signIn(house, tenant, 'broker')
    const bind = 'update memberships set broker_id = $1 where user_id = $2'
    await house.house.database.pool.query(bind, [null, person.userId])
    const { status, body } = await (await callAs(house, person)).get('/v1/broker/submissions')
    assert.deepEqual([status, body.error.code], [403, 'broker_disabled'])
    await house.house.database.pool.query(bind, [desk.id, person.userId])
    const { body: list } = await (await callAs(house, person)).get('/v1/broker/submissions')
    const ids = list.data.map((row: { id: string }) => row.id)
    assert.deepEqual(ids, [own['broker-submissions']])
  })

  test('stays the broker’s when the lender rotates its key', async () => {
    const other = await makeBroker(house, tenant, 'rotated@broker.example')
    const { body } = await tenant.live.post(`/v1/api-keys/${other.keyId}/rotate`, {})
    assert.equal(body.data.broker_id, other.id)
  })

  test('is read from an archive as from its files', async () => {
    const { zipSync } = await import('fflate')
    const names = ['07', '08', '09'].map((month) => `clean/statement-2025-${month}.pdf`)
    const entries = names.map(readSample).map(({ filename, bytes }) => [filename, bytes] as const)
    const other = await makeBroker(house, tenant, 'archive@broker.example')
    await tenant.live.put('/v1/user/settings', { broker_requirements: ['bank_statements'] })
    const { body } = await other.caller.post('/v1/broker/submissions', { business: { name: NAME } })
    const url = `/v1/broker/submissions/${body.data.id}`
    const before = await Array.fromAsync(house.house.store.list(tenant.environments.live))
    const file = { filename: 'all.zip', bytes: zipSync(Object.fromEntries(entries)) }
    await other.caller.upload(`${url}/files`, [file])
    await house.settle(60_000)
    const { requirements, files } = (await other.caller.get(url)).body.data
    assert.deepEqual(
      [files[0].status, requirements[0].satisfied],
      ['read', true],
      requirements[0].why,
    )
    const stored = await Array.fromAsync(house.house.store.list(tenant.environments.live))
    assert.equal(stored.length, before.length + 1)
  })
})
