import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { unzipSync } from 'fflate'
import { readXlsx } from 'hucre/xlsx'
import { REPORTS } from '../../core/analytics/reports/index.ts'
import { addDays } from '../../core/values/dates.ts'
import { generatedDeal, plainNumbers } from './plain-sql.test.ts'
import { createCaller, useTestHouse, type TestTenant } from '../../../test/context.ts'

/** Deals that are checked against SQL; the environment can set more of them, or later ones. */
const DEALS = Number(process.env['ASSAY_DEALS'] ?? 2)
const FIRST_DEAL = Number(process.env['ASSAY_FIRST_DEAL'] ?? 0)

interface Evidence {
  transactions_count: number
  transaction_ids: string[]
  href: string | null
}

const REPORT_NAMES = REPORTS.map(({ name }) => name)

/** Reports that need more than bank rows, and the reason they give without it. */
const WANTING: Record<string, string> = {
  benchmarks: 'insufficient_peers',
  financials: 'missing_input',
  disclosures: 'missing_input',
}

describe('analytics', () => {
  const house = useTestHouse()
  let tenant: TestTenant
  /** A submission with rows that count and rows that do not. */
  let busy: string

  before(async () => {
    tenant = await house.tenant()
    busy = await submission()
    const sent = await tenant.live.post('/v1/transactions/bulk', {
      submission_id: busy,
      transactions: businessOfFourMonths(),
    })
    assert.equal(sent.status, 201, sent.raw.toString())
    await house.settle(60_000)
  })

  async function submission(body: object = {}): Promise<string> {
    const { body: created } = await tenant.live.post('/v1/submissions', { name: 'Cafe', ...body })
    return created.data.id
  }

  async function report(id: string, path: string): Promise<any> {
    const { status, body, raw } = await tenant.live.get(`/v1/submissions/${id}/${path}`)
    assert.equal(status, 200, raw.toString())
    return body.data
  }

  test('an empty submission returns every report with not_available and no numbers', async () => {
    const id = await submission()
    for (const name of REPORT_NAMES) {
      const data = await report(id, name)
      assert.equal(data.status, 'not_available', name)
      assert.equal(data.submission_id, id)
      assert.equal(data.as_of, null)
    }
    const card = await report(id, 'scorecard')
    assert.equal(card.paper_grade, null)
    const values = card.sections
      .flatMap((section: any) => section.metrics)
      .map((each: any) => each.value)
    assert.ok(values.length > 0 && values.every((value: unknown) => value === null), String(values))
  })

  test('a processed submission returns every report, and its row carries its main numbers', async () => {
    for (const name of REPORT_NAMES) {
      const { status, reasons } = await report(busy, name)
      // These need more than bank rows, and say so.
      const wanting = WANTING[name]
      if (wanting !== undefined) assert.ok(reasons.includes(wanting), `${name}: ${reasons}`)
      else assert.notEqual(status, 'not_available', name)
    }
    const card = await report(busy, 'scorecard')
    const { body } = await tenant.live.get(`/v1/submissions/${busy}`)
    assert.equal(body.data.latest.paperGrade, card.paper_grade)
    assert.equal(body.data.latest.asOf, card.as_of)
    assert.equal(body.data.latest.riskScore, (await report(busy, 'risk-score')).score)
    assert.ok(body.data.latest.monthlyTrueRevenue > 0)
    assert.equal(body.data.dataQuality.score, card.data_quality.score)
  })

  test('every link of the scorecard lists exactly the rows that were counted', async () => {
    const queries = [
      '',
      '?as_of=2025-03-31',
      '?date_range=last_2_full_calendar_months',
      '?start_date=2025-02-03&end_date=2025-03-02',
    ]
    for (const query of queries) {
      const card = await report(busy, `scorecard${query}`)
      const links = evidenceIn(card)
      assert.ok(links.filter(({ transactions_count }) => transactions_count > 0).length > 5)
      for (const evidence of links) await follow(evidence)
    }
  })

  test('every link of the cash flow lists exactly the rows that were counted', async () => {
    for (const query of ['?granularity=total', '?granularity=total&as_of=2025-03-15']) {
      const links = evidenceIn(await report(busy, `cashflow${query}`))
      assert.ok(links.length > 20)
      for (const evidence of links) await follow(evidence)
    }
  })

  test('every link of metrics, merchants and categories lists exactly the rows', async () => {
    for (const path of ['metrics?group=debt', 'merchants', 'categories?as_of=2025-03-31']) {
      const links = evidenceIn(await report(busy, path)).filter(({ href }) => href !== null)
      assert.ok(links.length > 3, path)
      for (const evidence of links) await follow(evidence)
    }
  })

  test('the parts of a metric by month and by account are the metric', async () => {
    const window = 'start_date=2025-01-01&end_date=2025-04-29'
    const metric = await report(busy, `metrics/total_deposits?${window}`)
    const sum = (parts: { value: number }[]): number =>
      Math.round(parts.reduce((total, { value }) => total + value, 0) * 100) / 100
    assert.equal(sum(metric.by_month), metric.value)
    assert.equal(sum(metric.by_account), metric.value)
    assert.deepEqual(
      metric.series,
      (await report(busy, `metrics/total_deposits?granularity=month&${window}`)).series,
    )
    const unknown = await tenant.live.get(`/v1/submissions/${busy}/metrics/total_deposit`)
    assert.equal(unknown.body.error.code, 'metric_not_found')
    assert.match(unknown.body.error.message, /total_deposits/)
  })

  test('twenty numbers of generated deals are those that plain SQL sums from the rows', async () => {
    for (let index = FIRST_DEAL; index < FIRST_DEAL + DEALS; index += 1) {
      const id = await submission()
      const transactions = generatedDeal(`deal ${index}`)
      await tenant.live.post('/v1/transactions/bulk', { submission_id: id, transactions })
      await house.settle(60_000)
      const environment = tenant.environments.live
      const plain = await house.house.database.withEnvironment(environment, (db) =>
        plainNumbers(db, environment, id),
      )
      const names = Object.keys(plain)
      assert.equal(names.length, 20)
      const { metrics } = await report(id, `metrics?date_range=all&names=${names.join(',')}`)
      const ours = Object.fromEntries(metrics.map(({ name, value }: any) => [name, value]))
      assert.deepEqual(
        ours,
        Object.fromEntries(metrics.map(({ name }: any) => [name, plain[name]])),
        `deal ${index}`,
      )
    }
  })

  test('settings on trial change the numbers and nothing else, links included', async () => {
    const formula = { exclude_slugs: ['revenue.card_settlement'] }
    const layout = [{ key: 'kept', label: 'Kept', plus: ['gross_profit'], minus: ['opex'] }]
    const tried = encodeURIComponent(
      JSON.stringify({ revenue_formula: formula, cashflow_layout: layout }),
    )
    const plain = await report(busy, 'cashflow?granularity=total')
    const trial = await report(busy, `cashflow?granularity=total&simulate=${tried}`)
    const findAmount = ({ totals }: any, key: string): number =>
      totals.lines.find((line: any) => line.key === key).amount
    assert.ok(findAmount(trial, 'gross_revenue') < findAmount(plain, 'gross_revenue'))
    assert.equal(findAmount(trial, 'net_change_in_cash'), findAmount(plain, 'net_change_in_cash'))
    for (const evidence of evidenceIn(trial)) await follow(evidence)
    const own = await report(busy, `cashflow?granularity=total&layout=tenant&simulate=${tried}`)
    assert.deepEqual(
      own.totals.lines.map(({ key }: any) => key),
      ['kept'],
    )
    assert.equal(own.totals.lines[0].amount, findAmount(trial, 'operating_income'))
    const refused = await tenant.live.get(`/v1/submissions/${busy}/cashflow?simulate={"a":1}`)
    assert.equal(refused.body.error.code, 'invalid_parameter')
  })

  test('a payee is a merchant with its groups, and the tenant decides which those are', async () => {
    const grouped = async (): Promise<any[]> => {
      const { merchants } = await report(busy, 'merchants?date_range=all&limit=1000')
      return merchants.filter(({ groups }: any) => groups.length > 0)
    }
    const [{ merchant_id: id, name, groups }] = await grouped()
    const merchant = (await tenant.live.get(`/v1/merchants/${id}`)).body.data
    assert.deepEqual([merchant.name, merchant.groups.map(({ slug }: any) => slug)], [name, groups])
    const listed = await report(busy, `merchants?date_range=all&group=${groups[0]}`)
    assert.ok(listed.merchants.some((each: any) => each.merchant_id === id))
    await tenant.live.patch(`/v1/merchants/${id}`, { groups: [] })
    assert.ok((await grouped()).every((each) => each.merchant_id !== id))
    await tenant.live.patch(`/v1/merchants/${id}`, { groups: null })
  })

  test('an anomaly that a person dismissed stays dismissed, counts no more, and can be listed', async () => {
    const all = await report(busy, 'anomalies')
    const { id, title } = all.anomalies[0]
    const url = `/v1/submissions/${busy}/anomalies/${id}`
    const patch = { status: 'dismissed', note: 'Known to the desk' }
    const { body } = await tenant.live.patch(url, patch)
    assert.deepEqual(
      [body.data.id, body.data.status, body.data.note],
      [id, ...Object.values(patch)],
    )
    await house.settle()
    const dismissed = await report(busy, 'anomalies?status=dismissed')
    assert.deepEqual(
      dismissed.anomalies.map((each: any) => each.id),
      [id],
    )
    const open = await report(busy, 'anomalies?status=open')
    assert.equal(open.anomalies.length, all.anomalies.length - 1)
    const { metrics } = await report(busy, 'metrics?names=anomaly_count')
    assert.equal(metrics[0].value, open.anomalies.length)
    const entry = (await tenant.live.get('/v1/audit-log?resource_type=anomaly')).body.data[0]
    assert.deepEqual([entry.resource_id, entry.summary], [id, `${title}: dismissed`])
    const gone = await tenant.live.patch(url.replace(id, busy), patch)
    assert.equal(gone.body.error.code, 'anomaly_not_found')
    await tenant.live.patch(url, { status: 'open', note: null })
  })

  test('a simulated offer is compared with the forecast without it', async () => {
    const trial = 'horizon=45&advance_amount=20000&payment_amount=5000&payment_frequency=weekly'
    const { scenario, horizon_days: days, daily } = await report(busy, `forecast?${trial}`)
    assert.deepEqual([days, daily.length], [45, 45])
    assert.ok(scenario.delta.average_balance !== 0)
    const half = await tenant.live.get(`/v1/submissions/${busy}/forecast?advance_amount=1`)
    assert.equal(half.body.error.param, 'payment_amount')
  })

  test('an offer of the caller is quoted to the cent and held against the limits of the deal', async () => {
    const baseOffer = {
      advance: 5_000,
      factor: 1.3,
      term: 6,
      frequency: 'weekly',
      start_date: '2025-05-01',
    }
    const offer = (more: object): Promise<any> =>
      tenant.live.post(`/v1/submissions/${busy}/offers`, { ...baseOffer, ...more })
    const { body, status, raw } = await offer({ fees: [{ name: 'Origination', share: 0.02 }] })
    assert.equal(status, 200, raw.toString())
    const quote = body.data.offer
    assert.deepEqual([quote.purchased_amount, quote.payment, quote.net_funded], [6_500, 250, 4_900])
    assert.equal(quote.limits.filter((limit: any) => limit.is_binding).length, 1)
    for (const evidence of evidenceIn(body.data.metrics)) await follow(evidence)
    const rated = (await offer({ factor: undefined, target_apr: quote.estimated_apr })).body.data
    assert.ok(Math.abs(rated.offer.estimated_apr - quote.estimated_apr) < 1e-4)
    const settled = (
      await offer({
        early_payoff: [{ days: 30, factor: 1.1 }],
        renewal: { advance: 2_000, right_to_receive: 2_800, paid: 1_400 },
        true_up: { specified_percentage: 0.1, receipts: 9_000, collected: 1_000 },
        syndication: [{ name: 'Investor', share: 0.5 }],
        commission_points: 0.1,
      })
    ).body.data
    // 5,000 × 1.1 less 4 weekly payments of 250
    assert.equal(settled.early_payoff[0].payoff, 4_500)
    assert.deepEqual([settled.renewal.net_funded, settled.renewal.double_dip_cost], [3_600, 400])
    assert.deepEqual(settled.true_up, { allowed: 900, refund: 100 })
    assert.deepEqual(
      [settled.syndication[0].funded, settled.syndication[0].cash_back],
      [2_750, 125],
    )
    const half = { name: 'Investor', share: 0.6 }
    const over = await offer({ syndication: [half, half] })
    assert.deepEqual([over.status, over.body.error.param], [400, 'syndication'])
    const both = await offer({ target_apr: 0.5 })
    assert.deepEqual([both.status, both.body.error.param], [400, 'factor'])
  })

  test('the underwriting file and the scorecard come as PDF, workbook and page, each with an audit entry', async () => {
    const file = (path: string): Promise<any> => tenant.live.get(`/v1/submissions/${busy}/${path}`)
    const pdf = await file('report')
    assert.deepEqual([pdf.status, pdf.headers['content-type']], [200, 'application/pdf'])
    assert.equal(pdf.raw.subarray(0, 5).toString(), '%PDF-')
    const page = (await file('report?format=html')).raw.toString()
    const { true_revenue: revenue } = (await report(busy, 'bank-summary')).totals
    assert.ok(page.includes(revenue.toLocaleString('en-US', { minimumFractionDigits: 2 })))
    const book = await readXlsx((await file('scorecard?format=xlsx')).raw)
    assert.deepEqual(
      book.sheets.map(({ name }) => name),
      ['Overview', 'Scorecard', 'Settings', 'Data-quality checks'],
    )
    const { body } = await tenant.live.get(`/v1/audit-log?submission_id=${busy}&action=exported`)
    assert.deepEqual(
      body.data.map(({ summary }: any) => summary),
      [
        'The scorecard exported as xlsx',
        'The report exported as html',
        'The report exported as pdf',
      ],
    )
  })

  test('a file for the committee has the notes and decisions of the lender, and only for who may read them', async () => {
    await tenant.live.post(`/v1/submissions/${busy}/notes`, { text: 'Spoke to the landlord.' })
    const path = `/v1/submissions/${busy}/report?format=html`
    const read = async (query: string): Promise<string> =>
      (await tenant.live.get(path + query)).raw.toString()
    assert.match(await read('&audience=committee'), /Spoke to the landlord\./)
    assert.doesNotMatch(await read(''), /Spoke to the landlord/)
    const scopes = ['analytics:read', 'submissions:read']
    const made = await tenant.live.post('/v1/api-keys', { name: 'Reader', scopes })
    const narrow = createCaller(house.app, made.body.data.key)
    const refused = await narrow.get(`${path}&audience=committee`)
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'insufficient_scope'])
  })

  test('four reports come as text for a terminal, which obeys nothing that stands in it', async () => {
    const text = async (name: string): Promise<any> =>
      tenant.live.get(`/v1/submissions/${busy}/${name}?format=text`)
    for (const name of ['scorecard', 'bank-summary', 'risk-score', 'forecast']) {
      const { status, headers, raw } = await text(name)
      assert.deepEqual([status, headers['content-type']], [200, 'text/plain; charset=utf-8'])
      assert.doesNotMatch(raw.toString(), /[^\P{Cc}\n]/u, name)
    }
    const { average_daily_balance: metric } = (await report(busy, 'metrics')).metrics.reduce(
      (found: any, one: any) => ({ ...found, [one.name]: one }),
      {},
    )
    const shown = metric.value.toLocaleString('en-US', { minimumFractionDigits: 2 })
    assert.ok((await text('scorecard')).raw.toString().includes(shown))
    assert.equal((await text('metrics')).body.error.param, 'format')
  })

  test('each change of the numbers is a version, and the difference of two names its cause', async () => {
    const id = await submission()
    const row = {
      submission_id: id,
      description: 'ACH CREDIT CUSTOMER',
      amount: 900,
      currency: 'USD',
    }
    const send = async (date: string): Promise<string> => {
      const { body } = await tenant.live.post('/v1/transactions', { ...row, date })
      await house.settle(60_000)
      return body.data.id
    }
    const [first] = [await send('2025-03-03'), await send('2025-03-10')]
    await tenant.live.post(`/v1/transactions/${first}/feedback`, { category: 'debt.loan_proceeds' })
    await house.settle(60_000)
    const { versions } = await report(id, 'versions')
    assert.deepEqual(
      versions.map(({ version }: any) => version),
      [3, 2, 1],
    )
    const added = await report(id, 'versions/diff?from=1&to=2')
    const deposits = added.changes.find(({ metric }: any) => metric === 'total_deposits')
    assert.deepEqual([deposits.from.value, deposits.to.value, deposits.delta], [900, 1_800, 900])
    assert.ok(deposits.causes.includes('rows'), deposits.causes.join())
    const corrected = await report(id, 'versions/diff')
    const correction = corrected.causes.find(({ kind }: any) => kind === 'corrections')
    assert.match(correction.happenings[0].summary, /Correction of 1 transaction/)
    const missing = await tenant.live.get(`/v1/submissions/${id}/versions/diff?from=9`)
    assert.deepEqual([missing.status, missing.body.error.code], [404, 'version_not_found'])

    const before = await report(id, 'metrics?version=1&names=total_deposits,deposit_count')
    assert.deepEqual(
      before.metrics.map(({ value }: any) => value),
      [900, 1],
    )
    assert.deepEqual([before.as_of, before.warnings[0].code], ['2025-03-03', 'past_version'])
    const one = await report(id, 'metrics/total_deposits?version=2&include=formula')
    assert.deepEqual([one.value, one.evidence.transactions_count], [1_800, 2])
    assert.match(one.formula, /[a-z]/)
    const present = await report(id, 'scorecard?version=3')
    assert.equal(present.analytics_version, versions[0].analytics_version)
    const refused = async (path: string): Promise<unknown[]> => {
      const { status, body } = await tenant.live.get(`/v1/submissions/${id}/${path}`)
      return [status, body.error.code, body.error.param]
    }
    assert.deepEqual(await refused('metrics?version=9'), [404, 'version_not_found', undefined])
    const [, code, param] = await refused('cashflow?version=1')
    assert.deepEqual([code, param], ['invalid_parameter', 'version'])
    assert.deepEqual((await refused('metrics?version=1&date_range=all'))[2], 'date_range')
    assert.deepEqual((await refused('scorecard?version=1&format=pdf'))[2], 'format')
  })

  test('the whole deal comes as a ZIP whose manifest has the hash of every file', async () => {
    const id = await submission()
    const row = { submission_id: id, amount: 12, date: '2025-03-03', currency: 'USD' }
    await tenant.live.post('/v1/transactions', { ...row, description: '=CMD(1) ACH CREDIT' })
    await house.settle(60_000)
    const { raw, status, headers } = await tenant.live.get(`/v1/submissions/${id}/export`)
    assert.deepEqual([status, headers['content-type']], [200, 'application/zip'])
    const files = unzipSync(raw)
    const { 'manifest.json': bytes, ...rest } = files
    const manifest = JSON.parse(Buffer.from(bytes!).toString())
    const hashes = Object.entries(rest).map(([path, body]) => ({
      path,
      size_bytes: body.length,
      sha256: createHash('sha256').update(body).digest('hex'),
    }))
    assert.deepEqual(manifest.files, hashes)
    assert.deepEqual([manifest.left_out, hashes.length], [[], REPORTS.length + 4])
    assert.match(Buffer.from(files['transactions.csv']!).toString(), /,'=CMD\(1\) ACH CREDIT,12,/)
    const [sheet] = (await readXlsx(files['transactions.xlsx']!)).sheets
    const [, description, , , amount] = sheet!.rows[1]!
    assert.deepEqual([description, amount], ['=CMD(1) ACH CREDIT', 12])
    assert.equal(
      JSON.parse(Buffer.from(files['reports/scorecard.json']!).toString()).data.submission_id,
      id,
    )
  })

  test('links of a report of one account stay with that account', async () => {
    const { body } = await tenant.live.get(
      `/v1/transactions?submission_id=${busy}&q=SAVINGS%20INTEREST&limit=1`,
    )
    const account = body.data[0].account_id
    for (const path of ['scorecard?', 'cashflow?granularity=total&']) {
      const links = evidenceIn(await report(busy, `${path}account_ids=${account}`))
      assert.ok(links.some(({ transactions_count }) => transactions_count > 0))
      for (const evidence of links) await follow(evidence)
    }
  })

  async function follow({ href, transactions_count, transaction_ids }: Evidence): Promise<void> {
    if (href === null) return
    const { status, body, raw } = await tenant.live.get(`${href}&limit=1000&include_total=true`)
    assert.equal(status, 200, `${href} ${raw.toString()}`)
    assert.equal(body.meta.total_count, transactions_count, href)
    const listed = new Set(body.data.map(({ id }: { id: string }) => id))
    assert.ok(
      transaction_ids.every((id) => listed.has(id)),
      href,
    )
  }

  test('a date range that does not exist is refused with the nearest name', async () => {
    const refused = await tenant.live.get(`/v1/submissions/${busy}/cashflow?date_range=last_90_day`)
    assert.equal(refused.status, 400)
    assert.equal(refused.body.error.code, 'invalid_date_range')
    assert.match(refused.body.error.message, /last_90_days/)
    const turned = await tenant.live.get(
      `/v1/submissions/${busy}/cashflow?start_date=2025-03-02&end_date=2025-03-01`,
    )
    assert.equal(turned.body.error.code, 'invalid_date_range')
    const mixed = await tenant.live.get(
      `/v1/submissions/${busy}/cashflow?date_range=all&start_date=2025-03-02`,
    )
    assert.equal(mixed.body.error.code, 'invalid_date_range')
    const unknown = await tenant.live.get(`/v1/submissions/${busy}/cashflow?granularty=week`)
    assert.equal(unknown.body.error.code, 'unknown_parameter')
  })

  test('the same data gives the same bytes, and new data a new version', async () => {
    const path = `/v1/submissions/${busy}/balances`
    const first = await tenant.live.get(path)
    const second = await tenant.live.get(path)
    assert.equal(second.raw.toString(), first.raw.toString())
    const headers = { 'if-none-match': String(first.headers.etag) }
    assert.equal((await tenant.live.get(path, { headers })).status, 304)
    const id = await submission()
    const before = await report(id, 'statistics')
    const row = { submission_id: id, description: 'DEPOSIT', amount: 5, date: '2025-01-02' }
    await tenant.live.post('/v1/transactions', row)
    const after = await report(id, 'statistics?wait=20')
    assert.ok(after.analytics_version > before.analytics_version)
    assert.equal(after.transactions.count, 1)
    assert.equal((await report(id, 'statistics')).computed_at, after.computed_at)
  })

  test('wait returns after the running pipeline, and at once when nothing runs', async () => {
    const id = await submission()
    const row = {
      submission_id: id,
      description: 'SQUARE INC DEPOSIT',
      amount: 500,
      date: '2025-01-02',
    }
    await tenant.live.post('/v1/transactions', row)
    const data = await report(id, 'bank-summary?wait=20')
    assert.equal(data.totals.true_revenue, 500)
    const { body } = await tenant.live.get(`/v1/submissions/${id}`)
    assert.equal(body.data.status, 'processed')
    const started = performance.now()
    await report(id, 'bank-summary?wait=20')
    // It does not wait out its twenty seconds.
    assert.ok(performance.now() - started < 15_000)
    assert.equal((await tenant.live.get(`/v1/submissions/${id}/scorecard?wait=26`)).status, 400)
  })

  test('the bank summary comes as a workbook with the same figures', async () => {
    const data = await report(busy, 'bank-summary?group_by=account')
    const { raw } = await tenant.live.get(
      `/v1/submissions/${busy}/bank-summary?group_by=account&format=xlsx`,
    )
    const [rows, totals] = (await readXlsx(raw)).sheets
    const [headers, ...lines] = rows!.rows
    const at = headers!.indexOf('total_credits')
    assert.deepEqual(
      lines.map((line) => line[at]),
      data.rows.map((row: any) => row.total_credits),
    )
    assert.ok(
      totals!.rows.some(
        ([name, sum]) => name === 'true_revenue' && sum === data.totals.true_revenue,
      ),
    )
  })

  test('the bank summary comes as CSV with the same rows', async () => {
    const data = await report(busy, 'bank-summary?group_by=account')
    const response = await tenant.live.get(
      `/v1/submissions/${busy}/bank-summary?group_by=account&format=csv`,
    )
    assert.match(String(response.headers['content-type']), /^text\/csv/)
    const lines = String(response.body).trim().split('\r\n')
    assert.equal(lines.length, data.rows.length + 1)
    assert.match(lines[0]!, /^period,start_date,end_date,account_id,beginning_balance/)
  })

  test('formulas are returned with include=formula', async () => {
    const plain = await report(busy, 'scorecard')
    const withFormula = await report(busy, 'scorecard?include=formula')
    assert.equal(plain.sections[0].metrics[0].formula, null)
    assert.ok(withFormula.sections[0].metrics[0].formula.length > 5)
  })

  test('the portfolio counts what its submissions are now, and only those of its period', async () => {
    const own = (await house.tenant()).live
    const portfolio = async (query = ''): Promise<any> => {
      const { status, body, raw } = await own.get(`/v1/analytics/portfolio${query}`)
      assert.equal(status, 200, raw.toString())
      return body.data
    }
    const nothing = await portfolio()
    assert.deepEqual(
      [nothing.submissions.total, nothing.quality.review_rate, nothing.series],
      [0, null, []],
    )
    const company = { industry: 'Cafe', address: { state: 'TX' } }
    const made = await own.post('/v1/submissions', { name: 'Cafe', company_info: company })
    const other = await own.post('/v1/submissions', { name: 'Shop' })
    const [id, otherId] = [made.body.data.id, other.body.data.id]
    const transactions = businessOfFourMonths()
    await own.post('/v1/transactions/bulk', { submission_id: id, transactions })
    await own.patch(`/v1/submissions/${otherId}`, {
      deal_stage: 'declined',
      decline_reasons: ['RC07'],
    })
    await house.settle(60_000)
    const all = await portfolio()
    assert.deepEqual(
      [all.submissions.total, all.submissions.by_status],
      [2, { new: 1, processed: 1 }],
    )
    assert.deepEqual(all.submissions.by_source, { api: 2 })
    assert.deepEqual(
      [all.industries[0], all.states[0]],
      [
        { industry: 'Cafe', submissions: 1 },
        { state: 'TX', submissions: 1 },
      ],
    )
    assert.deepEqual(all.declines, [
      { code: 'RC07', text: 'Number of returned items or overdrafts', count: 1 },
    ])
    assert.equal(all.positions.by_funder[0].name, 'OnDeck')
    assert.deepEqual([all.volume.transactions, all.volume.amount], [transactions.length, null])
    const dollars = transactions.filter((row: any) => row.currency === undefined)
    const cents = dollars.reduce(
      (sum: number, { amount }: any) => sum + Math.round(Math.abs(amount) * 100),
      0,
    )
    assert.deepEqual(all.volume.by_currency[0], {
      currency: 'USD',
      transactions: dollars.length,
      amount: cents / 100,
    })
    const shown = (await own.get(`/v1/submissions/${id}`)).body.data
    const revenue = all.distributions.find(({ metric }: any) => metric === 'monthly_true_revenue')
    assert.equal(revenue.mean, shown.latest.monthlyTrueRevenue)
    assert.ok(
      Math.abs(revenue.p50 / revenue.mean - 1) <= all.relative_accuracy,
      String(revenue.p50),
    )
    const anomalies = (await own.get(`/v1/submissions/${id}/anomalies?date_range=all`)).body.data
    assert.deepEqual(all.anomalies.by_kind, anomalies.summary.by_kind)
    const today = shown.createdAt.slice(0, 10)
    assert.deepEqual(
      (await portfolio(`?since=${today}&until=${today}`)).submissions,
      all.submissions,
    )
    for (const days of [40, 20]) {
      const since = await portfolio(`?since=${addDays(today, -days)}`)
      assert.deepEqual(since.submissions, all.submissions)
    }
    assert.equal((await portfolio(`?since=${addDays(today, 1)}`)).submissions.total, 0)
    assert.equal((await portfolio(`?min_n=2`)).distributions[0].p50, null)
    assert.deepEqual(all.series, [
      { period: today.slice(0, 7), created: 2, processed: 1, failed: 0, funded: 0 },
    ])
    await own.delete(`/v1/submissions/${id}`)
    const left = await portfolio()
    assert.deepEqual([left.submissions.total, left.volume.transactions], [1, 0])
    assert.equal((await portfolio(`?since=${addDays(today, -10)}`)).submissions.total, 1)
  })

  test('a bad day of the portfolio is refused otherwise than a period that ends before it begins', async () => {
    const bad = await tenant.live.get('/v1/analytics/portfolio?since=2025-02-30')
    assert.deepEqual([bad.status, bad.body.error.param], [400, 'since'])
    const turned = await tenant.live.get(
      '/v1/analytics/portfolio?since=2025-02-03&until=2025-01-01',
    )
    assert.deepEqual([turned.status, turned.body.error.code], [400, 'invalid_date_range'])
  })

  test('a report of another tenant, or of a foreign account, does not exist', async () => {
    const stranger = (await house.tenant()).live
    for (const name of REPORT_NAMES) {
      const response = await stranger.get(`/v1/submissions/${busy}/${name}`)
      assert.equal(response.status, 404)
      assert.equal(response.body.error.code, 'submission_not_found')
      const waited = await stranger.get(`/v1/submissions/${busy}/${name}?wait=5`)
      assert.equal(waited.body.error.code, 'submission_not_found')
    }
    const foreign = await tenant.live.get(`/v1/submissions/${busy}/scorecard?account_ids=${busy}`)
    assert.equal(foreign.body.error.code, 'account_not_found')
  })
})

