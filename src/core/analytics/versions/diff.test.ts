import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exampleLedger, examplePeriod, type RowFacts } from '../example.test.ts'
import type { LedgerInput } from '../ledger.ts'
import { DEFAULT_SETTINGS } from '../settings.ts'
import { diffVersions, type MetricChange, type VersionDiff } from './diff.ts'
import { buildVersion, type VersionBody } from './snapshot.ts'

const FEBRUARY: RowFacts[] = [
  { date: '2025-02-05', amount: 9_000_00 },
  { date: '2025-02-20', amount: -2_000_00 },
]
const MARCH: RowFacts[] = [{ date: '2025-03-05', amount: 4_000_00 }]
const period = (month: '02' | '03', documentId: string) =>
  examplePeriod(`2025-${month}-01`, month === '02' ? '2025-02-28' : '2025-03-31', {
    documentId,
    openingBalance: 0,
  })

function version(
  rows: RowFacts[],
  documents: ('02' | '03')[],
  more: Partial<LedgerInput> = {},
): VersionBody {
  const periods = documents.map((month) => period(month, `document ${month}`))
  const ledger = exampleLedger(rows, periods, more)
  // As it comes back from the database.
  return JSON.parse(JSON.stringify(buildVersion(ledger))) as VersionBody
}

const before = version(FEBRUARY, ['02'])
const listKinds = ({ causes }: VersionDiff): string[] => causes.map(({ kind }) => kind)
const findChange = ({ changes }: VersionDiff, name: string): MetricChange =>
  changes.find(({ metric }) => metric === name)!

test('the same numbers on the same basis differ in nothing', () => {
  const { causes, changes, unchanged } = diffVersions(before, before, [])
  assert.deepEqual([causes, changes], [[], []])
  assert.equal(unchanged, Object.keys(before.metrics).length)
})

test('a document that came is the cause, with its rows and what they add', () => {
  const diff = diffVersions(before, version([...FEBRUARY, ...MARCH], ['02', '03']), [])
  assert.deepEqual(listKinds(diff), ['documents_added', 'window'])
  const deposits = findChange(diff, 'total_deposits')
  assert.deepEqual(
    [deposits.from!.value, deposits.to!.value, deposits.delta],
    [9_000, 13_000, 4_000],
  )
  assert.deepEqual(deposits.documents, [{ id: 'document 03', rows: [0, 1], cents: [0, 4_000_00] }])
  assert.deepEqual(deposits.causes, ['documents_added', 'window'])
  const back = diffVersions(version([...FEBRUARY, ...MARCH], ['02', '03']), before, [])
  assert.equal(findChange(back, 'total_deposits').causes[0], 'documents_removed')
})

test('a correction names who made it, by the metrics that it can have changed', () => {
  const [first, ...rest] = FEBRUARY
  const corrected = {
    ...first!,
    slug: 'debt.loan_proceeds',
    exclusionReason: 'loan_proceeds',
    override: { category: 'debt.loan_proceeds' },
  }
  const happening = {
    at: '2025-04-01T00:00:00Z',
    actor: 'Ann',
    action: 'overridden',
    resourceType: 'transaction',
    resourceId: 't1',
    summary: 'Correction of 1 transactions',
  }
  const diff = diffVersions(before, version([corrected, ...rest], ['02']), [happening])
  assert.deepEqual(listKinds(diff), ['corrections', 'categories'])
  assert.equal(diff.causes[0]!.happenings[0]!.actor, 'Ann')
  const revenue = findChange(diff, 'true_revenue')
  assert.deepEqual([revenue.from!.value, revenue.to!.value], [9_000, 0])
  assert.ok(revenue.causes.includes('corrections'))
  assert.equal(findChange(diff, 'total_deposits'), undefined)
})

test('settings and facts of the company are causes, by the names of what changed in them', () => {
  const settings = { ...DEFAULT_SETTINGS, lowBalanceThreshold: 9_500_00 }
  const diff = diffVersions(before, version(FEBRUARY, ['02'], { settings }), [])
  assert.deepEqual(
    diff.causes.map(({ summary }) => summary),
    ['Settings: lowBalanceThreshold'],
  )
  assert.deepEqual(findChange(diff, 'low_balance_days').causes, ['settings'])
})
