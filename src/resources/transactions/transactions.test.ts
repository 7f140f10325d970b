import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { useTestHouse, type TestTenant } from '../../../test/context.ts'

interface Row {
  id: string
  amount: number
  date: string
  description: string
  external_id: string | null
}

describe('transactions', () => {
  const house = useTestHouse()
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
  })

  async function submission(body: object = {}): Promise<string> {
    const { body: created } = await tenant.live.post('/v1/submissions', { name: 'Bakery', ...body })
    return created.data.id
  }

  function item(index: number, changes: object = {}): object {
    const date = `2025-03-${String(index).padStart(2, '0')}`
    const external_id = `row-${index}`
    return {
      description: `SQUARE INC DEPOSIT ${index}`,
      amount: 100 + index,
      date,
      external_id,
      ...changes,
    }
  }

  async function bulk(submissionId: string, transactions: object[], options: object = {}) {
    const body = { submission_id: submissionId, transactions, ...options }
    return tenant.live.post('/v1/transactions/bulk', body)
  }

  async function list(query: string): Promise<Row[]> {
    const { status, body, raw } = await tenant.live.get(`/v1/transactions?${query}`)
    assert.equal(status, 200, raw.toString())
    return body.data
  }

  test('a created transaction is returned in major units with a Location and is enriched', async () => {
    const submissionId = await submission()
    const body = {
      submission_id: submissionId,
      ...item(3, { date: '2025-03-03T23:15:00-05:00', balance: 1200.5 }),
    }
    const created = await tenant.live.post('/v1/transactions', body)
    assert.equal(created.status, 201, created.raw.toString())
    const { data } = created.body
    assert.equal(created.headers.location, `/v1/transactions/${data.id}`)
    assert.equal(data.amount, 103)
    assert.equal(data.balance, 1200.5)
    assert.equal(data.balance_source, 'provider')
    assert.equal(data.date, '2025-03-03')
    assert.equal(data.posted_at, '2025-03-04T04:15:00.000Z')
    await house.settle()
    const { body: read } = await tenant.live.get(`/v1/transactions/${data.id}`)
    assert.equal(read.data.categories[0].slug, 'revenue.card_settlement')
    assert.equal(read.data.is_revenue, true)
    assert.equal(read.data.evidence.document_id, null)
    const { body: status } = await tenant.live.get(`/v1/submissions/${submissionId}`)
    assert.equal(status.data.status, 'processed')
  })

  test('a bad row of five fails alone and says why', async () => {
    const submissionId = await submission()
    const rows = [item(1), item(2, { amount: 1.005 }), item(3), item(4), item(5)]
    const response = await bulk(submissionId, rows)
    assert.equal(response.status, 207)
    const { created, failed, results } = response.body.data
    assert.deepEqual({ created, failed }, { created: 4, failed: 1 })
    assert.equal(results[1].error.code, 'invalid_amount')
    assert.equal(results[1].error.param, 'amount')
    assert.equal(results[1].external_id, 'row-2')
    assert.equal((await list(`submission_id=${submissionId}`)).length, 4)
  })

  test('every fault of a row is its own: date, category, unknown field, repeated external id', async () => {
    const submissionId = await submission()
    const response = await bulk(submissionId, [
      item(1, { date: '2025-02-30' }),
      item(2, { category: 'expenses.rentt' }),
      item(3, { amuont: 1 }),
      item(4),
      item(4),
      'not an object' as unknown as object,
    ])
    const errors = response.body.data.results.map((result: any) => result.error?.code ?? null)
    assert.deepEqual(errors, [
      'invalid_date',
      'invalid_category',
      'unknown_field',
      null,
      'duplicate_external_id',
      'invalid_type',
    ])
    assert.match(response.body.data.results[1].error.message, /expenses\.rent\?/)
  })

  test('sending the same rows again changes nothing, and with update only what differs', async () => {
    const submissionId = await submission()
    const rows = [item(1), item(2), item(3)]
    assert.equal((await bulk(submissionId, rows)).status, 201)
    const refused = await bulk(submissionId, rows)
    assert.equal(refused.body.data.failed, 3)
    assert.equal(refused.body.data.results[0].error.code, 'duplicate_external_id')
    const skipped = await bulk(submissionId, rows, { on_conflict: 'skip' })
    assert.equal(skipped.body.data.skipped, 3)
    const changed = [item(1), item(2, { amount: 999 }), item(3), item(4)]
    const updated = await bulk(submissionId, changed, { on_conflict: 'update' })
    assert.equal(updated.status, 201, updated.raw.toString())
    const { unchanged, created } = updated.body.data
    assert.deepEqual([unchanged, updated.body.data.updated, created], [2, 1, 1])
    const found = await list(`submission_id=${submissionId}&sort=date`)
    assert.deepEqual(
      found.map(({ amount }) => amount),
      [101, 999, 103, 104],
    )
  })

  test('a dry run returns what would happen and stores nothing', async () => {
    const submissionId = await submission()
    const trial = await bulk(submissionId, [item(1), item(2, { date: 'x' })], { dry_run: true })
    assert.equal(trial.status, 200)
    assert.deepEqual([trial.body.data.created, trial.body.data.failed], [1, 1])
    assert.equal(trial.body.data.results[0].id, null)
    assert.deepEqual(await list(`submission_id=${submissionId}`), [])
  })

  test('NDJSON takes a row per line, and a broken line fails alone', async () => {
    const submissionId = await submission()
    const lines = [JSON.stringify(item(1)), '{broken', '', JSON.stringify(item(2))].join('\n')
    const response = await tenant.live.post(
      `/v1/transactions/bulk?submission_id=${submissionId}`,
      lines,
      { headers: { 'content-type': 'application/x-ndjson' } },
    )
    assert.equal(response.status, 207, response.raw.toString())
    assert.equal(response.body.data.created, 2)
    assert.equal(response.body.data.results[1].error.code, 'invalid_json')
    const elsewhere = await tenant.live.post('/v1/transactions', lines, {
      headers: { 'content-type': 'application/x-ndjson' },
    })
    assert.equal(elsewhere.body.error.code, 'invalid_content_type')
  })

  test('six thousand rows are stored in one request, with what they mean', async () => {
    const submissionId = await submission()
    const rows = Array.from({ length: 6000 }, (_, index) =>
      item((index % 28) + 1, { external_id: `many-${index}`, amount: -5 - index }),
    )
    const sent = await bulk(submissionId, rows)
    assert.equal(sent.status, 202)
    assert.equal(sent.body.data.enrichment, 'done')
    await house.settle(60_000)
    const { body } = await tenant.live.get(
      `/v1/transactions?submission_id=${submissionId}&include_total=true&limit=1`,
    )
    assert.equal(body.meta.total_count, 6000)
    assert.notEqual(body.data[0].normalized_description, null)
  })

  test('a text is stored as it came, whatever it looks like to the database', async () => {
    const submissionId = await submission()
    const texts = ['NULL', 'null', '{a,"b"}', String.raw`a\"b\\`, "o'clock, 100 %", 'Ⅷ\u2028é', '}']
    await bulk(
      submissionId,
      texts.map((description, index) =>
        item(index + 1, { description, metadata: { description } }),
      ),
    )
    const rows = await list(`submission_id=${submissionId}&sort=date`)
    assert.deepEqual(
      rows.map(({ description }) => description),
      texts,
    )
    assert.deepEqual(
      rows.map((row: any) => row.metadata.description),
      texts,
    )
  })

  test('rows name an account by id or by what is known of it', async () => {
    const submissionId = await submission()
    const account = { institution_name: 'First Bank', number: '000123456789', type: 'savings' }
    await bulk(submissionId, [item(1), item(2)], { account })
    const other = await bulk(submissionId, [item(3, { account: { number: '4444' } }), item(4)])
    assert.equal(other.status, 201, other.raw.toString())
    const rows = await list(`submission_id=${submissionId}&sort=date`)
    const accounts = rows.map((row: any) => row.account_id)
    assert.equal(accounts[0], accounts[1])
    assert.equal(new Set(accounts).size, 3)
    const again = await bulk(submissionId, [item(5, { account_id: accounts[2] })])
    assert.equal(again.status, 201)
    const foreign = await bulk(await submission(), [item(6, { account_id: accounts[2] })])
    assert.equal(foreign.body.data.results[0].error.code, 'account_not_found')
  })

  describe('filters', () => {
    let submissionId: string

    before(async () => {
      submissionId = await submission()
      await bulk(submissionId, [
        item(1, { description: 'ACME 100% OFF', amount: -50 }),
        item(2, { description: 'GUSTO PAYROLL', amount: -900 }),
        item(3),
        item(4, {
          description: 'CITY POWER AND LIGHT UTILITIES',
          amount: -120.25,
          is_pending: true,
        }),
      ])
      await house.settle()
    })

    async function found(query: string): Promise<string[]> {
      const rows = await list(`submission_id=${submissionId}&sort=date&${query}`)
      return rows.map(({ external_id }) => external_id!)
    }

    test('narrow by amount in major units, direction, date and state', async () => {
      assert.deepEqual(await found('min_amount=-120.25&max_amount=0'), ['row-1', 'row-4'])
      assert.deepEqual(await found('direction=inflow'), ['row-3'])
      assert.deepEqual(await found('start_date=2025-03-02&end_date=2025-03-03'), ['row-2', 'row-3'])
      assert.deepEqual(await found('is_pending=true'), ['row-4'])
      assert.deepEqual(await found('external_id=row-2'), ['row-2'])
    })

    test('take a category by slug or root, or everything else', async () => {
      assert.deepEqual(await found('category=revenue'), ['row-3'])
      assert.deepEqual(await found('category=expenses.payroll,revenue'), ['row-2', 'row-3'])
      assert.ok(!(await found('category_not=revenue')).includes('row-3'))
      const refused = await tenant.live.get('/v1/transactions?category=expenses.payrol')
      assert.equal(refused.status, 400)
      assert.match(refused.body.error.message, /expenses\.payroll/)
    })

    test('match text as it stands, wildcards included', async () => {
      assert.deepEqual(await found('q=100%25'), ['row-1'])
      assert.deepEqual(await found('q=_usto'), [])
      assert.deepEqual(await found('q=gusto'), ['row-2'])
    })

    test('total in major units on request', async () => {
      const { body } = await tenant.live.get(
        `/v1/transactions?submission_id=${submissionId}&include_total=true&limit=1`,
      )
      assert.deepEqual(body.meta.totals, {
        inflow: 103,
        outflow: 1070.25,
        count: 4,
        currency: 'USD',
      })
      assert.equal(body.has_more, true)
    })

    test('refuse parameters of a metric without one', async () => {
      const refused = await tenant.live.get('/v1/transactions?date_range=last_30_days')
      assert.equal(refused.body.error.code, 'invalid_parameter')
      const unknown = await tenant.live.get(
        `/v1/transactions?submission_id=${submissionId}&metric=total_deposit`,
      )
      assert.equal(unknown.body.error.code, 'invalid_metric')
    })

    test('export the same rows, safe for a spreadsheet', async () => {
      await bulk(submissionId, [item(9, { description: '=HYPERLINK("x")', amount: -1 })])
      const response = await tenant.live.get(
        `/v1/transactions/export?submission_id=${submissionId}&end_date=2025-03-09&start_date=2025-03-09`,
      )
      const [head = '', line = ''] = String(response.body).split('\r\n')
      assert.match(head, /^id,date,description,amount/)
      assert.ok(line.includes(`"'=HYPERLINK(""x"")",-1,USD`), line)
    })
  })

  test('pages do not repeat or miss a row when rows are added between them', async () => {
    const submissionId = await submission()
    await bulk(
      submissionId,
      Array.from({ length: 20 }, (_, index) => item(index + 1)),
    )
    const seen: string[] = []
    let cursor = ''
    for (;;) {
      const { body } = await tenant.live.get(
        `/v1/transactions?submission_id=${submissionId}&limit=6${cursor}`,
      )
      seen.push(...body.data.map((row: Row) => row.external_id))
      if (seen.length === 6) await bulk(submissionId, [item(28), item(27)])
      if (body.next_cursor === null) break
      cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`
    }
    assert.deepEqual(
      seen,
      Array.from({ length: 20 }, (_, index) => `row-${20 - index}`),
    )
  })

  test('rows of the body are enriched and forgotten', async () => {
    const rows = [
      {
        description: 'SQ *COFFEE BAR DEPOSIT',
        amount: 812.5,
        date: '2025-03-01',
        external_id: 'a',
      },
      { description: 'NSF FEE', amount: -35, date: '2025-03-02' },
    ]
    const response = await tenant.live.post('/v1/transactions/enrich', { transactions: rows })
    assert.equal(response.status, 200, response.raw.toString())
    const [first, second] = response.body.data.transactions
    assert.equal(first.external_id, 'a')
    assert.equal(first.id, null)
    assert.equal(second.fee_kind, 'nsf')
    assert.equal(second.categories[0].slug, 'fees.nsf_overdraft')
    const few = { transactions: rows, fields: ['fee_kind', 'categories'] }
    const sparse = await tenant.live.post('/v1/transactions/enrich', few)
    const baseFields = ['id', 'external_id', 'date', 'amount', 'currency', 'description']
    assert.deepEqual(
      Object.keys(sparse.body.data.transactions[0]).toSorted(),
      [...baseFields, 'fee_kind', 'categories'].toSorted(),
    )
    const neither = await tenant.live.post('/v1/transactions/enrich', {})
    assert.equal(neither.body.error.code, 'missing_field')
  })

  test('enriching a second time changes nothing', async () => {
    const submissionId = await submission({ auto_process: false })
    await bulk(submissionId, [item(1), item(2), item(3)], { enrich: false })
    const path = `/v1/submissions/${submissionId}/transactions/enrich`
    const first = await tenant.live.post(path)
    assert.equal(first.status, 200)
    assert.deepEqual(first.body.data.changed, 3)
    const version = await getVersion(submissionId)
    const second = await tenant.live.post(path)
    assert.equal(second.body.data.changed, 0)
    assert.equal(await getVersion(submissionId), version)
    const [row] = await list(`submission_id=${submissionId}&limit=1`)
    const byId = await tenant.live.post('/v1/transactions/enrich', { transaction_ids: [row!.id] })
    assert.deepEqual([byId.body.data.enriched, byId.body.data.changed], [1, 0])
  })

  async function getVersion(submissionId: string): Promise<number> {
    const { body } = await tenant.live.get(`/v1/submissions/${submissionId}/statistics`)
    return body.data.analytics_version
  }

  test('feedback changes the scorecard and survives a new enrichment', async () => {
    const submissionId = await submission()
    await bulk(submissionId, [item(1), item(2), item(3, { description: 'SQUARE INC DEPOSIT 2' })])
    await house.settle()
    const before = await getRevenue(submissionId)
    const [row] = await list(`submission_id=${submissionId}&external_id=row-2`)
    const input = {
      category: 'debt.loan_proceeds',
      comment: 'A loan',
      apply_to: 'similar_in_submission',
    }
    const response = await tenant.live.post(`/v1/transactions/${row!.id}/feedback`, input)
    assert.equal(response.status, 200, response.raw.toString())
    const { transaction, affected_count, recompute } = response.body.data
    assert.equal(transaction.categories[0].slug, 'debt.loan_proceeds')
    assert.equal(transaction.categories[0].source, 'feedback')
    assert.equal(transaction.feedback.comment, 'A loan')
    assert.ok(affected_count >= 2)
    assert.equal(recompute, 'queued')
    const after = await getRevenue(submissionId)
    assert.ok(after < before)
    await house.settle()
    await tenant.live.post(`/v1/submissions/${submissionId}/transactions/enrich`, { force: true })
    await house.settle()
    assert.equal(await getRevenue(submissionId), after)
    const log = await tenant.live.get(`/v1/audit-log?resource_id=${row!.id}&action=overridden`)
    assert.equal(log.body.data.length, 1)
  })

  async function getRevenue(submissionId: string): Promise<number> {
    const { body } = await tenant.live.get(`/v1/submissions/${submissionId}/bank-summary`)
    return body.data.totals.true_revenue
  }

  test('feedback names the nearest category and the reach it has', async () => {
    const submissionId = await submission()
    const { body } = await bulk(submissionId, [item(1)])
    const path = `/v1/transactions/${body.data.results[0].id}/feedback`
    const category = await tenant.live.post(path, { category: 'expenses.rentt' })
    assert.equal(category.status, 400)
    assert.match(category.body.error.message, /expenses\.rent\?/)
    const reach = await tenant.live.post(path, { category: 'expenses.rent', apply_to: 'everyone' })
    assert.equal(reach.status, 422)
    assert.equal(reach.body.error.code, 'invalid_enum')
    assert.match(reach.body.error.message, /this, similar_in_submission, tenant/)
    assert.equal((await tenant.live.post(path, {})).body.error.code, 'missing_field')
  })

  test('a change needs the state it was made on, and the numbers follow', async () => {
    const submissionId = await submission()
    const { body } = await bulk(submissionId, [item(1), item(2)])
    const path = `/v1/transactions/${body.data.results[0].id}`
    await house.settle()
    const read = await tenant.live.get(path)
    const headers = { 'if-match': String(read.headers.etag) }
    const changed = await tenant.live.patch(
      path,
      { amount: 250, metadata: { note: 'x' } },
      { headers },
    )
    assert.equal(changed.status, 200, changed.raw.toString())
    assert.equal(changed.body.data.amount, 250)
    assert.equal(changed.body.data.raw_description, 'SQUARE INC DEPOSIT 1')
    const stale = await tenant.live.patch(path, { amount: 1 }, { headers })
    assert.equal(stale.body.error.code, 'version_conflict')
    await house.settle()
    assert.equal(await getRevenue(submissionId), 352)
    assert.equal((await tenant.live.delete(path)).body.data.deleted, true)
    assert.equal((await tenant.live.get(path)).status, 404)
    await house.settle()
    assert.equal(await getRevenue(submissionId), 102)
  })

  test('what belongs to another tenant does not exist', async () => {
    const submissionId = await submission()
    const { body } = await bulk(submissionId, [item(1)])
    const path = `/v1/transactions/${body.data.results[0].id}`
    const stranger = (await house.tenant()).live
    for (const response of [
      await stranger.get(path),
      await stranger.patch(path, { amount: 1 }),
      await stranger.delete(path),
      await stranger.post(`${path}/feedback`, { is_revenue: true }),
      await stranger.post('/v1/transactions/enrich', {
        transaction_ids: [body.data.results[0].id],
      }),
    ]) {
      assert.equal(response.status, 404)
      assert.equal(response.body.error.code, 'transaction_not_found')
    }
    const listed = await stranger.get(`/v1/transactions?submission_id=${submissionId}`)
    assert.deepEqual(listed.body.data, [])
    const refused = await stranger.post('/v1/transactions', {
      submission_id: submissionId,
      ...item(1),
    })
    assert.equal(refused.body.error.code, 'submission_not_found')
  })
})
