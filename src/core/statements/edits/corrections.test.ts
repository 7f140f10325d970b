import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { blankRow, blankStatement } from '../formats/tabular.ts'
import { reconcileStatement } from '../reconcile/reconcile.ts'
import type { Statement, StatementRow } from '../statement.ts'
import { STOPPING_PROBLEMS } from '../table/doubts/review-causes.ts'
import { remainingProblems, SETTLEMENTS } from './causes.ts'
import { nearestYear, setDateOrder, setYear } from './dates.ts'
import { editStatement, placed, type StatementEdits } from './edit.ts'
import { placeRow } from './rows.ts'

function row(date: string, amount: number, fields: Partial<StatementRow> = {}): StatementRow {
  return { ...blankRow(date, amount, `Row ${amount}`), ...fields }
}

function statement(rows: StatementRow[], fields: Partial<Statement> = {}): Statement {
  const bare = {
    ...blankStatement(0, { currency: 'USD', currencySource: 'derived' }),
    rows,
    ...fields,
  }
  return { ...bare, reconciliation: reconcileStatement(bare) }
}

function amounts(read: Statement, edits: StatementEdits): number[] {
  return editStatement(placed(read), edits).statement.rows.map(({ amount }) => amount)
}

const SECTIONED = statement(
  [
    row('2025-07-02', 500, { section: 'Purchases' }),
    row('2025-07-03', 300, { section: 'Payments' }),
    row('2025-07-04', 20),
  ],
  {
    openingBalance: 1000,
    closingBalance: 820,
    sections: [
      {
        name: 'Purchases',
        printedTotal: 500,
        printedCount: 1,
        parsedTotal: 500,
        parsedCount: 1,
        difference: 0,
      },
    ],
  },
)

describe('corrections of a whole statement', () => {
  test('signs turn all rows or those of one section, and a second time not at all', () => {
    assert.deepEqual(amounts(SECTIONED, { signs: 'turned' }), [-500, -300, -20])
    const sections = { Purchases: 'turned' } as const
    const once = editStatement(placed(SECTIONED), { sections })
    assert.deepEqual(
      once.statement.rows.map(({ amount }) => amount),
      [-500, 300, 20],
    )
    assert.equal(once.statement.reconciliation.status, 'reconciled_by_totals')
    assert.deepEqual(amounts(once.statement, { sections }), [-500, 300, 20])
    const both = { signs: 'turned', sections } as const
    assert.deepEqual(amounts(SECTIONED, both), [500, -300, -20])
    assert.deepEqual(
      amounts(once.statement, { sections: { Purchases: 'as_read' } }),
      [500, 300, 20],
    )
    assert.deepEqual(amounts(SECTIONED, { sections: { Refunds: 'turned' } }), [500, 300, 20])
  })

  test('the sums of sections follow their rows, so a printed total proves the correction', () => {
    const wrong = statement([row('2025-07-02', 50, { section: 'Purchases' })], {
      sections: SECTIONED.sections,
    })
    const edit = { kind: 'changed', place: { position: 0, date: '2025-07-02', amount: 50 }, change: { amount: 500 } } as const // prettier-ignore
    const { sections, reconciliation } = editStatement(placed(wrong), { rows: [edit] }).statement
    assert.deepEqual([sections[0]!.parsedTotal, sections[0]!.difference], [500, 0])
    assert.equal(reconciliation.checks.find(({ id }) => id === 'T2')!.passed, true)
  })

  test('a year moves all dates by whole years, unless one of them would not exist', () => {
    const turn = statement([row('2023-12-30', -1), row('2024-01-02', -2)], {
      startDate: '2023-12-05',
      endDate: '2024-01-04',
      dailyBalances: [{ date: '2024-01-02', balance: 5 }],
    })
    const moved = setYear(turn, 2026)!
    assert.deepEqual(
      [moved.startDate, moved.endDate, moved.rows[0]!.date, moved.dailyBalances[0]!.date],
      ['2025-12-05', '2026-01-04', '2025-12-30', '2026-01-02'],
    )
    const leap = statement([row('2024-02-29', -1)], { endDate: '2024-02-29' })
    assert.deepEqual([setYear(leap, 2023), nearestYear(leap, 2023)], [null, 2024])
    assert.equal(setYear(statement([]), 2024), null)
  })

  test('day and month change places only where every date exists both ways', () => {
    const read = statement([row('2025-03-04', -1)], { endDate: '2025-04-30' })
    const swapped = setDateOrder(read, 'swapped')!
    assert.deepEqual([swapped.rows[0]!.date, swapped.endDate], ['2025-04-03', '2025-04-30'])
    assert.deepEqual(setDateOrder(swapped, 'as_read')!.rows, read.rows)
    assert.equal(setDateOrder(statement([row('2025-03-14', -1)]), 'swapped'), null)
  })
})

