import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chainStatements } from './chain.ts'
import { blankStatement } from './formats/tabular.ts'
import type { Statement } from './statement.ts'

function month(
  startDate: string,
  endDate: string,
  balances: [number | null, number | null],
): Statement {
  const [openingBalance, closingBalance] = balances
  return { ...blankStatement(0, 'USD'), startDate, endDate, openingBalance, closingBalance }
}

test('statements in any order are linked by date, and a break is named with what moved unseen', () => {
  const statements = [
    month('2025-03-01', '2025-03-31', [115_000, 90_000]),
    month('2025-01-01', '2025-01-31', [50_000, 80_000]),
    month('2025-02-01', '2025-02-28', [80_000, 90_000]),
  ]
  assert.deepEqual(chainStatements(statements), [
    { from: 1, to: 2, passed: true, missingActivityAmount: 0, isAdjacent: true },
    { from: 2, to: 0, passed: false, missingActivityAmount: 25_000, isAdjacent: true },
  ])
})

test('a gap of a day with equal balances passes but is not adjacent (V18)', () => {
  const statements = [
    month('2025-01-01', '2025-01-31', [0, 90_000]),
    month('2025-02-02', '2025-02-28', [90_000, 0]),
  ]
  const [link] = chainStatements(statements)
  assert.deepEqual([link?.passed, link?.isAdjacent], [true, false])
})

test('a balance that is not printed leaves the missing amount unknown', () => {
  const statements = [
    month('2025-01-01', '2025-01-31', [0, null]),
    month('2025-02-01', '2025-02-28', [90_000, 0]),
  ]
  assert.equal(chainStatements(statements)[0]?.missingActivityAmount, null)
})
