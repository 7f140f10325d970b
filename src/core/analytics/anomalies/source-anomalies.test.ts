import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addDays } from '../../values/dates.ts'
import type { DocumentFacts, SourceFacts, SourceRow, SourceStatement } from '../documents.ts'
import { exampleLedger, examplePeriod, type RowFacts } from '../example.test.ts'
import { windowNamed } from '../metric/gate.ts'
import { detectAnomalies } from './index.ts'
import type { Anomaly } from './named.ts'

const KINDS = [
  'duplicate_statement',
  'altered_resubmission',
  'source_conflict',
  'repeated_statement',
]
const amounts = Array.from({ length: 20 }, (_, index) => 101_01 + index * 13_07)
const toDate = (index: number): string => addDays('2025-03-02', index)

function print(document: string, more: Partial<SourceStatement> = {}): SourceStatement {
  return {
    id: `statement of ${document}`,
    accountId: 'checking',
    documentId: document,
    startDate: '2025-03-01',
    endDate: '2025-03-31',
    openingBalance: 1_000_00,
    closingBalance: 9_000_00,
    reconciliationStatus: 'reconciled',
    ...more,
  }
}

/** Rows of a document, or of a feed when there is none; their ids are those of the ledger's rows. */
function buildRows(
  document: string | null,
  own: readonly number[] = amounts,
  shift = 0,
): SourceRow[] {
  return own.map((amount, index) => ({
    id: `t${index + 1}`,
    accountId: 'checking',
    documentId: document,
    statementId: document === null ? null : `statement of ${document}`,
    isPrinted: document !== null,
    date: addDays(toDate(index), shift),
    amount,
    currency: 'USD',
  }))
}

function found(sources: SourceFacts, documents: DocumentFacts[] = []): Anomaly[] {
  const rows: RowFacts[] = amounts.map((amount, index) => ({ date: toDate(index), amount }))
  const period = examplePeriod('2025-03-01', '2025-03-31', { openingBalance: 1_000_00 })
  const ledger = exampleLedger(rows, [period], { sources, documents })
  return detectAnomalies(ledger, windowNamed(ledger, 'all')).filter(({ kind }) =>
    KINDS.includes(kind),
  )
}

describe('a statement that comes twice', () => {
  test('is said, gravely where it comes under another account’s name', () => {
    const repeat = {
      accountId: 'checking',
      documentId: 'a',
      endDate: '2025-03-31',
      copyDocumentId: 'b',
      copyAccountName: 'Other Bank ···9331',
    }
    const severities = [
      { isOneAccount: true, isOtherLayout: false },
      { isOneAccount: true, isOtherLayout: true },
      { isOneAccount: false, isOtherLayout: true },
    ].map((how) => {
      const repeats = [{ ...repeat, ...how }]
      const [flag] = found({ statements: [], rows: [], repeats })
      assert.deepEqual(flag!.documentIds, ['a', 'b'])
      return flag!.severity
    })
    assert.deepEqual(severities, ['info', 'medium', 'high'])
  })

  test('is nothing when both copies say the same, in whatever order', () => {
    const rows = [...buildRows('a'), ...buildRows('b').toReversed()]
    assert.deepEqual(found({ statements: [print('a'), print('b')], rows }), [])
  })

  test('with another amount is an altered resubmission, with the rows and both documents', () => {
    const other = amounts.with(4, 9_999_00)
    const rows = [...buildRows('a'), ...buildRows('b', other)]
    const statements = [print('a'), print('b', { closingBalance: 18_845_71 })]
    const [anomaly, ...more] = found({ statements, rows })
    assert.deepEqual(more, [])
    const { kind, severity, documentIds, amount, expected, explanation } = anomaly!
    assert.deepEqual(
      [kind, severity, documentIds],
      ['altered_resubmission', 'critical', ['a', 'b']],
    )
    assert.deepEqual([amount, expected], [{ cents: 9_999_00 }, { cents: amounts[4] }])
    assert.match(
      explanation,
      /1 transaction has a different amount.*closing balance is \$18,845\.71 instead of \$9,000\.00/,
    )
    assert.deepEqual(anomaly!.rows, [4])
  })

  test('with a row more under the same balances is found too; a misreading is only suspected', () => {
    const rows = [...buildRows('a'), ...buildRows('b', [...amounts, 500_00])]
    const severity = (reconciliationStatus: string): string[] =>
      found({ statements: [print('a'), print('b', { reconciliationStatus })], rows }).map(
        (each) => `${each.kind} ${each.severity}`,
      )
    assert.deepEqual(severity('reconciled'), ['altered_resubmission critical'])
    assert.deepEqual(severity('unreconciled'), ['altered_resubmission high'])
  })

  test('with other balances and other rows is two totals of one period', () => {
    const rows = [
      ...buildRows('a'),
      ...buildRows(
        'b',
        amounts.map((amount) => amount + 1),
      ),
    ]
    const statements = [print('a'), print('b', { openingBalance: 0 })]
    assert.deepEqual(
      found({ statements, rows }).map(({ kind }) => kind),
      ['duplicate_statement'],
    )
  })
})

