import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listSchemaFaults } from '../../../platform/wire/check/validate.ts'
import { exampleInput, examplePeriod, type RowFacts } from '../example.test.ts'
import { buildLedger, type LedgerInput } from '../ledger.ts'
import { REPORTS } from './index.ts'

const STATUSES = ['available', 'partially_available', 'not_available']
const DAY = '2024-02-29'
const row: RowFacts = { date: DAY, amount: 900_00, slug: 'revenue.card_settlement' }
const rows: RowFacts[] = [
  row,
  { date: '2024-03-04', amount: -200_00 },
  { date: '2024-04-02', amount: 700_00 },
]
const quarter = examplePeriod('2024-02-01', '2024-04-30', { openingBalance: 100_00 })
const second = { ...exampleInput([]).accounts[0]!, id: 'second' }

/** What can be odd about data, and the reason that some report then gives. */
const EDGES: Record<string, { input: LedgerInput; reason: string | null }> = {
  'no transactions': { input: exampleInput([]), reason: 'no_transactions' },
  'a statement without transactions': { input: exampleInput([], [quarter]), reason: null },
  'one day': {
    input: exampleInput([row], [examplePeriod(DAY, DAY, { openingBalance: 0 })]),
    reason: 'insufficient_history',
  },
  'no balances': {
    input: exampleInput(rows, [{ ...quarter, openingBalance: null }]),
    reason: 'no_balance',
  },
  'one of two accounts without balances': {
    input: exampleInput(
      [...rows, { ...row, accountId: 'second' }],
      [quarter, { ...quarter, accountId: 'second', openingBalance: null }],
      { accounts: [...exampleInput([]).accounts, second] },
    ),
    reason: null,
  },
  'a statement that does not reconcile': {
    input: exampleInput(rows, [
      { ...quarter, closingBalance: 5_00, reconciliationStatus: 'unreconciled' },
    ]),
    reason: 'unreconciled_statement',
  },
  'a month without a statement': {
    input: exampleInput(rows, [
      examplePeriod('2024-02-01', '2024-02-29', { openingBalance: 100_00 }),
      examplePeriod('2024-04-01', '2024-04-30', { openingBalance: 900_00 }),
    ]),
    reason: 'coverage_gap',
  },
  'two currencies': {
    input: exampleInput([...rows, { ...row, currency: 'CAD' }], [quarter]),
    reason: 'missing_fx_rate',
  },
  'a negative opening': {
    input: exampleInput(rows, [{ ...quarter, openingBalance: -4_000_00 }]),
    reason: null,
  },
  'a leap day as the last one': {
    input: exampleInput(rows, [quarter], { asOf: DAY }),
    reason: 'insufficient_history',
  },
  'a day before there was anything': {
    input: exampleInput(rows, [quarter], { asOf: '2020-01-01' }),
    reason: 'no_transactions',
  },
}

for (const [name, { input, reason }] of Object.entries(EDGES)) {
  test(`${name}: every report has a status, reasons where a number is weak, and a text that can be read`, () => {
    const ledger = buildLedger({ ...input, today: '2024-05-02' })
    const given = REPORTS.flatMap((report) => {
      const request = {
        window: null,
        options: {},
        computedAt: '2024-05-02T00:00:00.000Z',
        analyticsVersion: 1,
      }
      const body = report.compute(ledger, request)
      assert.deepEqual(listSchemaFaults(report.schema, body).slice(0, 3), [], report.name)
      assert.ok(STATUSES.includes(body['status'] as string), report.name)
      const reasons = body['reasons'] as (string | { code: string })[]
      if (body['status'] === 'not_available') assert.ok(reasons.length > 0, report.name)
      assert.doesNotMatch(JSON.stringify(body), /NaN|Infinity/, report.name)
      const text = report.toText?.(JSON.parse(JSON.stringify(body)) as never) ?? ''
      assert.doesNotMatch(text, /undefined|NaN|null|\[object/, report.name)
      return reasons.map((each) => (typeof each === 'string' ? each : each.code))
    })
    if (reason !== null) assert.ok(given.includes(reason), given.join())
  })
}
