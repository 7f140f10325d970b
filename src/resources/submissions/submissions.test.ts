import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { createCaller, useTestHouse, type TestTenant } from '../../../test/context.ts'

const EIN = '12-3456789'
const COMPANY = { name: 'Maple Leaf Bakery LLC', ein: EIN, annual_revenue: 1_250_000.5 }

describe('submissions', () => {
  const house = useTestHouse()
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
  })

  async function create(body: object = {}): Promise<any> {
    const { status, body: response, raw } = await tenant.live.post('/v1/submissions', body)
    assert.equal(status, 201, raw.toString())
    return response.data
  }

  test('a new submission is returned in full, with a Location', async () => {
    const body = {
      external_id: 'deal-1',
      company_info: COMPANY,
      metadata: { campaign: 'fall', note: { deep_key: 1 } },
    }
    const created = await tenant.live.post('/v1/submissions', body)
    assert.equal(created.status, 201, created.raw.toString())
    const { data } = created.body
    assert.equal(created.headers.location, `/v1/submissions/${data.id}`)
    assert.equal(data.tenantId, tenant.tenantId)
    assert.equal(data.externalId, 'deal-1')
    assert.equal(data.name, 'Maple Leaf Bakery LLC')
    assert.equal(data.status, 'new')
    assert.deepEqual(data.metadata, body.metadata)
    assert.equal(data.companyInfo.ein, EIN)
    assert.equal(data.companyInfo.annualRevenue, 1_250_000.5)
    assert.equal(data.livemode, true)
    assert.equal(data.failure, null)
    assert.deepEqual((await tenant.live.get(`/v1/submissions/${data.id}`)).body.data, data)
    assert.deepEqual((await tenant.live.get('/v1/submissions/ext:deal-1')).body.data, data)
  })

  test('a request may say camelCase for snake_case, but not both of one field', async () => {
    const data = await create({ externalId: 'camel', companyInfo: { entityType: 'llc' } })
    assert.equal(data.externalId, 'camel')
    assert.equal(data.companyInfo.entityType, 'llc')
    const both = await tenant.live.post('/v1/submissions', { external_id: 'a', externalId: 'b' })
    assert.equal(both.status, 422)
    assert.equal(both.body.error.code, 'field_given_twice')
  })

  test('an unknown field is refused with the nearest name, and nothing is created', async () => {
    const refused = await tenant.live.post('/v1/submissions', { externl_id: 'typo' })
    assert.equal(refused.status, 422)
    assert.equal(refused.body.error.code, 'unknown_field')
    assert.match(refused.body.error.message, /external_id/)
    const ein = await tenant.live.post('/v1/submissions', { company_info: { ein: '123456789' } })
    assert.equal(ein.body.error.code, 'invalid_ein')
    assert.equal(ein.body.error.param, 'company_info.ein')
  })

  test('a second submission with an external_id is refused and names the first', async () => {
    const first = await create({ external_id: 'taken' })
    const second = await tenant.live.post('/v1/submissions', { external_id: 'taken' })
    assert.equal(second.status, 409)
    assert.equal(second.body.error.code, 'external_id_exists')
    assert.equal(second.body.error.existing_id, first.id)
    const other = await create({})
    const patched = await tenant.live.patch(`/v1/submissions/${other.id}`, { external_id: 'taken' })
    assert.equal(patched.body.error.existing_id, first.id)
    const sandbox = await tenant.test.post('/v1/submissions', { external_id: 'taken' })
    assert.equal(sandbox.status, 201)
  })

  test('of many requests at once with one external_id exactly one creates', async () => {
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => tenant.live.post('/v1/submissions', { external_id: 'rush' })),
    )
    assert.deepEqual(
      responses.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 409, 409, 409, 409, 409, 409, 409],
    )
    const ids = new Set(responses.map(({ body }) => body.data?.id ?? body.error.existing_id))
    assert.equal(ids.size, 1)
  })

  test('a repeated create with its Idempotency-Key returns the first submission', async () => {
    const headers = { 'idempotency-key': 'create-once' }
    const first = await tenant.live.post('/v1/submissions', { name: 'Once' }, { headers })
    const second = await tenant.live.post('/v1/submissions', { name: 'Once' }, { headers })
    assert.equal(second.status, 201)
    assert.equal(second.headers['idempotent-replayed'], 'true')
    assert.deepEqual(second.body, first.body)
  })

  test('an EIN is shown in full only to keys that may read it, and is stored sealed', async () => {
    const data = await create({
      company_info: COMPANY,
      owners: [{ first_name: 'Ada', date_of_birth: '1980-02-03' }],
    })
    assert.equal(data.owners[0].dateOfBirthMasked, '1980-**-**')
    const key = (scopes: string[]) => tenant.live.post('/v1/api-keys', { name: 'Reader', scopes })
    const plain = createCaller(house.app, (await key(['submissions:read'])).body.data.key)
    const cleared = createCaller(
      house.app,
      (await key(['submissions:read', 'pii:read'])).body.data.key,
    )
    assert.equal(
      (await plain.get(`/v1/submissions/${data.id}`)).body.data.companyInfo.ein,
      '**-***6789',
    )
    assert.equal((await cleared.get(`/v1/submissions/${data.id}`)).body.data.companyInfo.ein, EIN)
    const values = await plain.get(`/v1/submissions/${data.id}/attribute-values?attribute=ein`)
    assert.equal(values.body.data[0].value, '**-***6789')
    const found = await tenant.live.get(`/v1/submissions?ein=${EIN}`)
    assert.ok(found.body.data.some(({ id }: { id: string }) => id === data.id))
  })

  test('metadata merges, null removes a key, keys are never rewritten', async () => {
    const data = await create({ metadata: { keep_me: 1, dropMe: 2 } })
    const patched = await tenant.live.patch(`/v1/submissions/${data.id}`, {
      metadata: { dropMe: null, added: [1] },
    })
    assert.deepEqual(patched.body.data.metadata, { keep_me: 1, added: [1] })
    const large = await tenant.live.patch(`/v1/submissions/${data.id}`, {
      metadata: { big: 'x'.repeat(3000) },
    })
    assert.equal(large.body.error.code, 'too_long')
    const found = await tenant.live.get('/v1/submissions?metadata[keep_me]=1')
    assert.deepEqual(
      found.body.data.map(({ id }: { id: string }) => id),
      [data.id],
    )
  })

  test('company_info merges by field, and null clears one', async () => {
    const data = await create({ company_info: { ...COMPANY, industry: 'Food' } })
    const change = { company_info: { industry: null, ein: null, dba: 'Maple' } }
    const { companyInfo } = (await tenant.live.patch(`/v1/submissions/${data.id}`, change)).body
      .data
    assert.deepEqual(
      [companyInfo.name, companyInfo.industry, companyInfo.ein, companyInfo.dba],
      [COMPANY.name, null, null, 'Maple'],
    )
  })

  test('an offer is kept with what follows from its terms, moves, and stands in the timeline', async () => {
    const { id } = await create({ name: 'Harbor Cafe' })
    const patch = async (offer: object | null): Promise<any> =>
      (await tenant.live.patch(`/v1/submissions/${id}`, { kept_offer: offer })).body
    const missing = await patch({ amount: 30_000, factor: 1.34 })
    assert.deepEqual(
      [missing.error.code, missing.error.param],
      ['missing_field', 'kept_offer.term_months'],
    )
    const terms = { amount: 30_000, factor: 1.34, term_months: 9, frequency: 'weekly' }
    const kept = (await patch({ ...terms, origination_fee: 0.02 })).data.keptOffer
    assert.deepEqual(
      [kept.state, kept.payment, kept.purchasedAmount, kept.netFunded],
      ['draft', 1030.77, 40_200, 29_400],
    )
    assert.ok(kept.changedBy !== '' && kept.changedAt !== null)
    const sent = (await patch({ state: 'sent' })).data.keptOffer
    assert.deepEqual([sent.state, sent.amount, sent.payment], ['sent', 30_000, 1030.77])
    assert.equal((await patch({ amount: 25_000 })).data.keptOffer.state, 'draft')
    assert.equal((await patch(null)).data.keptOffer, null)
    const timeline = (await tenant.live.get(`/v1/submissions/${id}/timeline`)).body.data
    assert.deepEqual(
      timeline.slice(0, 4).map(({ title }: { title: string }) => title),
      [
        'Offer removed: $25,000 at 1.34 over 9 months',
        'Offer saved: $25,000 at 1.34 over 9 months',
        'Offer sent: $30,000 at 1.34 over 9 months',
        'Offer saved: $30,000 at 1.34 over 9 months',
      ],
    )
  })

  test('a change with an outdated If-Match is refused', async () => {
    const data = await create({ name: 'Versioned' })
    const { etag } = (await tenant.live.get(`/v1/submissions/${data.id}`)).headers
    const headers = { 'if-match': String(etag) }
    assert.equal(
      (await tenant.live.patch(`/v1/submissions/${data.id}`, { name: 'Second' }, { headers }))
        .status,
      200,
    )
    const late = await tenant.live.patch(
      `/v1/submissions/${data.id}`,
      { name: 'Third' },
      { headers },
    )
    assert.equal(late.body.error.code, 'version_conflict')
  })

  test('an archived submission leaves the list and returns to the status it had', async () => {
    const { id } = await create({ name: 'Archived' })
    const listIds = async (query: string) =>
      (await tenant.live.get(`/v1/submissions?q=Archived${query}`)).body.data.map(
        (row: { id: string }) => row.id,
      )
    assert.equal(
      (await tenant.live.patch(`/v1/submissions/${id}`, { status: 'archived' })).body.data.status,
      'archived',
    )
    assert.deepEqual(await listIds(''), [])
    assert.deepEqual(await listIds('&include_archived=true'), [id])
    assert.deepEqual(await listIds('&status=archived,new'), [id])
    const process = await tenant.live.post(`/v1/submissions/${id}/process`)
    assert.equal(process.body.error.code, 'invalid_state_transition')
    assert.equal(
      (await tenant.live.patch(`/v1/submissions/${id}`, { status: 'processed' })).body.data.status,
      'new',
    )
    const early = await tenant.live.patch(`/v1/submissions/${id}`, { status: 'reviewed' })
    assert.equal(early.status, 409)
    assert.match(early.body.error.message, /new cannot become reviewed; allowed from new: archived/)
  })

  test('paging is stable under inserts, and a cursor belongs to its filters', async () => {
    const own = await house.tenant()
    for (const name of ['a', 'b', 'c', 'd', 'e']) await own.live.post('/v1/submissions', { name })
    const first = await own.live.get('/v1/submissions?limit=2&include_total=true')
    assert.equal(first.body.meta.total_count, 5)
    await own.live.post('/v1/submissions', { name: 'late' })
    const names: string[] = first.body.data.map((row: { name: string }) => row.name)
    let cursor: string | null = first.body.next_cursor
    while (cursor !== null) {
      const page: any = await own.live.get(`/v1/submissions?limit=2&cursor=${cursor}`)
      names.push(...page.body.data.map((row: { name: string }) => row.name))
      cursor = page.body.next_cursor
    }
    assert.deepEqual(names, ['e', 'd', 'c', 'b', 'a'])
    const foreign = await own.live.get(
      `/v1/submissions?status=new&cursor=${first.body.next_cursor}`,
    )
    assert.equal(foreign.body.error.code, 'invalid_cursor')
    const sorted = await own.live.get('/v1/submissions?sort=name')
    assert.deepEqual(
      sorted.body.data.map((row: { name: string }) => row.name),
      ['a', 'b', 'c', 'd', 'e', 'late'],
    )
    for (const sort of ['-risk_score', 'updated_at']) {
      assert.equal((await own.live.get(`/v1/submissions?sort=${sort}`)).body.data.length, 6)
    }
  })

  test('every filter narrows the list, and a percent sign is no wildcard', async () => {
    const own = await house.tenant()
    const made = await own.live.post('/v1/submissions', {
      name: '100% Juice',
      deal_stage: 'ready',
      tags: ['hot'],
      assigned_to: 'user-1',
      request: { amount: 5000, currency: 'USD' },
    })
    await own.live.post('/v1/submissions', { name: '100 Juice' })
    const hits = async (query: string) =>
      (await own.live.get(`/v1/submissions?${query}`)).body.data.length
    assert.equal(made.body.data.request.amount, 5000)
    assert.equal(await hits('q=100%25 j'), 1)
    for (const query of ['deal_stage=ready', 'tag=hot', 'assigned_to=user-1'])
      assert.equal(await hits(query), 1, query)
    for (const query of [
      'has_documents=false',
      'source=api',
      'created_after=2020-01-01T00:00:00Z',
      'updated_after=2020-01-01T00:00:00Z',
    ]) {
      assert.equal(await hits(query), 2, query)
    }
    for (const query of [
      'has_documents=true',
      'min_risk_score=1',
      'max_risk_score=99',
      'paper_grade=A',
      'created_before=2020-01-01T00:00:00Z',
    ]) {
      assert.equal(await hits(query), 0, query)
    }
    assert.equal(
      (await own.live.get('/v1/submissions?statu=new')).body.error.code,
      'unknown_parameter',
    )
  })

  test('a submission of another tenant or mode does not exist', async () => {
    const other = await house.tenant()
    const { id } = await create({})
    for (const stranger of [other.live, tenant.test]) {
      const parts = [
        '',
        '/status',
        '/events',
        '/duplicates',
        '/timeline',
        '/attribute-values',
        '/parsed-submissions',
        '/missing-accounts',
      ]
      for (const part of parts) {
        const response = await stranger.get(`/v1/submissions/${id}${part}`)
        assert.equal(response.status, 404, part)
        assert.equal(response.body.error.code, 'submission_not_found')
      }
      for (const verb of ['process', 'enrich', 'workflow']) {
        assert.equal(
          (await stranger.post(`/v1/submissions/${id}/${verb}`, {})).body.error.code,
          'submission_not_found',
        )
      }
      assert.equal((await stranger.patch(`/v1/submissions/${id}`, { name: 'Mine' })).status, 404)
      assert.equal((await stranger.delete(`/v1/submissions/${id}`)).status, 404)
    }
  })

  test('a restaurant whose rows pay no wages, taxes, rent and utilities has an account elsewhere', async () => {
    const elsewhere = async (code: string) => {
      const { id } = await create({ company_info: { name: 'Juniper Lane Cafe', naics_code: code } })
      const row = (date: string) => ({ date, amount: 500, description: 'DEPOSIT 0001' })
      const input = { submission_id: id, transactions: [row('2025-01-02'), row('2025-03-03')] }
      await tenant.live.post('/v1/transactions/bulk', input)
      return (await tenant.live.get(`/v1/submissions/${id}/missing-accounts`)).body.data
    }
    const [account] = await elsewhere('722511')
    assert.deepEqual(
      [account.account_type_hint, account.first_date, account.last_date, account.transaction_ids],
      ['possible_operating_account', '2025-01-02', '2025-03-03', []],
    )
    assert.deepEqual(await elsewhere('531110'), [])
  })

  test('a workflow that does not exist cannot be started', async () => {
    const { id } = await create({})
    const response = await tenant.live.post(`/v1/submissions/${id}/workflow`, {
      workflow_name: 'nightly',
    })
    assert.equal(response.status, 404)
    assert.equal(response.body.error.code, 'workflow_not_found')
  })

  test('the timeline shows who did what, newest first, with changes but no personal names', async () => {
    const { id } = await create({ name: 'Secret Name' })
    await tenant.live.patch(`/v1/submissions/${id}`, { name: 'Other Secret', deal_stage: 'ready' })
    const { body, raw } = await tenant.live.get(`/v1/submissions/${id}/timeline`)
    assert.deepEqual(
      body.data.map((entry: { type: string }) => entry.type),
      ['submission.updated', 'submission.created'],
    )
    assert.equal(body.data[0].actor.type, 'api_key')
    assert.equal(body.data[0].title, 'Stage: ready. Changed: name')
    assert.deepEqual(body.data[0].changes[0], { field: 'deal_stage', from: null, to: 'ready' })
    assert.equal(raw.includes('Secret'), false)
    const typed = await tenant.live.get(
      `/v1/submissions/${id}/timeline?types=submission.created&limit=1`,
    )
    assert.equal(typed.body.data.length, 1)
    assert.equal(
      (await tenant.live.get(`/v1/submissions/${id}/timeline?actor=system`)).body.data.length,
      0,
    )
  })
})
