import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { before, beforeEach, describe, test } from 'node:test'
import { useTestHouse, type Caller, type TestTenant } from '../../../../../test/context.ts'
import { dumpTables } from '../../../../../test/dump.ts'
import { useReceiver, type Received } from '../../../../../test/fakes/receiver.ts'
import { readFixture, submit, upload } from '../../../../../test/statements.ts'
import { createEgress } from '../../../../platform/egress/egress.ts'
import { createLog } from '../../../../platform/log.ts'

const CREDENTIAL = 'Bearer credential-of-the-intake'

describe('a submission that is sent to a funder’s API', () => {
  const logged: string[] = []
  const sink = new PassThrough().on('data', (chunk: Buffer) => logged.push(chunk.toString()))
  const house = useTestHouse({}, { log: createLog('trace', sink) })
  const receiver = useReceiver()
  let tenant: TestTenant
  let count = 0

  before(async () => {
    tenant = await house.tenant()
  })
  beforeEach(() => {
    receiver.received.length = 0
    receiver.behave({})
  })

  function funder(fields: object = {}): any {
    const headers = { Authorization: CREDENTIAL, 'X-Desk': 'west' }
    return {
      name: `Quayside Capital ${(count += 1)}`,
      submission_channel: 'api',
      api_config: { url: `${receiver.url}?token=path-secret`, headers },
      ...fields,
    }
  }

  async function put(
    caller: Caller,
    { input = funder(), link = {} }: { input?: object; link?: object },
  ) {
    const made = await caller.post('/v1/funders', input)
    assert.equal(made.status, 201, made.raw.toString())
    const submission_id = (link as any).submission_id ?? (await submit(caller))
    const url = `/v1/funders/${made.body.data.id}/submissions`
    const { status, body } = await caller.post(url, { submission_id, send: true, ...link })
    const path = `${url}/${body.data?.id}`
    return { status, body, path, read: async () => (await caller.get(url)).body.data[0] }
  }

  /** The queue runs dry without waiting for the pauses between the tries. */
  async function settle(): Promise<void> {
    // Cut off to the column's milliseconds, which would round up into the future.
    const hurry = `update jobs set run_at = date_trunc('milliseconds', now())
      where state = 'queued' and run_at > now()`
    do await house.settle()
    while ((await house.house.database.pool.query(hurry)).rowCount! > 0)
  }

  test('arrives once with its documents and headers, and keeps what the funder calls it', async () => {
    const { live } = tenant
    const company_info = { name: 'Harborline LLC', ein: '12-3456789', address: { state: 'NY' } }
    const submission_id = await submit(live, { external_id: 'CRM-7', company_info })
    const { file } = readFixture('running-balance/dormant')
    const documentId = await upload(live, submission_id, { file })
    const row = {
      submission_id,
      date: '2025-03-03',
      amount: 250,
      description: 'SALES',
      balance: 900,
    }
    await live.post('/v1/transactions', row)
    await house.settle()
    await live.post(`/v1/submissions/${submission_id}/process`, {})
    await house.settle()
    receiver.behave({ status: 201, body: '{"id": "QC-1042", "status": "received"}' })
    const link = {
      submission_id,
      document_ids: [documentId],
      requested: { amount: 25_000, product: 'mca' },
      consent: { granted_by: 'Elena Foster', scope: ['statements'] },
      note: 'Owner is available until noon.',
    }
    const { status, body, read } = await put(live, { link })
    assert.deepEqual([status, body.data.status], [201, 'pending'])
    await settle()
    const sent = await read()
    assert.deepEqual(
      [sent.status, sent.external_reference, sent.events.at(-1).detail],
      ['submitted', 'QC-1042', `To ${new URL(receiver.url).origin}`],
    )
    assert.equal(receiver.received.length, 1)
    const [{ method, path, headers, body: bytes }] = receiver.received as [Received]
    assert.deepEqual([method, path], ['POST', '/hooks/assay?token=path-secret'])
    assert.deepEqual([headers.authorization, headers['x-desk']], [CREDENTIAL, 'west'])
    assert.match(headers['content-type']!, /^application\/json/)
    const { submission, documents, metrics, ...rest } = JSON.parse(bytes.toString())
    const { company_info: company, ...known } = submission
    assert.deepEqual(known, { id: submission_id, external_id: 'CRM-7', name: 'Harborline' })
    assert.deepEqual(
      [company.name, company.ein, company.address.state],
      ['Harborline LLC', '**-***6789', 'NY'],
    )
    const { latest } = (await live.get(`/v1/submissions/${submission_id}`)).body.data
    assert.deepEqual(metrics, {
      monthly_true_revenue: latest.monthlyTrueRevenue,
      average_daily_balance: latest.averageDailyBalance,
      as_of: latest.asOf,
    })
    const { id, requested, consent, notes } = sent
    assert.deepEqual(rest, { id, requested, consent, notes })
    const [{ content, ...document }] = documents
    assert.deepEqual(Buffer.from(content, 'base64'), Buffer.from(file.bytes))
    const kept = (await live.get(`/v1/documents/${documentId}`)).body.data
    assert.deepEqual(document, {
      id: documentId,
      class: kept.document_class,
      filename: kept.filename,
      content_type: 'application/pdf',
      size_bytes: file.bytes.length,
      sha256: kept.sha256,
    })
  })

  test('is tried again with the same key until the funder can take it, and is submitted then', async () => {
    receiver.script([{ status: 503 }, { status: 429 }, { body: '{"id": 7, "reference": "R-7"}' }])
    const { read } = await put(tenant.live, {})
    await settle()
    const { status, external_reference } = await read()
    assert.deepEqual([status, external_reference], ['submitted', 'R-7'])
    const keys = receiver.received.map(({ headers }) => headers['idempotency-key'])
    assert.deepEqual([keys.length, new Set(keys).size], [3, 1])
  })

  test('fails at once when the funder refuses it, says how, and is another one when sent again', async () => {
    receiver.script([{ status: 422, body: '{"id": "no"}' }])
    const { path, read } = await put(tenant.live, { link: { note: 'First' } })
    await settle()
    const refused = await read()
    assert.deepEqual(
      [refused.status, refused.events.at(-1).detail, refused.external_reference],
      ['submission_failed', 'The funder’s server returned 422.', null],
    )
    assert.equal(receiver.received.length, 1)
    await tenant.live.patch(path, { external_reference: 'Ours', send: true })
    receiver.behave({ body: '{"id": "Theirs"}' })
    await settle()
    const taken = await read()
    assert.deepEqual([taken.status, taken.external_reference], ['submitted', 'Ours'])
    const keys = receiver.received.map(({ headers }) => headers['idempotency-key'])
    assert.equal(new Set(keys).size, 2)
  })

  test('never reaches an address that was closed after it was set', async () => {
    const { live } = tenant
    const { egress } = house.house
    const { id } = (await live.post('/v1/funders', funder())).body.data
    const path = `/v1/funders/${id}/submissions`
    house.house.egress = createEgress({ allowCidrs: [] })
    await live.post(path, { submission_id: await submit(live), send: true })
    await settle()
    house.house.egress = egress
    const [{ status, events }] = (await live.get(path)).body.data
    const detail = 'The funder’s server could not be reached.'
    assert.deepEqual([status, events.at(-1).detail], ['submission_failed', detail])
    assert.equal(receiver.received.length, 0)
  })

  test('is sent to nobody in test mode', async () => {
    const { read } = await put(tenant.test, {})
    await settle()
    assert.equal((await read()).status, 'submitted')
    assert.equal(receiver.received.length, 0)
  })

  test('is refused for a funder that has no address of an API', async () => {
    const { status, body } = await put(tenant.live, { input: funder({ api_config: null }) })
    assert.deepEqual([status, body.error.code, body.error.param], [409, 'cannot_send', 'send'])
    assert.match(body.error.message, /has no api_config/)
  })

  test('has an address that may be called, and headers that are not the service’s', async () => {
    const { url } = receiver
    const cases = [
      [{ url: 'ftp://intake.example/' }, 400, 'invalid_url', 'api_config.url'],
      [{ url: 'http://intake.example/' }, 400, 'invalid_url', 'api_config.url'],
      [{ url: 'http://10.0.0.7/' }, 400, 'url_not_allowed', 'api_config.url'],
      [{ url, headers: { Host: 'x' } }, 422, 'invalid_format', 'api_config.headers.Host'],
      [
        { url, headers: { 'Idempotency-Key': '1' } },
        422,
        'invalid_format',
        'api_config.headers.Idempotency-Key',
      ],
      [{ url, headers: { 'X-Key': '•••' } }, 422, 'invalid_format', 'api_config.headers.X-Key'],
      [{ headers: {} }, 422, 'missing_field', 'api_config.url'],
    ] as const
    const { id } = (await tenant.live.post('/v1/funders', funder())).body.data
    for (const [api_config, ...expected] of cases) {
      const responses = [
        await tenant.live.post('/v1/funders', funder({ api_config })),
        await tenant.live.patch(`/v1/funders/${id}`, { api_config }),
      ]
      for (const { status, body } of responses)
        assert.deepEqual([status, body.error.code, body.error.param], expected)
    }
  })

  test('its headers stay when others change, and go with the address they were given for', async () => {
    const { live } = tenant
    const { id, api_config: shown } = (await live.post('/v1/funders', funder())).body.data
    assert.deepEqual(shown.headers, { Authorization: '•••', 'X-Desk': '•••' })
    const change = async (patch: object) =>
      (await live.patch(`/v1/funders/${id}`, patch)).body.data.api_config
    assert.deepEqual(await change({ notes: 'Replies on Mondays' }), shown)
    const submission_id = await submit(live)
    await live.post(`/v1/funders/${id}/submissions`, { submission_id, send: true })
    await settle()
    assert.equal(receiver.received.at(-1)!.headers.authorization, CREDENTIAL)
    const { url } = receiver
    assert.deepEqual(await change({ api_config: { url } }), { url, headers: {} })
    const path = `/v1/funders/${id}/submissions`
    const [link] = (await live.get(path)).body.data
    await live.patch(`${path}/${link.id}`, { status: 'withdrawn' })
    await live.post(path, { submission_id: await submit(live), send: true })
    await settle()
    assert.equal(receiver.received.at(-1)!.headers.authorization, undefined)
    assert.equal(await change({ api_config: null }), null)
  })

  test('never shows the funder’s credential in a response, a row, the audit log or the log', async () => {
    const { live } = tenant
    const input = funder()
    const made = await live.post('/v1/funders', input)
    const { id } = made.body.data
    const second = { ...input.api_config, headers: { 'X-Other': CREDENTIAL } }
    const changed = await live.patch(`/v1/funders/${id}`, { api_config: second })
    receiver.behave({ status: 401, body: CREDENTIAL })
    await live.post(`/v1/funders/${id}/submissions`, {
      submission_id: await submit(live),
      send: true,
    })
    await settle()
    const audit = await live.get(`/v1/audit-log?resource_id=${id}`)
    const [update] = audit.body.data
    const { origin } = new URL(receiver.url)
    assert.deepEqual(update.changes.find(({ field }: any) => field === 'api_config').to, {
      origin,
      header_names: ['X-Other'],
    })
    const rows = (await dumpTables(house.house.database.pool)).map(({ text }) => text)
    const responses = [made, changed, audit, await live.get('/v1/funders?q=Quayside')]
    const texts = [...responses.map(({ raw }) => raw.toString()), ...rows, ...logged]
    assert.equal(logged.length > 0, true)
    assert.deepEqual(
      texts.filter((text) => text.includes('credential-of-the-intake')),
      [],
    )
    assert.equal(audit.raw.includes('path-secret'), false)
  })
})
