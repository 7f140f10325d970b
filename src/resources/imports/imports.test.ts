import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import fc from 'fast-check'
import { PROVIDERS } from '../../core/providers/index.ts'
import { readFixture } from '../../../test/statements.ts'
import { useTestHouse, type TestResponse, type TestTenant } from '../../../test/context.ts' // prettier-ignore

const FIXTURE = (name: string): string => readFileSync(`fixtures/providers/${name}`, 'utf8')
const RAW = { headers: { 'content-type': 'application/json' } }
const XML = { headers: { 'content-type': 'text/xml' } }

/** A payload of each address. */
const PAYLOADS: Record<string, string> = {
  'provider-a-assets': 'plaid/asset-report.json',
  'provider-a-transactions': 'plaid/transactions-get.json',
  'provider-c': 'ocrolus/book-summary.json',
  'provider-d': 'yodlee/transactions.json',
  'provider-e': 'decision_logic/report-xml.xml',
  'provider-f': 'inscribe/document.json',
}

/** A row of Plaid with an id. */
function plaidRow(id: string, amount: number, more: object = {}): object {
  const own = { transaction_id: id, account_id: 'a', iso_currency_code: 'USD' }
  return { ...own, amount, date: '2025-03-03', name: `Row ${id}`, pending: false, ...more }
}

const ACCOUNTS = [{ account_id: 'a', mask: '4417', type: 'depository', subtype: 'checking', name: 'Checking', balances: { iso_currency_code: 'USD' } }] // prettier-ignore

