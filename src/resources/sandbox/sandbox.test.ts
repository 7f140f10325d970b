import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import { useTestHouse, type TestTenant } from '../../../test/context.ts'
import { EVENT_TYPES, EVENTS } from '../../events.ts'
import { listSchemaFaults } from '../../platform/wire/check/validate.ts'
import { listSamples } from './deals/samples.ts'

const STATEMENT = readFileSync(
  new URL('../../../fixtures/statements/running-balance/dormant/statement.pdf', import.meta.url),
)

describe('the test mode', () => {
  const house = useTestHouse()
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
  })

  async function createDeal(sample: string): Promise<any> {
    const { status, body } = await tenant.test.post('/v1/sandbox/deals', { sample })
    assert.equal(status, 201)
    return body.data
  }

  async function listDocuments(submissionId: string): Promise<any[]> {
    return (await tenant.test.get(`/v1/submissions/${submissionId}/documents`)).body.data
  }

  async function upload(filename: string, request?: object): Promise<string> {
    const { body } = await tenant.test.post('/v1/submissions', { name: filename, request })
    const files = [{ filename, bytes: STATEMENT }]
    await tenant.test.upload(`/v1/submissions/${body.data.id}/documents`, files)
    return body.data.id
  }

  test('has samples of statements, each with a truth that its files bear out', async () => {
    const samples = await listSamples()
    assert.equal(samples.length, 12)
    // Reading a picture takes seconds; the suites of scans do it. The others are read here.
    const read = samples.filter(({ name }) => name !== 'scanned')
    const deals = new Map<string, string>()
    for (const { name } of read) deals.set(name, (await createDeal(name)).submission_id)
    await house.settle(60_000)
    for (const { name, files, truth } of read) {
      const documents = await listDocuments(deals.get(name)!)
      for (const { filename, documentClass, statements } of files) {
        const found = documents.find((one) => one.filename === filename)
        assert.equal(found.document_class, documentClass, `${name}/${filename}`)
        if (!truth.isReconciled) assert.equal(found.status, 'review_required', name)
        else if (truth.signals.length === 0) assert.equal(found.status, 'processed', name)
        const rows = statements.reduce((sum, one) => sum + one.transactionsCount, 0)
        if (statements.length > 0) assert.equal(found.transactions_count, rows, name)
      }
    }
    const positions = await tenant.test.get(`/v1/submissions/${deals.get('stacked')}/positions`)
    const funders = positions.body.data.map((one: any) => one.funder_name).toSorted()
    const stacked = samples.find(({ name }) => name === 'stacked')!.truth.funders.toSorted()
    assert.deepEqual(funders, stacked)
    const signals = await tenant.test.get(`/v1/submissions/${deals.get('tampered')}/documents`)
    assert.notEqual(signals.body.data[0].authenticity_score, 100)
  })

  test('lists its samples, and names the nearest for one that it does not have', async () => {
    const { body } = await tenant.test.get('/v1/sandbox/samples')
    assert.equal(body.data.length, 12)
    const wrong = await tenant.test.post('/v1/sandbox/deals', { sample: 'staked' })
    assert.deepEqual([wrong.status, wrong.body.error.param], [400, 'sample'])
    assert.match(wrong.body.error.message, /Did you mean stacked/)
  })

  test('fails a file on purpose, does not know one, and keeps one waiting', async () => {
    const [failing, unknown, slow] = [
      await upload('july.fail-parse.pdf'),
      await upload('july.unclassifiable.pdf'),
      await upload('july.SLOW.pdf'),
    ]
    await house.settle()
    const [failed] = await listDocuments(failing)
    assert.deepEqual([failed.status, failed.error_code], ['failed', 'document_crashed'])
    const [unsupported] = await listDocuments(unknown)
    assert.deepEqual([unsupported.status, unsupported.document_class], ['unsupported', 'other'])
    assert.equal((await listDocuments(slow))[0].status, 'queued')
  })

  test('ends a submission as its requested amount says', async () => {
    const [failing, reviewed] = [
      await upload('a.pdf', { amount: 4000.01 }),
      await upload('b.pdf', { amount: 4000.02 }),
    ]
    await house.settle()
    const readStatus = async (id: string): Promise<string> =>
      (await tenant.test.get(`/v1/submissions/${id}`)).body.data.status
    assert.equal(await readStatus(failing), 'failed')
    assert.equal(await readStatus(reviewed), 'review_required')
  })

  test('alone knows these names and amounts', async () => {
    const request = { amount: 4000.01 }
    const { body } = await tenant.live.post('/v1/submissions', { name: 'Live', request })
    const files = [{ filename: 'july.fail-parse.pdf', bytes: STATEMENT }]
    await tenant.live.upload(`/v1/submissions/${body.data.id}/documents`, files)
    await house.settle()
    const { body: after } = await tenant.live.get(`/v1/submissions/${body.data.id}`)
    assert.equal(after.data.status, 'processed')
  })

  test('lets an event of every type happen, as its schema says', async () => {
    const { url } = (await tenant.test.get('/v1/sandbox/inbox')).body.data
    await tenant.test.post('/v1/webhooks', { url, events: ['*'] })
    for (const type of EVENT_TYPES) {
      const { status, body } = await tenant.test.post('/v1/sandbox/events', { type })
      assert.equal(status, 202)
      const { data } = EVENTS.find((event) => event.type === type)!
      assert.deepEqual(listSchemaFaults(data, body.data.data), [])
    }
    await house.settle()
    const { body } = await tenant.test.get('/v1/sandbox/inbox/messages')
    assert.deepEqual(
      body.data.map((message: any) => message.event_type).toSorted(),
      [...EVENT_TYPES].toSorted(),
    )
  })

  test('fires an event of a submission with its ids', async () => {
    const input = { name: 'Mine', external_id: 'mine-1' }
    const { id } = (await tenant.test.post('/v1/submissions', input)).body.data
    const fired = await tenant.test.post('/v1/sandbox/events', {
      type: 'document.parsed',
      submission_id: id,
    })
    const { submission_id: submissionId, external_id: externalId } = fired.body.data.data
    assert.deepEqual([submissionId, externalId], [id, 'mine-1'])
    const live = await tenant.live.post('/v1/sandbox/events', { type: 'document.parsed' })
    assert.deepEqual([live.status, live.body.error.code], [403, 'test_key_required'])
  })
})