function evidenceIn(node: unknown): Evidence[] {
  if (node === null || typeof node !== 'object') return []
  if ('href' in node && 'transactions_count' in node) return [node as Evidence]
  return Object.values(node).flatMap(evidenceIn)
}

/** Sales, costs, an advance with daily payments, and rows that no number counts. */
function businessOfFourMonths(): object[] {
  const rows: object[] = []
  for (let day = 0; day < 119; day += 1) {
    const date = addDays('2025-01-01', day)
    const isWeekday = day % 7 < 5
    if (isWeekday)
      rows.push({ date, description: 'SQUARE INC DEPOSIT', amount: 900 + (day % 11) * 20 })
    if (day % 3 === 0) rows.push({ date, description: 'SYSCO FOODS', amount: -310.4 })
    if (day % 14 === 2) rows.push({ date, description: 'GUSTO PAYROLL', amount: -2400 })
    if (day > 30 && isWeekday)
      rows.push({ date, description: 'ONDECK CAPITAL DAILY PMT', amount: -149 })
    if (day % 40 === 9) rows.push({ date, description: 'NSF RETURNED ITEM FEE', amount: -35 })
  }
  rows.push({ date: '2025-01-01', description: 'CHECK DEPOSIT', amount: 40, balance: 5000 })
  rows.push({ date: '2025-01-30', description: 'ONDECK CAPITAL ADVANCE PROCEEDS', amount: 20_000 })
  rows.push({
    date: '2025-02-10',
    description: 'SQUARE INC DEPOSIT',
    amount: 7777,
    is_pending: true,
  })
  rows.push({ date: '2025-02-11', description: 'SQUARE INC DEPOSIT', amount: 888, currency: 'EUR' })
  const account = { name: 'Reserve', type: 'savings' }
  for (const month of ['01', '02', '03']) {
    rows.push({
      date: `2025-${month}-28`,
      description: 'SAVINGS INTEREST PAID',
      amount: 12.5,
      account,
    })
  }
  return rows
}
