import { buildLedger, type Ledger, type LedgerInput } from '../../src/core/analytics/ledger.ts'
import { fromBytes, toBytes } from '../../src/core/analytics/ledger/rows/bytes.ts'
import { packRows } from '../../src/core/analytics/ledger/rows/pack.ts'
import { REPORTS } from '../../src/core/analytics/reports/index.ts'
import { DEFAULT_SETTINGS } from '../../src/core/analytics/settings.ts'
import { toPosition } from '../../src/core/enrichment/positions/figures.ts'
import { NOBODY } from '../../src/core/values/account.ts'
import { pick } from '../../src/platform/wire/convert.ts'
import { Fields } from '../../src/platform/wire/shapes.ts'
import { makeBusiness, type Business } from '../business.ts'
import type { Job } from '../figure.ts'
import { compare, type Measured } from '../harness.ts'

/** `BENCH_ROWS=10000` measures another size. */
const ROWS = Number(process.env['BENCH_ROWS'] ?? 100_000)
/** An engine optimizes what it has run. */
const WARM_UPS = 2
const REQUEST = { window: null, options: {}, computedAt: '2025-10-01', analyticsVersion: 1 }
const SHAPES = REPORTS.map(({ schema }) => Fields({ data: schema }))

/** Processor time of each report, as pure functions one after the other. */
export const reportsJob: Job = {
  name: 'reports',
  meaning: `thinking alone: the kept rows of one submission of ${ROWS.toLocaleString('en')} transactions to columns, to their ledger, and to each report as JSON in the order of this table, which share what is in the ledger; processor time of one thread, without database and HTTP`,
  run: async (rounds) => {
    const business = makeBusiness(ROWS)
    const bytes = toBytes(packRows(business.rows))
    for (let turn = 0; turn < WARM_UPS; turn += 1) measure(business, bytes)
    return compare(
      ['columns', 'ledger', ...REPORTS.map(({ name }) => name), 'all together'].map((name) => ({
        name,
        unit: 'ms',
        goal: name === 'all together' ? '≤ 45 ms' : '',
      })),
      { rounds, ours: async () => measure(business, bytes) },
    )
  },
}

function measure(business: Business, bytes: Uint8Array): Measured[] {
  const times: number[] = []
  const timed = <T>(work: () => T): T => {
    const before = process.cpuUsage()
    const result = work()
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / 1e3)
    return result
  }
  const table = timed(() => fromBytes(bytes))
  const ledger = timed(() => buildLedger(toLedgerInput(business, table)))
  REPORTS.forEach((_, index) => timed(() => readReport(ledger, index)))
  const total = times.reduce((sum, time) => sum + time, 0)
  return [...times, total].map((value) => ({ value }))
}

function readReport(ledger: Ledger, index: number): void {
  const data = REPORTS[index]!.compute(ledger, REQUEST)
  const text = JSON.stringify(pick(SHAPES[index]!, { data }))
  if (!text.includes(ledger.submissionId)) throw new Error('The report is of something else')
}

function toLedgerInput(business: Business, transactions: LedgerInput['transactions']): LedgerInput {
  const account = { name: 'Operating', institutionName: null, last4: null, type: 'checking' }
  return {
    submissionId: business.submissionId,
    transactions,
    accounts: business.accounts.map((id) => ({
      ...account,
      id,
      currency: 'USD',
      isIncluded: true,
    })),
    periods: [],
    positions: business.positions.map((found) => toPosition(found, null)),
    streams: business.streams,
    company: NOBODY,
    settings: DEFAULT_SETTINGS,
    asOf: null,
    currency: null,
    documentAuthenticity: null,
  }
}
