import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { readSample } from '../../../test/broker.ts'
import { createCaller, useTestHouse, type Caller, type TestTenant } from '../../../test/context.ts'

const DEAL = {
  business: { name: 'Harborline Studio LLC', ein: '12-3456789', entity_type: 'llc' },
  owners: [{ first_name: 'Ada', last_name: 'Marlowe', ownership_percent: 100, ssn_last4: '4711' }],
  funding: { amount: 50_000, purpose: 'Equipment' },
  metadata: { desk: 'north' },
}

const STATEMENTS = ['07', '08', '09'].map((month) => `clean/statement-2025-${month}.pdf`)
const APPLICATION = 'documents/iso_application.pdf'

describe('a deal of a broker', () => {
  const house = useTestHouse()
  let tenant: TestTenant
  let broker: Caller

  async function createKey(email: string): Promise<Caller> {
    const input = { name: 'Portal', broker: { name: 'North Desk', email } }
    const { status, body } = await tenant.live.post('/v1/broker/api-keys', input)
    assert.equal(status, 201, JSON.stringify(body))
    assert.deepEqual(body.data.scopes, ['broker:read', 'broker:write'])
    return createCaller(house.app, body.data.key)
  }

  before(async () => {
    tenant = await house.tenant()
    broker = await createKey('north@broker.example')
  })

  async function draft(fields: object = DEAL): Promise<string> {
    const { status, body } = await broker.post('/v1/broker/submissions', fields)
    assert.equal(status, 201, JSON.stringify(body))
    assert.equal(body.data.status, 'draft')
    return body.data.id
  }

  async function addFiles(id: string, names: readonly string[]): Promise<void> {
    const url = `/v1/broker/submissions/${id}/files`
    const { status, body } = await broker.upload(url, names.map(readSample))
    assert.equal(status, 201, JSON.stringify(body))
    await house.settle(60_000)
  }

  const eventTypes = async (): Promise<string[]> =>
    (await tenant.live.get('/v1/events?limit=1000')).body.data.map(
      (event: { type: string }) => event.type,
    )

  test('goes from a draft with three statements to a processed submission', async () => {
    const id = await draft()
    const url = `/v1/broker/submissions/${id}`
    const early = await broker.post(`${url}/submit`)
    assert.deepEqual([early.status, early.body.error.code], [422, 'missing_field'])
    assert.equal(early.body.error.errors.length, 2, JSON.stringify(early.body))
    await addFiles(id, [...STATEMENTS, APPLICATION])
    const ready = (await broker.get(url)).body.data
    assert.deepEqual(ready.validation_errors, [])
    assert.deepEqual(
      ready.files.map((file: { status: string; document_class: string }) => [
        file.status,
        file.document_class,
      ]),
      [...STATEMENTS.map(() => ['read', 'bank_statement']), ['read', 'iso_application']],
    )
    const submitted = (await broker.post(`${url}/submit`)).body.data
    assert.deepEqual([submitted.status, submitted.stage], ['submitted', 'received'])
    assert.equal((await broker.post(`${url}/submit`)).body.error.code, 'already_submitted')
    assert.deepEqual(await eventTypes(), [])
    const start = await tenant.live.post(`${url}/review`, { decision: 'start' })
    assert.deepEqual([start.status, start.body.data.stage], [200, 'reviewing'])
    const accepted = (await tenant.live.post(`${url}/review`, { decision: 'accept' })).body.data
    assert.deepEqual([accepted.status, accepted.submission_id], ['accepted', id])
    await house.settle(60_000)
    const types = await eventTypes()
    assert.equal(types.filter((type) => type === 'submission.created').length, 1)
    assert.equal(types.filter((type) => type === 'document.uploaded').length, 4)
    const deal = (await tenant.live.get(`/v1/submissions/${id}`)).body.data
    assert.deepEqual(
      [deal.status, deal.source, deal.counts.documents, deal.request.amount, deal.metadata],
      ['processed', 'broker', 4, 50_000, { desk: 'north' }],
    )
    assert.equal(deal.companyInfo.ein, '12-3456789')
    assert.ok(deal.counts.transactions > 50)
  })

  test('says what is missing, and why, as its files are read', async () => {
    const id = await draft()
    await addFiles(id, [STATEMENTS[0]!, STATEMENTS[2]!])
    const { requirements } = (await broker.get(`/v1/broker/submissions/${id}`)).body.data
    const open = requirements.filter(({ satisfied }: { satisfied: boolean }) => !satisfied)
    assert.deepEqual(
      open.map(({ code }: { code: string }) => code),
      ['application', 'bank_statements'],
    )
    assert.match(open[1].why, /2025-08-01 to 2025-08-31/)
  })

  test('is changed by its broker only while it is the broker’s turn', async () => {
    await tenant.live.put('/v1/user/settings', { broker_requirements: ['business_name'] })
    const id = await draft({ business: { name: 'Turns LLC' } })
    const url = `/v1/broker/submissions/${id}`
    await broker.post(`${url}/submit`)
    const refused = await broker.patch(url, { notes: 'Too late' })
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'invalid_state_transition'])
    const silent = await tenant.live.post(`${url}/review`, { decision: 'request_changes' })
    assert.deepEqual([silent.status, silent.body.error.param], [422, 'note'])
    const note = 'Please add the August statement.'
    await tenant.live.post(`${url}/review`, { decision: 'request_changes', note })
    await house.settle()
    assert.ok(readMails().some((mail) => mail.includes(note) && mail.includes('north@')))
    const back = (await broker.get(url)).body.data
    assert.deepEqual([back.stage, back.history.at(-1).note], ['needs_documents', note])
    assert.equal((await broker.patch(url, { notes: 'Added' })).status, 200)
    assert.equal((await broker.post(`${url}/submit`)).body.data.status, 'submitted')
    await tenant.live.post(`${url}/review`, { decision: 'reject', note: 'Not now.' })
    const end = (await broker.get(url)).body.data
    assert.deepEqual([end.stage, end.decision], ['decision', 'declined'])
    assert.equal((await broker.delete(url)).status, 200)
    assert.equal((await tenant.live.get(url)).status, 404)
    await tenant.live.put('/v1/user/settings', { broker_requirements: null })
  })

  function readMails(): string[] {
    const folder = house.config.mailOutboxDir!
    const names = existsSync(folder) ? readdirSync(folder) : []
    return names.map((name) => readFileSync(join(folder, name), 'utf8'))
  }
})