describe('a statement beside a feed', () => {
  const statements = [print('a')]
  const feedRows = buildRows(null, amounts, 1)

  test('agrees with it when each row has one of its amount within three days', () => {
    assert.deepEqual(found({ statements, rows: [...buildRows('a'), ...feedRows] }), [])
  })

  test('is in conflict on either side’s own rows, critically from a thousand on', () => {
    const sides = (printed: SourceRow[], fed: SourceRow[]): unknown[] =>
      found({ statements, rows: [...printed, ...fed] }).map((each) => [
        each.kind,
        each.severity,
        each.rows,
        each.amount,
      ])
    const without = feedRows.toSpliced(9, 1)
    assert.deepEqual(sides(buildRows('a'), without), [
      ['source_conflict', 'medium', [9], { cents: amounts[9] }],
    ])
    const large = buildRows('a', amounts.with(9, 5_000_00))
    const both = sides(large, feedRows)
    assert.deepEqual(
      both.map((each) => (each as unknown[])[1]),
      ['critical', 'medium'],
    )
  })

  test('is not held against a feed that is of another account or other days', () => {
    const strange = buildRows(
      null,
      amounts.map((amount) => amount + 5),
    )
    assert.deepEqual(found({ statements, rows: [...buildRows('a'), ...strange] }), [])
    const later = buildRows(null, amounts, 60)
    assert.deepEqual(found({ statements, rows: [...buildRows('a'), ...later] }), [])
  })
})

test('revenue of a paper far from the deposits of its period is a conflict, near it is none', () => {
  const revenue = amounts.reduce((sum, amount) => sum + amount, 0)
  const paper = (value: number): DocumentFacts => ({
    id: 'p',
    documentClass: 'profit_and_loss',
    subtype: null,
    currency: 'USD',
    tables: [],
    fields: {
      total_revenue: { value, type: 'money', page: 1, box: null },
      start_date: { value: '2025-03-01', type: 'date', page: 1, box: null },
      end_date: { value: '2025-03-31', type: 'date', page: 1, box: null },
    },
  })
  const none = { statements: [], rows: [] }
  assert.deepEqual(found(none, [paper(revenue)]), [])
  const [anomaly] = found(none, [paper(revenue * 2)])
  assert.deepEqual(
    [anomaly?.kind, anomaly?.severity, anomaly?.documentIds],
    ['source_conflict', 'high', ['p']],
  )
  assert.match(
    anomaly!.explanation,
    /in the bank data differs by -50\.0 % from the profit and loss statement/,
  )
})

test('a balance that a provider states for a day is compared with its transactions', () => {
  const rows: RowFacts[] = [
    { date: '2025-03-03', amount: 200_00 },
    { date: '2025-03-05', amount: -50_00 },
  ]
  const conflictsIn = (balances: number[], isFed = true): unknown[] => {
    const dates = ['2025-03-03', '2025-03-04', '2025-03-05']
    const dailyBalances = balances.map((balance, at) => ({ date: dates[at]!, balance }))
    const more = { openingBalance: 1_000_00, dailyBalances, isFed }
    const ledger = exampleLedger(rows, [examplePeriod('2025-03-01', '2025-03-31', more)])
    return detectAnomalies(ledger, windowNamed(ledger, 'all'))
      .filter(({ kind }) => kind === 'source_conflict')
      .map(({ severity, expected }) => [severity, expected])
  }
  assert.deepEqual(conflictsIn([1_200_00, 1_200_00, 1_150_00]), [])
  assert.deepEqual(conflictsIn([1_200_00, 1_190_00, 1_150_00]), [['medium', { cents: 1_190_00 }]])
  assert.deepEqual(conflictsIn([3_000_00, 1_200_00, 1_150_00]), [['critical', { cents: 3_000_00 }]])
  assert.deepEqual(conflictsIn([9, 9, 9], false), [])
})
