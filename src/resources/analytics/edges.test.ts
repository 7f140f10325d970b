import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { REPORTS } from '../../core/analytics/reports/index.ts'
import { useTestHouse, type TestFile, type TestTenant } from '../../../test/context.ts'
import { submit, upload } from '../../../test/statements.ts'

/** What came for a deal, how it is requested, and what some report must show. */
interface Edge {
  files?: TestFile[]
  rows?: { date: string; amount: number; currency?: string }[]
  query?: string
  reason?: string
  /** Figures by report and path. */
  figures?: Record<string, number | string | null>
}

interface Print {
  account?: string
  currency?: string
  opening: number
  /** Null takes what the rows make of the opening. */
  closing?: number
  start: string
  end: string
  rows: [date: string, amount: number][]
}

/** A statement as a bank sends it in MT940: balances at both ends, a row for each entry. */
function print({ account = '1234567890', currency = 'USD', ...own }: Print): TestFile {
  const day = (date: string): string => date.slice(2).replaceAll('-', '')
  const sign = (amount: number): string => (amount < 0 ? 'D' : 'C')
  const figure = (amount: number): string => Math.abs(amount).toFixed(2).replace('.', ',')
  const balance = (tag: string, date: string, amount: number): string =>
    `:${tag}:${sign(amount)}${day(date)}${currency}${figure(amount)}`
  const closing = own.closing ?? own.rows.reduce((sum, [, amount]) => sum + amount, own.opening)
  const rows = own.rows.flatMap(([date, amount], index) => [
    `:61:${day(date)}${day(date).slice(2)}${sign(amount)}${figure(amount)}NTRFNONREF`,
    `:86:${amount < 0 ? 'ACH DEBIT SUPPLIER' : 'ACH CREDIT CUSTOMER'} ${index}`,
  ])
  const text = [
    ':20:STMT',
    `:25:${account}`,
    ':28C:1/1',
    balance('60F', own.start, own.opening),
    ...rows,
    balance('62F', own.end, closing),
    '-',
  ]
  const filename = `${account}-${currency}-${own.start}.sta`
  return { filename, bytes: Buffer.from(text.join('\r\n')) }
}

const LEAP = '2024-02-29'
const february: Print = {
  opening: 100,
  start: '2024-02-01',
  end: LEAP,
  rows: [
    ['2024-02-05', 900],
    [LEAP, -200],
  ],
}
const march: Print = {
  opening: 800,
  start: '2024-03-01',
  end: '2024-03-31',
  rows: [
    ['2024-03-04', 700],
    ['2024-03-28', 50],
  ],
}
const april: Print = {
  opening: 1_550,
  start: '2024-04-01',
  end: '2024-04-30',
  rows: [
    ['2024-04-10', 20],
    ['2024-04-29', 30],
  ],
}

const EDGES: Record<string, Edge> = {
  'no transactions': { reason: 'no_transactions', figures: { 'balances.summary.negative_days': null } },
  'one day': { rows: [{ date: LEAP, amount: 900 }], reason: 'insufficient_history' },
  'rows without balances': {
    rows: [{ date: '2024-02-05', amount: 900 }, { date: '2024-04-05', amount: -100 }],
    reason: 'no_balance',
    figures: { 'balances.summary.low_balance_days': null, 'bank-summary.totals.low_balance_days': null, 'bank-summary.totals.true_revenue': 900 },
  },
  'one account with balances and one without': {
    files: [print(february), print(march)],
    rows: [{ date: '2024-03-05', amount: 40 }],
    figures: { 'bank-summary.totals.total_credits': 1_690 },
  },
  'a statement that does not reconcile': {
    files: [print(february), print({ ...march, closing: 1_400 })],
    reason: 'unreconciled_statement',
  },
  'a month without a statement': {
    files: [print(february), print(april)],
    reason: 'coverage_gap',
    figures: { 'coverage.accounts.0.gaps.0.missing_activity_amount': 750 },
  },
  'two currencies': {
    files: [print(february), print(march), print({ ...march, account: '99887766', currency: 'CAD', rows: [['2024-03-05', 5_000]] })],
    reason: 'missing_fx_rate',
    figures: { 'bank-summary.totals.total_credits': 1_650 },
  },
  'a negative opening': {
    files: [print({ ...february, opening: -4_000 })],
    figures: { 'balances.summary.negative_days': 29, 'bank-summary.totals.beginning_balance': -4_000 },
  },
  'a leap day as the last one': {
    files: [print(february)],
    figures: { 'balances.summary.average_daily_balance': 868.97, 'coverage.summary.last_date': LEAP },
  },
  'a day in the past': {
    files: [print(february), print(march)],
    query: `?as_of=${LEAP}`,
    figures: { 'bank-summary.totals.total_credits': 900, 'balances.as_of': LEAP },
  },
  'a day before there was anything': {
    files: [print(february)],
    query: '?as_of=2020-01-01',
    reason: 'no_transactions',
    figures: { 'statistics.deposits.deposit_count': null, 'statistics.nsf.total.nsf_count': null },
  },
} // prettier-ignore

describe('odd deals', () => {
  const house = useTestHouse()
  const ids = new Map<string, string>()
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
    await tenant.live.put('/v1/user/settings', { reporting_currency: 'USD' })
    for (const [name, edge] of Object.entries(EDGES)) ids.set(name, await send(edge))
    await house.settle(60_000)
  })

  async function send({ files = [], rows = [] }: Edge): Promise<string> {
    const id = await submit(tenant.live)
    for (const file of files) await upload(tenant.live, id, { file })
    const transactions = rows.map((row, index) => ({
      description: `ACH CREDIT CUSTOMER ${index}`,
      currency: 'USD',
      ...row,
    }))
    if (rows.length > 0) {
      const { status, raw } = await tenant.live.post('/v1/transactions/bulk', {
        submission_id: id,
        transactions,
      })
      assert.equal(status, 201, raw.toString())
    }
    return id
  }

  for (const [name, { query = '', reason, figures = {} }] of Object.entries(EDGES)) {
    test(`${name}: every report returns 200 with its status, its reasons and no false number`, async () => {
      const bodies: Record<string, any> = {}
      const given = new Set<string>()
      for (const report of REPORTS) {
        const url = `/v1/submissions/${ids.get(name)}/${report.name}${query}`
        const { status, body, raw } = await tenant.live.get(url)
        assert.equal(status, 200, `${report.name} ${raw.toString()}`)
        assert.doesNotMatch(raw.toString(), /NaN|Infinity/, report.name)
        const reasons = body.data.reasons.map((each: any) => each.code ?? each)
        if (body.data.status === 'not_available') assert.ok(reasons.length > 0, report.name)
        reasons.forEach((each: string) => given.add(each))
        bodies[report.name] = body.data
      }
      if (reason !== undefined) assert.ok(given.has(reason), [...given].join())
      for (const [path, expected] of Object.entries(figures)) {
        const found = path.split('.').reduce((node, key) => node?.[key] ?? null, bodies as any)
        assert.deepEqual(found, expected, path)
      }
      const unknown = bodies['metrics'].metrics.filter(
        (each: any) => each.status === 'not_available',
      )
      for (const metric of unknown) {
        assert.equal(metric.value, null, metric.name)
        assert.ok(metric.reasons.length > 0, metric.name)
      }
    })
  }
})
