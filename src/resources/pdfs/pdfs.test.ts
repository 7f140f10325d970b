import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { demoDeal, type DemoDeal } from '../../../fixtures/deal.ts'
import { sectionsDailyBalance } from '../../../fixtures/layouts/sections-daily-balance.ts'
import type { StatementTruth } from '../../../fixtures/truth.ts'
import { stapled } from '../../../fixtures/pdf-parts.ts'
import { useTestHouse, type TestFile, type TestTenant } from '../../../test/context.ts'
import { readFixture, retouched, submit, upload } from '../../../test/statements.ts'

const FUNDED = readFixture('date-groups/funded')
const TWO = readFixture('two-accounts/page-break')

describe('PDFs of a submission', () => {
  const house = useTestHouse()
  let tenant: TestTenant
  let deal: DemoDeal

  before(async () => {
    tenant = await house.tenant()
    deal = await demoDeal()
  })

  async function submitted(...files: TestFile[]) {
    const submissionId = await submit(tenant.live)
    const ids: string[] = []
    for (const file of files) ids.push(await upload(tenant.live, submissionId, { file }))
    await house.settle(60_000)
    return {
      submissionId,
      ids,
      urls: ids.map((id) => `/v1/submissions/${submissionId}/pdfs/${id}`),
    }
  }

  async function pdf(url: string) {
    const { status, body } = await tenant.live.get(url)
    assert.equal(status, 200, JSON.stringify(body))
    return body.data
  }

  async function listAccounts(submissionId: string) {
    const { accounts } = (await tenant.live.get(`/v1/submissions/${submissionId}?expand=accounts`))
      .body.data
    return accounts
  }

  /** The account of a document as its source shows it. */
  async function getAccount(id: string) {
    const { body } = await tenant.live.get(`/v1/data-sources/${id}/accounts`)
    return body.data[0]
  }

  async function print(statement: StatementTruth): Promise<TestFile> {
    const bytes = await sectionsDailyBalance.print({
      statements: [statement],
      company: deal.company,
    })
    return { filename: `printed-${statement.endDate}.pdf`, bytes }
  }

  function toFile({ filename, bytes }: DemoDeal['files'][number]): TestFile {
    return { filename, bytes }
  }

  function month(purse: string, name: string) {
    return deal.files.find(({ filename }) => filename.includes(`${purse}-${name}`))!
  }

  test('a file of two accounts is two statements with their own balances, of two accounts', async () => {
    const { submissionId, urls } = await submitted(TWO.file)
    const { statements, is_loaded, currency } = await pdf(urls[0]!)
    assert.deepEqual([is_loaded, currency], [true, 'USD'])
    const reported = statements.map((one: any) => [
      one.account_last4,
      one.opening_balance,
      one.closing_balance,
    ])
    const truth = TWO.truth.statements.map((one) => [
      one.accountLast4,
      one.openingBalanceCents / 100,
      one.closingBalanceCents / 100,
    ])
    assert.deepEqual(reported, truth)
    assert.equal(new Set(statements.map((one: any) => one.account_id)).size, 2)
    assert.equal((await listAccounts(submissionId)).length, 2)
  })

  test('a file of two months is two statements of one account, each with its own balances', async () => {
    const months = ['2025-07', '2025-08'].map((name) => month('payroll', name))
    const bytes = Buffer.from(stapled(months.map((one) => one.bytes)))
    const { submissionId, urls } = await submitted({ filename: 'two-months.pdf', bytes })
    const { statements } = await pdf(urls[0]!)
    const reported = statements.map((one: any) => [
      one.start_date,
      one.opening_balance,
      one.closing_balance,
      one.transactions_count,
      one.pages.start,
    ])
    const truth = months.map(({ truth: { statements: [one] } }, at) => [
      one!.startDate, one!.openingBalanceCents / 100, one!.closingBalanceCents / 100, one!.rows.length, 1 + 2 * at,
    ]) // prettier-ignore
    assert.deepEqual(reported, truth)
    assert.equal((await listAccounts(submissionId)).length, 1)
  })

  test('a statement that was saved again is a copy that counts nowhere, until the first goes', async () => {
    const copy = retouched(FUNDED.file, 'saved again')
    const { ids, urls } = await submitted(FUNDED.file, copy)
    const [first, second] = [await pdf(urls[0]!), await pdf(urls[1]!)]
    assert.deepEqual([first.duplicate_of, second.duplicate_of], [null, ids[0]])
    assert.equal(second.loaded_transactions_count, 0)
    const account = await getAccount(ids[0]!)
    const rows = FUNDED.truth.statements[0]!.rows
    const inflow = rows
      .filter(({ amountCents }) => amountCents > 0)
      .reduce((sum, { amountCents }) => sum + amountCents, 0)
    assert.deepEqual([account.statements_count, account.totals.inflow], [1, inflow / 100])
    await tenant.live.delete(`/v1/documents/${ids[0]}`)
    const left = await pdf(urls[1]!)
    assert.deepEqual([left.duplicate_of, left.loaded_transactions_count], [null, rows.length])
    await house.settle()
  })

  test('months that overlap count once, as one account without a gap', async () => {
    const [july, august] = ['2025-07', '2025-08'].map(
      (name) => month('operating', name).truth.statements[0]!,
    )
    const both: StatementTruth = {
      ...july!,
      endDate: august!.endDate,
      closingBalanceCents: august!.closingBalanceCents,
      rows: [...july!.rows, ...august!.rows],
      dailyBalances: [...july!.dailyBalances, ...august!.dailyBalances],
    }
    const { submissionId, ids } = await submitted(await print(july!), await print(both))
    const counted = await tenant.live.get(
      `/v1/transactions?submission_id=${submissionId}&is_duplicate=false&limit=1000`,
    )
    assert.equal(counted.body.data.length, both.rows.length)
    assert.equal((await listAccounts(submissionId)).length, 1)
    const { coverage } = await getAccount(ids[1]!)
    assert.deepEqual(
      [coverage.start_date, coverage.end_date, coverage.days, coverage.gaps, coverage.breaks],
      ['2025-07-01', '2025-08-31', 62, [], []],
    )
  })

  test('a month opens with the closing balance of the month before, or a break is reported', async () => {
    const months = ['2025-07', '2025-08'].map((name) => toFile(month('payroll', name)))
    const { ids, urls } = await submitted(...months)
    const [july] = (await pdf(urls[0]!)).statements
    const chain = async () =>
      (await pdf(urls[1]!)).statements[0].reconciliation.checks.find((one: any) => one.id === 'T5')
    const whole = await chain()
    assert.deepEqual([whole.passed, whole.expected], [true, july.closing_balance])
    const edit = { statements: [{ id: july.id, closing_balance: july.closing_balance + 10 }] }
    const edited = await tenant.live.patch(`${urls[0]}/statements`, edit)
    assert.equal(edited.body.data[0].reconciliation.difference, 10)
    const broken = await chain()
    assert.deepEqual(
      [broken.passed, broken.expected, broken.actual],
      [false, july.closing_balance + 10, july.closing_balance],
    )
    const { breaks } = (await getAccount(ids[1]!)).coverage
    assert.deepEqual(breaks, [{ date: '2025-08-01', missing_activity_amount: -10 }])
    await house.settle()
  })

  test('what people say of a statement survives reading it again, and null takes it back', async () => {
    const { submissionId, ids, urls } = await submitted(FUNDED.file)
    const before = (await pdf(urls[0]!)).statements[0]
    const patch = {
      id: before.id,
      account_number: '5500 1234 9876',
      institution_name: 'Kestrel Bank',
      account_holder_names: ['Juniper Lane Cafe LLC'],
      opening_balance: before.opening_balance + 1,
    }
    const { status, body } = await tenant.live.patch(`${urls[0]}/statements`, {
      statements: [patch],
    })
    assert.equal(status, 200, JSON.stringify(body))
    const [edited] = body.data
    assert.deepEqual(
      [edited.account_last4, edited.institution_name, edited.reconciliation.status],
      ['9876', 'Kestrel Bank', 'unreconciled'],
    )
    const number = edited.overrides.find((one: any) => one.field === 'account_number')
    assert.deepEqual([number.value, number.read_value], ['****9876', `****${before.account_last4}`])
    assert.notEqual(edited.account_id, before.account_id)
    assert.equal((await listAccounts(submissionId)).length, 1)
    assert.equal((await pdf(urls[0]!)).status, 'review_required')
    await house.settle()
    assert.equal((await tenant.live.post(`${urls[0]}/reload`)).status, 202)
    await house.settle()
    const again = (await pdf(urls[0]!)).statements[0]
    assert.deepEqual({ ...again, overrides: [] }, { ...edited, overrides: [] })
    assert.equal((await pdf(urls[0]!)).transactions_count, FUNDED.truth.statements[0]!.rows.length)
    const back = {
      id: before.id,
      account_number: null,
      institution_name: null,
      account_holder_names: null,
      opening_balance: null,
    }
    await tenant.live.patch(`${urls[0]}/statements`, { statements: [back] })
    const { account_id: _new, ...restored } = (await pdf(urls[0]!)).statements[0]
    const { account_id: _old, ...read } = before
    assert.deepEqual(restored, read)
    await house.settle()
    const log = await tenant.live.get(`/v1/audit-log?resource_id=${ids[0]}&action=overridden`)
    assert.equal(log.body.data.length, 2)
    assert.ok(!JSON.stringify(log.body).includes('55001234'))
  })

  test('a suggested repair is applied by a person, counts at once and after each reading', async () => {
    const truth = month('payroll', '2025-09').truth.statements[0]!
    const doubled = truth.rows.find(({ amountCents }) => amountCents < 0)!
    const closingBalanceCents = truth.closingBalanceCents - doubled.amountCents
    const { submissionId, urls } = await submitted(await print({ ...truth, closingBalanceCents }))
    const off = await pdf(urls[0]!)
    assert.equal(off.status, 'review_required')
    const [statement] = off.statements
    const candidates = statement.reconciliation.repair_candidates
    const index = candidates.findIndex((one: any) => one.kind === 'doubled_row')
    assert.ok(index >= 0, JSON.stringify(candidates))
    const wrong = await tenant.live.patch(`${urls[0]}/statements`, {
      statements: [{ id: statement.id, apply_repair: 99 }],
    })
    assert.deepEqual([wrong.status, wrong.body.error.param], [422, 'statements[0].apply_repair'])
    const repair = { statements: [{ id: statement.id, apply_repair: index }] }
    const { body } = await tenant.live.patch(`${urls[0]}/statements`, repair)
    assert.equal(body.data[0].reconciliation.difference, 0)
    assert.equal(body.data[0].transactions_count, truth.rows.length - 1)
    await house.settle()
    await tenant.live.post(`${urls[0]}/reload`)
    await house.settle()
    const again = await pdf(urls[0]!)
    assert.deepEqual(
      [again.status, again.statements[0].reconciliation.difference],
      ['review_required', 0],
    )
    const [cause] = again.statements[0].review_causes
    assert.match(cause.message, /^A printed total differs from the rows read/)
    const rows = await tenant.live.get(`/v1/transactions?submission_id=${submissionId}&limit=1000`)
    assert.equal(rows.body.data.length, truth.rows.length - 1)
  })

  test('a statement that a person puts on another account stays there', async () => {
    const { submissionId, urls } = await submitted(TWO.file)
    const [first, second] = (await pdf(urls[0]!)).statements
    const move = { id: second.id, account_id: first.account_id }
    await tenant.live.patch(`${urls[0]}/statements`, { statements: [move] })
    await house.settle()
    await tenant.live.post(`${urls[0]}/reload`)
    await house.settle()
    const moved = (await pdf(urls[0]!)).statements.map((one: any) => one.account_id)
    assert.deepEqual(moved, [first.account_id, first.account_id])
    assert.equal((await listAccounts(submissionId)).length, 1)
    const back = { id: second.id, account_id: null }
    const { body } = await tenant.live.patch(`${urls[0]}/statements`, { statements: [back] })
    assert.notEqual(body.data[1].account_id, first.account_id)
    await house.settle()
  })

  test('an edit that cannot be is refused whole', async () => {
    const { ids, urls } = await submitted(FUNDED.file)
    const [{ id, end_date }] = (await pdf(urls[0]!)).statements
    const refuse = async (patch: object) => {
      const { body } = await tenant.live.patch(`${urls[0]}/statements`, { statements: [patch] })
      return [body.error?.code, body.error?.param]
    }
    assert.deepEqual(await refuse({ id, start_date: '2026-01-01' }), [
      'invalid_date',
      'statements[0].end_date',
    ])
    assert.deepEqual(await refuse({ id: ids[0] }), ['pdf_not_found', 'statements[0].id'])
    assert.deepEqual(await refuse({ id, opening_balance: 1.005 }), [
      'invalid_amount',
      'statements[0].opening_balance',
    ])
    assert.deepEqual(await refuse({ id, account_id: ids[0] }), [
      'account_not_found',
      'statements[0].account_id',
    ])
    const two = [{ id, institution_name: 'X' }, { id: ids[0] }]
    await tenant.live.patch(`${urls[0]}/statements`, { statements: two })
    const [after] = (await pdf(urls[0]!)).statements
    assert.deepEqual([after.overrides, after.end_date], [[], end_date])
  })

  test('rows of an unloaded PDF are in no list and no sum, unless they are requested', async () => {
    const { submissionId, ids, urls } = await submitted(FUNDED.file, TWO.file)
    const sums = async (query: string): Promise<any> => {
      const filter = `submission_id=${submissionId}&include_total=true&limit=1000${query}`
      const { data, meta } = (await tenant.live.get(`/v1/transactions?${filter}`)).body
      assert.deepEqual([data.length, meta.totals.count], [meta.total_count, meta.total_count])
      return meta.totals
    }
    const both = await sums('')
    const second = await sums(`&document_id=${ids[1]}`)
    await tenant.live.post(`${urls[0]}/unload`)
    await house.settle()
    assert.deepEqual(await sums(''), second)
    assert.equal((await sums(`&document_id=${ids[0]}`)).count, 0)
    assert.deepEqual(await sums('&include_unloaded=true'), both)
    const csv = await tenant.live.get(`/v1/transactions/export?submission_id=${submissionId}`)
    assert.equal(csv.raw.toString().trim().split('\n').length - 1, second.count)
    const url = `/v1/submissions/${submissionId}`
    const { data } = (await tenant.live.get(url)).body
    assert.deepEqual([data.status, data.counts.transactions], ['processed', second.count])
    const missing = async (query = '') =>
      (await tenant.live.get(`${url}/missing-accounts${query}`)).body.data
    const [noted] = await missing()
    if (noted) assert.deepEqual(await missing('?as_of=2000-01-01'), [])
  })

  test('a page of balances has as many days as its limit, and all of them without one', async () => {
    const { submissionId } = await submitted(FUNDED.file)
    const url = `/v1/submissions/${submissionId}/balances`
    const get = async (query: string): Promise<any> =>
      (await tenant.live.get(`${url}?${query}`)).body.data
    const whole = await get('')
    assert.deepEqual([whole.daily.length > 20, whole.next_cursor], [true, null])
    const daily: unknown[] = []
    for (let cursor = ''; ;) {
      const page = await get(`limit=10${cursor}`)
      assert.ok(page.daily.length <= 10)
      daily.push(...page.daily)
      if (page.next_cursor === null) break
      cursor = `&cursor=${page.next_cursor}`
    }
    assert.deepEqual(daily, whole.daily)
    const wrong = await tenant.live.get(`${url}?cursor=anomalies-after-10`)
    assert.deepEqual([wrong.status, wrong.body.error.code], [400, 'invalid_cursor'])
  })

  test('unloaded rows count in no number; reloaded ones do, with the corrections made on them', async () => {
    const { submissionId, urls } = await submitted(FUNDED.file)
    const list = `/v1/transactions?submission_id=${submissionId}&limit=1&sort=date`
    const [row] = (await tenant.live.get(list)).body.data
    await tenant.live.post(`/v1/transactions/${row.id}/feedback`, { category: 'expenses.rent' })
    const [statement] = (await pdf(urls[0]!)).statements
    await tenant.live.patch(`${urls[0]}/statements`, {
      statements: [{ id: statement.id, account_number: '11112222' }],
    })
    await house.settle()
    const read = async () => {
      const { data } = (await tenant.live.get(`/v1/submissions/${submissionId}/statistics`)).body
      const { analytics_version: version, computed_at: _, ...numbers } = data
      return { version, numbers }
    }
    const before = await read()
    const out = await tenant.live.post(`${urls[0]}/unload`)
    const { status, is_loaded, loaded_transactions_count } = out.body.data
    assert.deepEqual(
      [out.status, status, is_loaded, loaded_transactions_count],
      [200, 'excluded', false, 0],
    )
    await house.settle()
    assert.equal((await read()).numbers.status, 'not_available')
    assert.equal((await tenant.live.post(`${urls[0]}/unload`)).body.error.code, 'already_inactive')
    const listed = async (is: boolean) =>
      (await tenant.live.get(`/v1/submissions/${submissionId}/pdfs?is_loaded=${is}`)).body.data
        .length
    assert.deepEqual([await listed(true), await listed(false)], [0, 1])
    assert.equal((await tenant.live.post(`${urls[0]}/reload`)).status, 202)
    await house.settle()
    assert.deepEqual([await listed(true), await listed(false)], [1, 0])
    const after = await read()
    assert.deepEqual(after.numbers, before.numbers)
    assert.ok(after.version > before.version)
    const again = (await tenant.live.get(`/v1/transactions/${row.id}`)).body.data
    assert.equal(again.categories[0].slug, 'expenses.rent')
  })

  test('a statement that is left out takes its rows out of the numbers', async () => {
    const { submissionId, urls } = await submitted(TWO.file)
    const [, second] = (await pdf(urls[0]!)).statements
    await tenant.live.patch(`${urls[0]}/statements`, {
      statements: [{ id: second.id, is_included: false }],
    })
    await house.settle()
    const { loaded_transactions_count, statements } = await pdf(urls[0]!)
    assert.equal(loaded_transactions_count, TWO.truth.statements[0]!.rows.length)
    assert.equal(statements[1].is_included, false)
    const balances = (await tenant.live.get(`/v1/submissions/${submissionId}/balances`)).body.data
    assert.ok(!JSON.stringify(balances).includes(second.account_id))
  })

  test('another currency holds for the figures, the rows and the account, and for later readings', async () => {
    const { submissionId, urls } = await submitted(FUNDED.file)
    const before = (await pdf(urls[0]!)).statements[0]
    const change = (currency: string) => tenant.live.post(`${urls[0]}/currency`, { currency })
    assert.deepEqual((await change('XQZ')).body.error.code, 'invalid_currency')
    assert.match((await change('JPY')).body.error.message, /more decimals than JPY/)
    const { body } = await change('CAD')
    assert.deepEqual(
      [body.data.currency, body.data.statements[0].opening_balance],
      ['CAD', before.opening_balance],
    )
    await house.settle()
    await tenant.live.post(`${urls[0]}/reload`)
    await house.settle()
    const accounts = await listAccounts(submissionId)
    assert.deepEqual(
      accounts.map((one: any) => one.currency),
      ['CAD'],
    )
    const rows = (
      await tenant.live.get(
        `/v1/transactions?submission_id=${submissionId}&currency=CAD&limit=1000`,
      )
    ).body.data
    assert.equal(rows.length, FUNDED.truth.statements[0]!.rows.length)
    assert.equal(
      (await pdf(urls[0]!)).statements[0].reconciliation.status,
      before.reconciliation.status,
    )
  })

  test('a person’s word decides: approved counts though it does not reconcile, rejected is out', async () => {
    const truth = month('payroll', '2025-09').truth.statements[0]!
    const { urls } = await submitted(
      await print({ ...truth, closingBalanceCents: truth.closingBalanceCents + 777 }),
    )
    const url = urls[0]!
    assert.equal((await pdf(url)).status, 'review_required')
    const approved = await tenant.live.put(url, {
      status: 'approved',
      notes: 'The bank’s misprint',
    })
    assert.deepEqual(
      [approved.body.data.status, approved.body.data.review.notes],
      ['processed', 'The bank’s misprint'],
    )
    await house.settle()
    await tenant.live.post(`${url}/reload`)
    await house.settle()
    const kept = await pdf(url)
    assert.deepEqual(
      [kept.status, kept.review.status, kept.reconciliation.status],
      ['processed', 'approved', 'unreconciled'],
    )
    assert.equal((await tenant.live.put(url, { status: 'rejected' })).body.data.is_included, false)
    await house.settle()
    const clash = await tenant.live.put(url, { status: 'rejected', is_included: true })
    assert.equal(clash.body.error.code, 'invalid_state_transition')
    const review = await tenant.live.put(url, { status: 'needs_review', display_name: 'September' })
    const { status, is_included, display_name } = review.body.data
    assert.deepEqual([status, is_included, display_name], ['review_required', true, 'September'])
    await house.settle()
  })

  test('reading all PDFs reads the selected ones and gives reasons for the others', async () => {
    const broken = { filename: 'cut.pdf', bytes: FUNDED.file.bytes.subarray(0, 900) }
    const { submissionId, ids, urls } = await submitted(FUNDED.file, TWO.file, broken)
    await tenant.live.post(`${urls[1]}/unload`)
    await house.settle()
    const parse = async (input: object) =>
      (await tenant.live.post(`/v1/submissions/${submissionId}/pdfs/parse`, input)).body.data
    const unread = await parse({})
    assert.deepEqual(unread.queued, [ids[2]])
    const reasons = unread.skipped.map((one: any) => one.reason)
    assert.deepEqual(reasons, ['already_parsed', 'excluded'])
    await house.settle()
    const all = await parse({ only: 'all' })
    assert.deepEqual(all.queued, [ids[0], ids[2]])
    assert.equal((await parse({ only: 'all' })).skipped[0].reason, 'already_processing')
    await house.settle()
  })

  test('a document of another submission is no PDF of this one', async () => {
    const { ids } = await submitted(FUNDED.file)
    const other = await submit(tenant.live)
    const { status, body } = await tenant.live.get(`/v1/submissions/${other}/pdfs/${ids[0]}`)
    assert.deepEqual([status, body.error.code], [404, 'pdf_not_found'])
  })

  test('a document of another kind can be opened and decided, and has no statements', async () => {
    const { submissionId, ids, urls } = await submitted(FUNDED.file)
    await tenant.live.post(`/v1/documents/${ids[0]}/reclassify`, { document_class: 'invoice' })
    await house.settle()
    const { document_class, statements } = (await tenant.live.get(urls[0]!)).body.data
    assert.deepEqual([document_class, statements], ['invoice', []])
    const decide = async (status: string) => {
      const { body } = await tenant.live.put(urls[0]!, { status })
      return [body.data.status, body.data.is_included, body.data.review.status]
    }
    const waits = async () =>
      (await tenant.live.get(`/v1/queue?submission_id=${submissionId}&reason=unreconciled`)).body
        .data.length
    assert.equal(await waits(), 1)
    assert.deepEqual(await decide('approved'), ['processed', true, 'approved'])
    assert.equal(await waits(), 0)
    assert.deepEqual(await decide('needs_review'), ['review_required', true, 'needs_review'])
    assert.equal(await waits(), 1)
    const currency = await tenant.live.post(`${urls[0]}/currency`, { currency: 'EUR' })
    assert.equal(currency.body.error.code, 'pdf_not_found')
    assert.equal((await tenant.live.get(`/v1/data-sources/${ids[0]}`)).status, 404)
  })
})