describe('imports of providers', () => {
  const house = useTestHouse()
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
  })

  async function submission(): Promise<string> {
    return (await tenant.live.post('/v1/submissions', { name: 'Lakeside Cafe' })).body.data.id
  }

  async function send(id: string, path: string, payload: unknown): Promise<TestResponse> {
    const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
    const options = text.startsWith('<') ? XML : RAW
    return tenant.live.post(`/v1/submissions/${id}/${path}`, Buffer.from(text), options)
  }

  async function rows(id: string): Promise<[string | null, string, number, string][]> {
    const { body } = await tenant.live.get(`/v1/transactions?submission_id=${id}&limit=1000`)
    return body.data
      .map((row: { external_id: string; date: string; amount: number; description: string }) => [row.external_id, row.date, row.amount, row.description])
      .toSorted() // prettier-ignore
  }

  test('each address reads its provider, and the same payload again changes nothing', async () => {
    for (const [path, fixture] of Object.entries(PAYLOADS)) {
      const id = await submission()
      const first = await send(id, path, FIXTURE(fixture))
      assert.equal(first.status, 200, `${path} ${JSON.stringify(first.body.error)}`)
      const truth = JSON.parse(FIXTURE(fixture.replace(/\.\w+$/, '.truth.json')))
      const booked = truth.rows.filter((row: unknown[]) => row[5] === false)
      assert.equal(first.body.data.transactions_created, booked.length, path)
      const kept = await rows(id)
      assert.deepEqual(
        kept.map(([external, date, amount]) => [external, date, Math.round(amount * 100)]),
        booked.map((row: unknown[]) => row.slice(0, 3)).toSorted(),
        path,
      )
      const again = await send(id, path, FIXTURE(fixture))
      assert.equal(again.status, 200, `${path} ${JSON.stringify(again.body.error)}`)
      const { transactions_created, transactions_updated, raw_document_id } = again.body.data
      assert.deepEqual([transactions_created, transactions_updated], [0, 0], path)
      assert.equal(raw_document_id, first.body.data.raw_document_id)
      assert.deepEqual(await rows(id), kept)
      const got = await tenant.live.get(`/v1/imports/${first.body.data.id}`)
      assert.deepEqual(got.body.data, first.body.data)
    }
  })

  test('every provider of the list is taken by the address of all, and so is a file', async () => {
    for (const { name } of PROVIDERS) {
      const id = await submission()
      const body = { submission_id: id, provider: name, payload: {} }
      const { status, body: refused } = await tenant.live.post('/v1/integrations/import', body)
      assert.deepEqual([status, refused.error.code], [422, 'provider_payload_invalid'], name)
      assert.ok(refused.error.errors[0].pointer !== undefined)
    }
    const id = await submission()
    const csv = 'Date,Description,Amount\n01/03/2025,RENT,-1200.50\n01/04/2025,SALES,310.55\n'
    const file = { filename: 'a.csv', bytes: Buffer.from(csv) }
    const sent = await tenant.live.upload('/v1/integrations/import', [file], { submission_id: id, provider: 'csv' }) // prettier-ignore
    assert.deepEqual([sent.status, sent.body.data?.transactions_created], [200, 2], JSON.stringify(sent.body)) // prettier-ignore
    assert.deepEqual(new Set((await rows(id)).map((row) => row[2])), new Set([-1200.5, 310.55]))
  })

  test('the same payload uploaded as a file gives the same rows and balances', async () => {
    for (const fixture of ['plaid/asset-report.json', 'ocrolus/book-summary.json', 'yodlee/transactions.json', 'flinks/accounts-detail.json', 'decision_logic/report-xml.xml']) {
      const [imported, uploaded] = [await submission(), await submission()]
      const provider = fixture.split('/')[0]
      const payload = fixture.endsWith('.xml') ? FIXTURE(fixture) : JSON.parse(FIXTURE(fixture))
      const body = { submission_id: imported, provider, payload, options: { include_pending: true } }
      assert.equal((await tenant.live.post('/v1/integrations/import', body)).status, 200)
      const file = { filename: 'payload.json', bytes: Buffer.from(FIXTURE(fixture)) }
      assert.equal((await tenant.live.upload(`/v1/submissions/${uploaded}/documents`, [file])).status, 201)
      await house.settle()
      const plain = async (id: string) => (await rows(id)).map((row) => row.slice(1).join('|')).toSorted()
      assert.deepEqual(await plain(imported), await plain(uploaded), fixture)
    } // prettier-ignore
  })

  test('a statement report gives its PDFs as documents, imported or uploaded, and once', async () => {
    const { bytes } = readFixture('running-balance/funded').file
    const statements = [{ assetId: 'july', asset: Buffer.from(bytes).toString('base64') }]
    const payload = { customerId: 7, type: 'statement', institutions: [{ statements }] }
    const [imported, uploaded] = [await submission(), await submission()]
    const body = { submission_id: imported, provider: 'mastercard', payload }
    const trial = await tenant.live.post('/v1/integrations/import', { ...body, options: { dry_run: true } }) // prettier-ignore
    assert.deepEqual([trial.status, trial.body.data.dry_run], [200, true])
    for (const _ of [1, 2]) {
      const sent = await tenant.live.post('/v1/integrations/import', body)
      assert.deepEqual([sent.status, sent.body.data?.status], [200, 'succeeded'], sent.raw.toString()) // prettier-ignore
    }
    const file = { filename: 'report.json', bytes: Buffer.from(JSON.stringify(payload)) }
    await tenant.live.upload(`/v1/submissions/${uploaded}/documents`, [file])
    await house.settle()
    const names = async (id: string): Promise<string[]> =>
      (await tenant.live.get(`/v1/submissions/${id}/documents`)).body.data.map((one: any) => `${one.display_name} ${one.document_class} ${one.status}`).toSorted() // prettier-ignore
    assert.equal((await names(imported)).length, 2)
    assert.match((await names(imported)).join(), /july\.pdf bank_statement processed/)
    const plain = async (id: string) => (await rows(id)).map((row) => row.slice(1).join('|'))
    const kept = await plain(imported)
    assert.ok(kept.length > 5)
    assert.deepEqual(kept.toSorted(), (await plain(uploaded)).toSorted())
    const named = { ...body, payload: { customerId: 7, type: 'statement', assetId: 'july' } }
    const refused = await tenant.live.post('/v1/integrations/import', named)
    assert.deepEqual([refused.status, refused.body.error.errors[0].pointer], [422, '/assetId'])
  })

  test('an account other than the entered one is an anomaly of the deal', async () => {
    const id = await submission()
    await send(id, 'provider-e', FIXTURE('decision_logic/report-json.json'))
    await house.settle()
    const { body } = await tenant.live.get(`/v1/submissions/${id}/anomalies?date_range=all`)
    const kinds = body.data.anomalies.map(({ kind }: { kind: string }) => kind)
    assert.ok(kinds.includes('account_number_mismatch'), kinds.join())
  })

  test('pending rows wait, booked ones take their place, and what is taken back is gone', async () => {
    const id = await submission()
    const pending = plaidRow('p1', 10, { pending: true })
    const first = await send(id, 'provider-a-transactions', { accounts: ACCOUNTS, transactions: [pending, plaidRow('t1', 5)] }) // prettier-ignore
    assert.deepEqual([first.body.data.transactions_created, first.body.data.transactions_skipped], [1, 1]) // prettier-ignore
    const page = { accounts: ACCOUNTS, added: [plaidRow('t2', 11, { pending_transaction_id: 'p1' })], modified: [plaidRow('t1', 6)], removed: [], next_cursor: 'c' } // prettier-ignore
    const second = await send(id, 'provider-a-transactions', page)
    assert.deepEqual([second.body.data.transactions_created, second.body.data.transactions_updated], [1, 1]) // prettier-ignore
    assert.deepEqual((await rows(id)).map((row) => [row[0], row[2]]), [['t1', -6], ['t2', -11]]) // prettier-ignore
    const third = await send(id, 'provider-a-transactions', { added: [], modified: [], removed: [{ transaction_id: 't1' }], next_cursor: 'd' }) // prettier-ignore
    assert.equal(third.body.data?.transactions_removed, 1, JSON.stringify(third.body))
    assert.deepEqual((await rows(id)).map((row) => row[0]), ['t2']) // prettier-ignore
  })

  test('what a person corrected stays when the provider changes the row', async () => {
    const id = await submission()
    await send(id, 'provider-a-transactions', { accounts: ACCOUNTS, transactions: [plaidRow('t1', 5)] }) // prettier-ignore
    const [row] = (await tenant.live.get(`/v1/transactions?submission_id=${id}`)).body.data
    await tenant.live.post(`/v1/transactions/${row.id}/feedback`, { category: 'expenses.rent' })
    await send(id, 'provider-a-transactions', { added: [], modified: [plaidRow('t1', 7)], accounts: ACCOUNTS }) // prettier-ignore
    await house.settle()
    const { body } = await tenant.live.get(`/v1/transactions/${row.id}`)
    assert.deepEqual([body.data.amount, body.data.categories[0].slug], [-7, 'expenses.rent'])
  })

  test('a row says where the provider found it, and keeps what a person has noted at it', async () => {
    const id = await submission()
    await send(id, 'provider-c', FIXTURE('ocrolus/book-summary.json'))
    const list = async () => (await tenant.live.get(`/v1/transactions?submission_id=${id}&sort=date`)).body.data
    const [row, , unplaced] = await list()
    assert.deepEqual(row.metadata, { page: 1, bbox: [0.1, 0.2, 0.3, 0.25] })
    assert.deepEqual(unplaced.metadata, { page: 1 })
    await tenant.live.patch(`/v1/transactions/${row.id}`, { metadata: { note: 'owner called' } })
    const again = await send(id, 'provider-c', FIXTURE('ocrolus/book-summary.json'))
    assert.equal(again.body.data.transactions_updated, 0)
    assert.equal((await list())[0].metadata.note, 'owner called')
  }) // prettier-ignore

  test('a period of a provider that does not reconcile stops a person; one that does, does not', async () => {
    const id = await submission()
    const { body } = await send(id, 'provider-c', FIXTURE('ocrolus/book-summary.json'))
    assert.deepEqual(body.data.reconciliation.map((one: { status: string; difference: number }) => [one.status, one.difference]), [['reconciled_by_totals', 0], ['unreconciled', 10]]) // prettier-ignore
    const { body: document } = await tenant.live.get(`/v1/documents/${body.data.raw_document_id}`)
    assert.equal(document.data.status, 'review_required')
    assert.equal(document.data.source, 'provider')
  })

  test('a dry run shows what would come and keeps nothing', async () => {
    const id = await submission()
    const payload = JSON.parse(FIXTURE('plaid/transactions-get.json'))
    const { status, body } = await tenant.live.post(`/v1/submissions/${id}/provider-a-transactions`, { payload, options: { dry_run: true } }) // prettier-ignore
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual([body.data.id, body.data.transactions_created, body.data.rows.length], [null, 3, 4]) // prettier-ignore
    assert.deepEqual(await rows(id), [])
    const sources = await tenant.live.get(`/v1/submissions/${id}/data-sources`)
    assert.deepEqual(sources.body.data, [])
  })

  test('digits of the payload are what is stored, whether it comes bare or in an envelope', async () => {
    for (const text of [
      '{"accounts":[],"transactions":[{"transaction_id":"x","account_id":"a","iso_currency_code":"USD","date":"2025-01-02","amount":1.10000000000000008882,"name":"N"}]}',
      '{"options":{},"payload":{"accounts":[],"transactions":[{"transaction_id":"x","account_id":"a","iso_currency_code":"USD","date":"2025-01-02","amount":-0.30000000000000004,"name":"N"}]}}',
    ]) {
      const id = await submission()
      const { status, body } = await send(id, 'provider-a-transactions', text)
      assert.equal(status, 200, JSON.stringify(body))
      assert.equal((await rows(id))[0]![2], text.includes('options') ? 0.3 : -1.1)
    }
  })

  test('a payload that is refused names the places, and nothing of it is kept', async () => {
    const id = await submission()
    const cases: [string, string, string][] = [
      ['provider-a-transactions', '{"accounts":[]}', '/transactions'],
      ['provider-e', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', ''],
      ['provider-c', '{"response":{"txns":[{"pk":1}]}}', '/response/txns/0'],
      ['provider-d', '{"transaction":[{"baseType":"DEBIT"}]}', '/transaction/0'],
    ]
    for (const [path, text, pointer] of cases) {
      const { status, body } = await send(id, path, text)
      assert.deepEqual([status, body.error.code, body.error.errors[0].pointer], [422, 'provider_payload_invalid', pointer], path) // prettier-ignore
    }
    const { body } = await tenant.live.get(`/v1/submissions/${id}/documents`)
    assert.deepEqual(body.data, [])
  })

  test('an invented user of a sandbox is taken in test mode alone', async () => {
    const payload = { override_accounts: [{ type: 'depository', subtype: 'checking', transactions: [{ date_posted: '2025-01-02', amount: -12.5, description: 'PAY', currency: 'USD' }] }] } // prettier-ignore
    const live = await send(await submission(), 'provider-a-transactions', payload)
    assert.deepEqual([live.status, live.body.error?.code], [422, 'provider_payload_invalid'])
    const api = tenant.test
    const { body } = await api.post('/v1/submissions', { name: 'Test' })
    const tried = await api.post(`/v1/submissions/${body.data.id}/provider-a-transactions`, { payload }) // prettier-ignore
    assert.equal(tried.body.data?.transactions_created, 1, JSON.stringify(tried.body))
  })

  test('an instant is the day at the zone that is named; a zone that is none is refused', async () => {
    const row = { id: 1, accountId: 7, customerId: 9, amount: 1.5, description: 'D', status: 'active', postedDate: 1_740_805_200 } // prettier-ignore
    const payload = { accounts: [{ id: 7, currency: 'USD' }], transactions: [row] }
    const days: Record<string, string> = { 'America/New_York': '2025-03-01', 'America/Los_Angeles': '2025-02-28' } // prettier-ignore
    for (const [timezone, day] of Object.entries(days)) {
      const id = await submission()
      const body = { submission_id: id, provider: 'mastercard', payload, options: { timezone } }
      assert.equal((await tenant.live.post('/v1/integrations/import', body)).status, 200)
      assert.equal((await rows(id))[0]![1], day)
    }
    const body = { submission_id: await submission(), provider: 'mastercard', payload, options: { timezone: 'America/New_Yrok' } } // prettier-ignore
    const { status, body: refused } = await tenant.live.post('/v1/integrations/import', body)
    assert.deepEqual([status, refused.error.code, refused.error.param], [422, 'invalid_format', 'options.timezone']) // prettier-ignore
    assert.match(refused.error.message, /Did you mean America\/New_York\?/)
  })

  test('more than 5,000 transactions go on as a job, which ends with the same result', async () => {
    const id = await submission()
    const transactions = Array.from({ length: 5_200 }, (_, at) => plaidRow(`t${at}`, at / 100))
    const { status, body } = await send(id, 'provider-a-transactions', { accounts: ACCOUNTS, transactions }) // prettier-ignore
    assert.deepEqual([status, body.data?.status], [202, 'queued'])
    const running = await send(id, 'provider-a-transactions', { accounts: ACCOUNTS, transactions: [plaidRow('x', 1)] }) // prettier-ignore
    assert.ok(running.status === 200 || running.body.error.code === 'import_running')
    await house.settle()
    const done = (await tenant.live.get(`/v1/imports/${body.data.id}`)).body.data
    assert.deepEqual([done.status, done.transactions_created], ['succeeded', 5_200])
  })

  test('pages twice, in halves and in any order of added, modified and removed give the same rows', async () => {
    const change = fc.record({ id: fc.integer({ min: 0, max: 7 }), kind: fc.constantFrom('added', 'modified', 'removed') }) // prettier-ignore
    const stream = fc.uniqueArray(change, { selector: ({ id, kind }) => `${id} ${kind}`, minLength: 1, maxLength: 12 }) // prettier-ignore
    const toPage = (list: { id: number; kind: string }[]) => ({
      accounts: ACCOUNTS,
      added: list.filter(({ kind }) => kind === 'added').map(({ id }) => plaidRow(`t${id}`, id + 1)),
      modified: list.filter(({ kind }) => kind === 'modified').map(({ id }) => plaidRow(`t${id}`, id + 100)),
      removed: list.filter(({ kind }) => kind === 'removed').map(({ id }) => ({ transaction_id: `t${id}` })),
      next_cursor: 'c',
    }) // prettier-ignore
    await fc.assert(
      fc.asyncProperty(stream, fc.array(fc.nat(), { minLength: 12, maxLength: 12 }), fc.nat(12), async (all, order, half) => {
        const [whole, parts] = [await submission(), await submission()]
        await send(whole, 'provider-a-transactions', toPage(all))
        const shuffled = all.map((one, at) => ({ one, key: order[at]! })).toSorted((a, b) => a.key - b.key).map(({ one }) => one)
        for (const part of [shuffled.slice(0, half), shuffled.slice(half), shuffled])
          await send(parts, 'provider-a-transactions', toPage(part))
        assert.deepEqual(await rows(parts), await rows(whole))
      }),
      { numRuns: 12 },
    ) // prettier-ignore
  })
})
