import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blankRow, blankStatement } from '../formats/tabular.ts'
import { reconcileStatement } from './reconcile.ts'
import type { Statement } from '../statement.ts'
import { withEdges } from './derive-edges.ts'

function statement(rows: [string, number, number | null][], more: Partial<Statement> = {}) {
  return {
    ...blankStatement(0, { currency: 'USD', currencySource: 'printed' }),
    rows: rows.map(([date, amount, balance]) => ({ ...blankRow(date, amount, 'A'), balance })),
    ...more,
  }
}

function edges({ openingBalance, closingBalance, startDate, endDate, derivedEdges }: Statement) {
  return [openingBalance, closingBalance, startDate, endDate, derivedEdges.length]
}

const OLDEST_FIRST: [string, number, number][] = [
  ['2026-03-02', -500, 9500],
  ['2026-03-05', 1000, 10_500],
  ['2026-03-09', -250, 10_250],
]

test('an unbroken chain of balances gives opening, closing and period, in either order', () => {
  const wanted = [10_000, 10_250, '2026-03-02', '2026-03-09', 4]
  assert.deepEqual(edges(withEdges(statement(OLDEST_FIRST))), wanted)
  assert.deepEqual(edges(withEdges(statement(OLDEST_FIRST.toReversed()))), wanted)
})

test('a broken chain gives no balance', () => {
  const broken = OLDEST_FIRST.with(1, ['2026-03-05', 1000, 10_499])
  assert.deepEqual(edges(withEdges(statement(broken))), [null, null, '2026-03-02', '2026-03-09', 2])
})

test('one balance alone gives none, since it proves no step', () => {
  const [openingBalance] = edges(withEdges(statement([['2026-03-02', -500, 9500]])))
  assert.equal(openingBalance, null)
})

test('what is owed grows with what is spent', () => {
  const rows: [string, number, number][] = [
    ['2026-03-02', -500, 1500],
    ['2026-03-05', 200, 1300],
  ]
  const card = withEdges(statement(rows, { accountType: 'credit_card' }))
  assert.deepEqual(edges(card).slice(0, 2), [1000, 1300])
})

test('an edge that is printed stays, and a derived one proves nothing', () => {
  const printed = withEdges(statement(OLDEST_FIRST, { openingBalance: 10_000 }))
  assert.deepEqual([printed.closingBalance, printed.derivedEdges[0]], [10_250, 'closingBalance'])
  assert.equal(reconcileStatement(printed).status, 'unverifiable')
  const differing = withEdges(statement(OLDEST_FIRST, { openingBalance: 9999 }))
  assert.equal(differing.closingBalance, null)
})

test('a changed row changes what was derived', () => {
  const read = withEdges(statement(OLDEST_FIRST))
  const changed = { ...read, rows: read.rows.slice(1) }
  assert.deepEqual(edges(withEdges(changed)).slice(0, 3), [9500, 10_250, '2026-03-05'])
})