describe('the place of a row that is added', () => {
  const day = '2025-07-02'
  const lines: [string, number, number][] = [
    ['2025-07-01', -100, 900],
    [day, -50, 700],
    [day, 300, 1000],
    ['2025-07-09', -10, 990],
  ]
  const rows = lines.map(([date, amount, balance]) => row(date, amount, { balance }))
  const entered = { date: day, amount: -150 }

  test('is where the running balance lacks its amount', () => {
    assert.equal(placeRow(placed(statement(rows, { openingBalance: 1000 })), entered), 0)
  })

  test('is the same in a list from newest to oldest', () => {
    const newest = placed(statement(rows.toReversed(), { closingBalance: 990 }))
    const added = { kind: 'added', id: 'new', after: placeRow(newest, entered), row: { ...entered, description: 'X', balance: null } } as const // prettier-ignore
    const { statement: whole } = editStatement(newest, { rows: [added] })
    assert.equal(whole.reconciliation.checks.find(({ id }) => id === 'T3')!.passed, true)
  })

  test('is behind the last row of its date where no balance shows it', () => {
    const plain = statement(lines.map(([date, amount]) => row(date, amount)))
    assert.equal(placeRow(placed(plain), { date: day, amount: -7 }), 2)
    assert.equal(placeRow(placed(plain), { date: '2025-06-30', amount: -7 }), -1)
    assert.equal(placeRow(placed(plain), { date: '2025-08-01', amount: -7 }), 3)
    assert.equal(placeRow(placed(statement([])), { date: day, amount: -7 }), -1)
  })
})

describe('causes for review after a correction', () => {
  const problem = (code: string, where: string | null = 'statement 1') => ({ code, where, message: code }) // prettier-ignore

  test('each cause that stops a document names the corrections that settle it', () => {
    const idle = [...STOPPING_PROBLEMS].filter((code) => !(SETTLEMENTS[code]?.by.length ?? 0))
    assert.deepEqual(idle, [])
  })

  test('a cause goes with its own correction, and one of the rows only when figures prove them', () => {
    const read = [problem('account_uncertain'), problem('line_not_read', 'page 1'), problem('missing_word')] // prettier-ignore
    const codes = (own: Statement, ...corrected: string[]) =>
      remainingProblems(read, [{ statement: own, corrected: new Set(corrected) }]).map(({ code }) => code) // prettier-ignore
    const proven = statement([row('2025-07-02', 5)], { openingBalance: 0, closingBalance: 5 })
    const open = statement([row('2025-07-02', 5)])
    assert.deepEqual(codes(proven), read.map(({ code }) => code)) // prettier-ignore
    assert.deepEqual(codes(proven, 'account_number'), ['line_not_read', 'missing_word'])
    assert.deepEqual(codes(proven, 'rows'), ['account_uncertain', 'missing_word'])
    assert.deepEqual(codes(open, 'rows').length, 3)
  })

  test('a correction of one statement leaves the causes of another alone', () => {
    const read = [problem('check_failed'), problem('check_failed', 'statement 2')]
    const proven = statement([row('2025-07-02', 5)], { openingBalance: 0, closingBalance: 5 })
    const second = { ...proven, index: 1 }
    const left = remainingProblems(read, [
      { statement: proven, corrected: new Set(['rows']) },
      { statement: second, corrected: new Set() },
    ])
    assert.deepEqual(left, [read[1]])
  })
})
