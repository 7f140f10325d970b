import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { useTestHouse, type TestFile, type TestTenant } from '../../../../test/context.ts'
import { submit, upload } from '../../../../test/statements.ts'

/** Date, description, amount, balance. */
type Line = readonly [string, string, string, string]

const SHOP: readonly Line[] = [
  ['2025-07-02', 'GROCER', '-100.00', '900.00'],
  ['2025-07-13', 'FUEL STOP', '-150.00', '750.00'],
  ['2025-07-13', 'BOOKS', '-50.00', '700.00'],
  ['2025-07-21', 'SALE 11', '300.00', '1000.00'],
]

describe('healing a statement', () => {
  const house = useTestHouse()
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
  })

  let count = 0

  /** An export of an account, each of other bytes. */
  function csv(lines: readonly Line[], head = 'Currency,USD\nOpening balance,1000.00'): TestFile {
    count += 1
    const rows = lines.map((cells) => cells.join(','))
    const text = [head, `Note,${count}`, 'Date,Description,Amount,Balance', ...rows].join('\n')
    return { filename: `export-${count}.csv`, bytes: Buffer.from(text) }
  }

  /** Amounts alone, of which nothing says the direction. */
  function bare(column: string): TestFile {
    count += 1
    const rows = SHOP.slice(0, 3).map(
      ([date, text, amount]) => `${date},${text},${amount.slice(1)}`,
    )
    const text = [`Note,${count}`, `Date,Description,${column}`, ...rows].join('\n')
    return { filename: `bare-${count}.csv`, bytes: Buffer.from(text) }
  }

  function replaced(at: number, line: Partial<Record<0 | 1 | 2 | 3, string>>): Line[] {
    return SHOP.map((cells, index) =>
      index === at ? (Object.assign([...cells], line) as unknown as Line) : cells,
    )
  }

  /** A deal with one file, read. */
  async function submitted(file: TestFile) {
    const submissionId = await submit(tenant.live)
    const id = await upload(tenant.live, submissionId, { file })
    await house.settle(60_000)
    const url = `/v1/submissions/${submissionId}/pdfs/${id}`
    const [statement] = (await get(url)).statements
    return { submissionId, id, url, statement }
  }

  async function get(url: string): Promise<any> {
    const { status, body } = await tenant.live.get(url)
    assert.equal(status, 200, JSON.stringify(body))
    return body.data
  }

  async function patch(url: string, edit: object, tag?: string): Promise<any> {
    const { status, body } = await tenant.live.patch(
      `${url}/statements`,
      { statements: [edit] },
      tag === undefined ? {} : { headers: { 'if-match': tag } },
    )
    assert.equal(status, 200, JSON.stringify(body))
    return body.data[0]
  }

  async function refused(url: string, edit: object): Promise<[string, string, string]> {
    const { body } = await tenant.live.patch(`${url}/statements`, { statements: [edit] })
    assert.ok(body.error, JSON.stringify(body))
    return [body.error.code, body.error.param, body.error.message]
  }

  async function rows(submissionId: string): Promise<any[]> {
    const url = `/v1/transactions?submission_id=${submissionId}&sort=date&limit=1000`
    return get(url)
  }

  async function reload(url: string): Promise<any> {
    await house.settle(60_000)
    assert.equal((await tenant.live.post(`${url}/reload`)).status, 202)
    await house.settle(60_000)
    return get(url)
  }

  const shown = (list: any[]) => list.map(({ date, amount, description }) => [date, amount, description]) // prettier-ignore

  test('one corrected amount turns the statement green at once and after each reading', async () => {
    const { submissionId, id, url, statement } = await submitted(csv(replaced(1, { 2: '-15.00' })))
    assert.equal(statement.reconciliation.status, 'unreconciled')
    const named = statement.review_causes.find(({ code }: any) => code === 'unreconciled')
    assert.ok(named.corrections.includes('rows'), JSON.stringify(statement.review_causes))
    const fuel = (await rows(submissionId)).find(({ amount }) => amount === -15)
    const healed = await patch(url, { id: statement.id, rows: [{ id: fuel.id, amount: -150 }] })
    assert.deepEqual([healed.reconciliation.status, healed.review_causes], ['reconciled', []])
    assert.equal(healed.computed.closing_balance, 1000)
    const pdf = await get(url)
    assert.deepEqual([pdf.status, pdf.problems], ['parsed', []])
    const [override] = healed.overrides
    assert.deepEqual([override.field, override.value[0].amount], ['rows', -15])
    const [contradiction] = healed.contradictions
    assert.deepEqual(
      [contradiction.transaction_id, contradiction.printed, contradiction.set],
      [fuel.id, -15, -150],
    )
    const file = await tenant.live.get(`/v1/submissions/${submissionId}/report?format=html`)
    assert.match(file.raw.toString(), /D1: amount set to -\$150\.00, on the page -\$15\.00/)
    const [given, ...others] = await get(`/v1/feedback?document_id=${id}&status=applied`)
    assert.deepEqual(others, [])
    assert.deepEqual(
      [given.target_id, given.submission_name, given.row.amount, given.changes],
      [fuel.id, 'Harborline', -15, [{ field: 'amount', from: -15, to: -150 }]],
    )
    const { corrected } = await get(`/v1/transactions/${fuel.id}`)
    assert.deepEqual([corrected.feedback_id, corrected.read.amount], [given.id, -15])
    const again = await reload(url)
    assert.deepEqual([again.status, again.statements[0].review_causes], ['processed', []])
    assert.equal((await rows(submissionId)).find(({ id }) => id === fuel.id).amount, -150)
    const undone = await tenant.live.post(`/v1/feedback/${given.id}/undo`)
    assert.deepEqual([undone.status, undone.body.data.status], [200, 'undone'])
    assert.deepEqual((await get(url)).statements[0], statement)
    assert.equal((await get(`/v1/transactions/${fuel.id}`)).corrected, null)
    await house.settle()
  })

  test('a missing row is put where the running balance lacks it, and can be taken out again', async () => {
    const missing = SHOP.filter((_, at) => at !== 1)
    const { submissionId, url, statement } = await submitted(csv(missing))
    const entered = { date: '2025-07-13', amount: 150, direction: 'outflow', description: 'FUEL' }
    const healed = await patch(url, { id: statement.id, rows: [entered] })
    assert.deepEqual([healed.reconciliation.status, healed.review_causes], ['reconciled', []])
    assert.equal(healed.transactions_count, 4)
    const again = await reload(url)
    assert.equal(again.status, 'processed')
    const list = await rows(submissionId)
    assert.deepEqual(shown(list).toSorted(compareShown), shownLines(SHOP.map((line, at) => (at === 1 ? [line[0], 'FUEL', line[2]] : line)))) // prettier-ignore
    const added = list.find(({ description }) => description === 'FUEL')
    await patch(url, { id: statement.id, rows: [{ id: added.id, is_removed: true }] })
    assert.deepEqual((await get(url)).statements[0], statement)
    await house.settle()
  })

  test('a row that is no transaction is taken out, and comes back as it was', async () => {
    const total: Line = ['2025-07-21', 'TOTAL OF THE MONTH', '300.00', '1000.00']
    const { submissionId, url, statement } = await submitted(csv([...SHOP, total]))
    const all = await rows(submissionId)
    const wrong = all.find(({ description }) => description === 'TOTAL OF THE MONTH')
    assert.ok(wrong, JSON.stringify(shown(all)))
    const out = await patch(url, { id: statement.id, rows: [{ id: wrong.id, is_removed: true }] })
    assert.deepEqual([out.reconciliation.status, out.transactions_count], ['reconciled', 4])
    await reload(url)
    assert.equal((await rows(submissionId)).length, 4)
    await patch(url, { id: statement.id, rows: [{ id: wrong.id, is_removed: false }] })
    await house.settle()
    const { description, amount, date } = await get(`/v1/transactions/${wrong.id}`)
    assert.deepEqual([date, amount, description], [wrong.date, wrong.amount, wrong.description])
    await patch(url, { id: statement.id, rows: null, closing_balance: 900 })
    const inForce = `/v1/feedback?submission_id=${submissionId}&status=applied`
    const [balance, ...others] = await get(inForce)
    assert.deepEqual([balance.target_type, balance.changes, others.length], ['document', [{ field: 'closing_balance', from: 1000, to: 900 }], 0]) // prettier-ignore
    await tenant.live.post(`/v1/feedback/${balance.id}/undo`)
    assert.deepEqual(await get(inForce), [])
    assert.deepEqual((await get(url)).statements[0], statement)
    await house.settle()
  })

  test('date, direction and wording of a row are corrected, and its numbers follow', async () => {
    const wrong = replaced(0, { 0: '2025-07-20', 1: 'GR0CER', 2: '100.00' })
    const { submissionId, url, statement } = await submitted(csv(wrong))
    const [row] = (await rows(submissionId)).filter(({ description }) => description === 'GR0CER')
    const before = (await get(`/v1/submissions/${submissionId}`)).analytics_version
    const edit = { id: row.id, date: '2025-07-02', direction: 'outflow', description: 'GROCER' }
    const healed = await patch(url, { id: statement.id, rows: [edit] })
    assert.equal(healed.reconciliation.status, 'reconciled')
    await house.settle(60_000)
    assert.deepEqual(shown(await rows(submissionId)).toSorted(compareShown), shownLines(SHOP))
    const after = (await get(`/v1/submissions/${submissionId}`)).analytics_version
    assert.ok(before === undefined || after > before)
    const log = await tenant.live.get(
      `/v1/audit-log?submission_id=${submissionId}&action=overridden`,
    )
    const [entry, ...others] = log.body.data
    const words =
      'row 1 of 2025-07-20: date 2025-07-20 → 2025-07-02, 100.00 → -100.00, words changed'
    assert.deepEqual([entry.summary, others], [`1 statement changed: ${words}`, []])
    const byRow = entry.changes.filter(({ field }: { field: string }) => field.includes('.rows.'))
    assert.deepEqual(
      byRow.map(({ field, ...change }: { field: string }) => [field.split('.').at(-1), change]),
      [
        ['date', { from: '2025-07-20', to: '2025-07-02' }],
        ['amount', { from: 100, to: -100 }],
        ['description', { from: null, to: null }],
      ],
    )
  })

  test('signs that were turned once are turned in the next file of the layout, and it says so', async () => {
    const first = await submitted(bare('Amount moved'))
    const amounts = async (id: string) =>
      (await rows(id)).map(({ amount }) => amount).toSorted((a, b) => Math.abs(a) - Math.abs(b))
    assert.deepEqual(await amounts(first.submissionId), [50, 100, 150])
    const turned = await patch(first.url, { id: first.statement.id, signs: 'turned' })
    assert.deepEqual([turned.computed.total_debits, turned.computed.total_credits], [300, 0])
    await house.settle(60_000)
    const next = await submitted(bare('Amount moved'))
    assert.deepEqual(await amounts(next.submissionId), [-50, -100, -150])
    const [taught] = next.statement.taught
    assert.deepEqual(
      [taught.field, taught.value, taught.read_value],
      ['signs', 'turned', 'as_read'],
    )
    const unproven = next.statement.review_causes.map(({ code }: any) => code)
    assert.ok(unproven.includes('taught_unproven'), JSON.stringify(next.statement.review_causes))
    const other = await submitted(bare('Amount paid'))
    assert.deepEqual(await amounts(other.submissionId), [50, 100, 150])
    const found = await get(`/v1/taught-layouts?fingerprint=${next.statement.layout_fingerprint}`)
    assert.deepEqual(
      found.map(({ id, rules, uses_count }: any) => [id, rules, uses_count]),
      [
        [
          taught.taught_layout_id,
          [{ field: 'signs', value: 'turned', read_value: null, document_id: first.id }],
          1,
        ],
      ],
    )
    const gone = await tenant.live.delete(`/v1/taught-layouts/${taught.taught_layout_id}`)
    assert.equal(gone.status, 200)
    const last = await submitted(bare('Amount moved'))
    assert.deepEqual(await amounts(last.submissionId), [50, 100, 150])
    assert.deepEqual((await reload(next.url)).statements[0].taught, [])
  })

  test('what a person says of one statement goes before what another one taught', async () => {
    const first = await submitted(bare('Amount changed'))
    await patch(first.url, { id: first.statement.id, signs: 'turned' })
    await house.settle()
    const next = await submitted(bare('Amount changed'))
    const back = await patch(next.url, { id: next.statement.id, signs: 'as_read', teach: false })
    assert.equal(back.computed.total_credits, 300)
    assert.equal((await reload(next.url)).statements[0].computed.total_credits, 300)
    const kept = await get(`/v1/taught-layouts?fingerprint=${next.statement.layout_fingerprint}`)
    assert.equal(kept.length, 1)
    await patch(first.url, { id: first.statement.id, signs: null })
    const none = await get(`/v1/taught-layouts?fingerprint=${next.statement.layout_fingerprint}`)
    assert.deepEqual(none, [])
    await house.settle()
  })

  test('an account number is taught for its holder alone, and is shown by its last digits', async () => {
    const head = 'Account holder,Juniper Lane Cafe LLC\nAccount number,000000004821'
    const first = await submitted(csv(SHOP, head))
    const { id } = first.statement
    const names = ['Juniper Lane Cafe LLC']
    await patch(first.url, { id, account_holder_names: names, account_number: '550012349876' })
    await house.settle()
    const { body } = await tenant.live.get('/v1/taught-layouts?limit=1000')
    assert.ok(!JSON.stringify(body).includes('550012349876'))
    await house.settle()
  })

  test('year, currency and period are corrected for the whole statement and taken back', async () => {
    const head = 'Opening balance,1000.00'
    const { submissionId, url, statement } = await submitted(csv(SHOP, head))
    const { id } = statement
    const edited = await patch(url, { id, year: 2024, currency: 'EUR', teach: false })
    assert.deepEqual([edited.currency, edited.reconciliation.status], ['EUR', 'reconciled'])
    await house.settle()
    const list = await rows(submissionId)
    assert.deepEqual([list[0].date, list[0].currency], ['2024-07-02', 'EUR'])
    assert.equal((await reload(url)).statements[0].currency, 'EUR')
    await patch(url, { id, year: null, currency: null })
    const { account_id: _now, ...restored } = (await get(url)).statements[0]
    const { account_id: _then, ...read } = statement
    assert.deepEqual(restored, read)
    await house.settle()
  })

  test('amounts that were corrected turn with all signs of their statement', async () => {
    const { submissionId, url, statement } = await submitted(bare('Amount settled'))
    const [row] = await rows(submissionId)
    await patch(url, { id: statement.id, rows: [{ id: row.id, amount: 10 }] })
    const turned = await patch(url, { id: statement.id, signs: 'turned', teach: false })
    assert.equal(turned.computed.total_debits, 210)
    const more = { id: statement.id, rows: [{ id: row.id, amount: -12 }] }
    assert.equal((await patch(url, more)).computed.total_debits, 212)
    assert.equal((await reload(url)).statements[0].computed.total_debits, 212)
  })

  test('an edit that cannot be names its parameter and the nearest value that can', async () => {
    const leap = replaced(0, { 0: '2024-02-29' })
    const { id: documentId, url, statement } = await submitted(csv(leap))
    const { id } = statement
    const refusals: [object, string, string, RegExp][] = [
      [
        { rows: [{ id: documentId, amount: 1 }] },
        'transaction_not_found',
        'rows[0].id',
        /its rows/,
      ],
      [{ rows: [{ amount: 5, date: '2025-07-02' }] }, 'missing_field', 'rows[0].description', /./],
      [{ rows: [{ id: documentId, amount: 0 }] }, 'invalid_amount', 'rows[0].amount', /is_removed/],
      [{ currency: 'EUX' }, 'invalid_currency', 'currency', /Did you mean EU/],
      [{ year: 2030 }, 'invalid_date', 'year', /; 2029 can be/],
      [{ date_order: 'swapped' }, 'invalid_date', 'date_order', /send as_read/],
      [{ sections: [{ name: 'X', signs: 'turned' }] }, 'invalid_enum', 'sections[0].name', /has no section/], // prettier-ignore
      [{ closing_balance: 1.005 }, 'invalid_amount', 'closing_balance', /nearest amount is 1\.0/],
      [{ apply_repair: 99 }, 'out_of_range', 'apply_repair', /has no repair|has none|count from/],
    ]
    for (const [edit, code, param, message] of refusals) {
      const [found, place, text] = await refused(url, { id, ...edit })
      assert.deepEqual([found, place], [code, `statements[0].${param}`], text)
      assert.match(text, message)
    }
    assert.deepEqual((await get(url)).statements[0], statement)
  })

  test('an edit of a statement that has changed since is refused', async () => {
    const { url, statement } = await submitted(csv(SHOP))
    const { headers } = await tenant.live.get(url)
    const tag = String(headers['etag'])
    const { id } = statement
    await patch(url, { id, institution_name: 'Kestrel Bank', teach: false }, tag)
    const { status, body } = await tenant.live.patch(
      `${url}/statements`,
      { statements: [{ id, institution_name: 'Other Bank' }] },
      { headers: { 'if-match': tag } },
    )
    assert.deepEqual([status, body.error.code], [409, 'version_conflict'])
    await house.settle()
  })
})

/** Lines of one day have no order among them. */
function compareShown(left: unknown, right: unknown): number {
  return JSON.stringify(left) < JSON.stringify(right) ? -1 : 1
}

function shownLines(lines: readonly (readonly string[])[]): unknown[] {
  return lines.map(([date, text, amount]) => [date, Number(amount), text]).toSorted(compareShown)
}
