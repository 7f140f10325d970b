import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Cents } from '../../values/money.ts'
import { blankStatement } from '../formats/tabular.ts'
import { reconcileStatement } from './reconcile.ts'
import type { Reconciliation, Statement, StatementRow } from '../statement.ts'

function row(date: string, amount: Cents, balance: Cents | null = null): StatementRow {
  return {
    date,
    amount,
    balance,
    description: 'row',
    page: null,
    box: null,
    lineText: '',
    postedOn: null,
    section: null,
    checkNumber: null,
    externalId: null,
    bankType: null,
    isPending: false,
    currency: null,
  }
}

function statement(facts: Partial<Statement>): Statement {
  return {
    ...blankStatement(0, { currency: 'USD', currencySource: 'printed' }),
    accountType: 'checking',
    ...facts,
  }
}

function check(reconciliation: Reconciliation, id: string): Reconciliation['checks'][number] {
  const found = reconciliation.checks.find((candidate) => candidate.id === id)
  assert.ok(found, `no check ${id}`)
  return found
}

test('a statement whose rows lead from opening to closing balance is reconciled by totals (V13)', () => {
  const rows = [row('2025-03-01', 1_234_567), row('2025-03-02', -987_654)]
  const result = reconcileStatement(
    statement({ openingBalance: 500_000, closingBalance: 746_913, rows }),
  )
  assert.equal(result.status, 'reconciled_by_totals')
  assert.equal(result.difference, 0)
})

test('a shifted decimal is found as the repair that explains the difference (V13)', () => {
  const rows = [row('2025-03-01', 1_230_007), row('2025-03-01', 456), row('2025-03-02', -987_654)]
  const result = reconcileStatement(
    statement({ openingBalance: 500_000, closingBalance: 746_913, rows }),
  )
  assert.equal(result.status, 'unreconciled')
  assert.equal(result.difference, 4104)
  const repair = result.repairCandidates.find(({ kind }) => kind === 'decimal_shift')
  assert.equal(repair?.rowIndex, 1)
})

test('repairs name the row that is doubled, turned in sign or has digits swapped', () => {
  const kindsFor = (amount: Cents, difference: Cents): string[] => {
    const facts = {
      openingBalance: 0,
      closingBalance: amount + difference,
      rows: [row('2025-03-01', amount)],
    }
    return reconcileStatement(statement(facts)).repairCandidates.map(({ kind }) => kind)
  }
  assert.ok(kindsFor(1250, -1250).includes('doubled_row'))
  assert.ok(kindsFor(1250, -2500).includes('sign_flipped'))
  assert.ok(kindsFor(1250, 900).includes('digits_transposed'))
  assert.deepEqual(kindsFor(1250, 777), ['missing_row'])
})

test('a figure whose digits its line holds apart is suggested, rows that a check names first', () => {
  const rows = [
    row('2025-03-01', -5000),
    { ...row('2025-03-02', 23_456), lineText: '03/02  Deposit  1 234.56' },
    { ...row('2025-03-03', -5000), section: 'Checks' },
  ]
  const sections = [
    {
      name: 'Checks',
      printedTotal: -4000,
      printedCount: null,
      parsedTotal: -5000,
      parsedCount: 1,
      difference: 1000,
    },
  ]
  const kinds = (closingBalance: Cents): string[] =>
    reconcileStatement(
      statement({ openingBalance: 0, closingBalance, rows, sections }),
    ).repairCandidates.map(({ kind, rowIndex }) => `${kind} ${rowIndex}`)
  assert.deepEqual(kinds(113_456), ['split_figure 1', 'missing_row null'])
  assert.deepEqual(kinds(18_456), ['doubled_row 2', 'doubled_row 0', 'missing_row null'])
})

test('a printed average is held against the balances of the days, of accounts that are not owed', () => {
  const facts = {
    startDate: '2025-04-01',
    endDate: '2025-04-30',
    openingBalance: 100_000,
    closingBalance: 130_000,
    rows: [row('2025-04-16', 30_000)],
  }
  const passed = (average: Cents): boolean =>
    check(reconcileStatement(statement({ ...facts, averageBalancePrinted: average })), 'T6').passed
  assert.deepEqual([115_000, 115_040, 116_000].map(passed), [true, true, false])
  const card = statement({ ...facts, accountType: 'credit_card', averageBalancePrinted: 1 })
  assert.ok(reconcileStatement(card).checks.every(({ id }) => id !== 'T6'))
})

test('a printed total of deposits without one deposit read is never reconciled (V20)', () => {
  const printedTotals = { credits: 400_000, debits: null, creditsCount: null, debitsCount: null }
  const result = reconcileStatement(
    statement({ openingBalance: 1000, closingBalance: 1000, printedTotals }),
  )
  assert.equal(result.status, 'unreconciled')
  const total = check(result, 'T2')
  assert.deepEqual([total.passed, total.expected, total.actual], [false, 400_000, 0])
})

test('a statement without rows is empty only when both balances agree', () => {
  const status = (openingBalance: Cents | null, closingBalance: Cents | null): string =>
    reconcileStatement(statement({ openingBalance, closingBalance })).status
  assert.equal(status(1000, 1000), 'empty')
  assert.equal(status(1000, 900), 'unreconciled')
  assert.equal(status(null, 900), 'unverifiable')
})

test('a missing opening balance leaves the statement unverifiable', () => {
  const result = reconcileStatement(
    statement({ closingBalance: 900, rows: [row('2025-03-01', 900)] }),
  )
  assert.equal(result.status, 'unverifiable')
  assert.equal(result.difference, null)
})

test('a running balance that does not follow is named by its row, and the totals do not excuse it', () => {
  const rows = [
    row('2025-03-01', 100, 1100),
    row('2025-03-02', 200, 1350),
    row('2025-03-03', 300, 1600),
  ]
  const result = reconcileStatement(statement({ openingBalance: 1000, closingBalance: 1600, rows }))
  const running = check(result, 'T3')
  assert.deepEqual(
    [running.passed, running.rows, running.expected, running.actual],
    [false, [1, 2], 1300, 1350],
  )
  assert.equal(result.status, 'unreconciled')
})

test('running balances are followed from newest to oldest when the list runs so', () => {
  const rows = [
    row('2025-03-03', 300, 1600),
    row('2025-03-02', 200, 1300),
    row('2025-03-01', 100, 1100),
  ]
  const result = reconcileStatement(statement({ openingBalance: 1000, closingBalance: 1600, rows }))
  assert.equal(result.status, 'reconciled')
})

test('a balance printed once a day is checked on the last row of that day', () => {
  const rows = [row('2025-03-01', 100), row('2025-03-01', 200, 1300), row('2025-03-02', -50, 1250)]
  const result = reconcileStatement(statement({ openingBalance: 1000, closingBalance: 1250, rows }))
  assert.equal(result.status, 'reconciled')
})

test('the daily balance table is checked against the end of each day', () => {
  const rows = [row('2025-03-02', -50), row('2025-03-01', 300)]
  const dailyBalances = [
    { date: '2025-03-01', balance: 1300 },
    { date: '2025-03-02', balance: 1200 },
  ]
  const result = reconcileStatement(
    statement({ openingBalance: 1000, closingBalance: 1250, rows, dailyBalances }),
  )
  assert.deepEqual(check(result, 'T4'), {
    id: 'T4',
    passed: false,
    expected: 1200,
    actual: 1250,
    rows: ['2025-03-02'],
  })
})

test('rows up to five days before and one day after the period pass, others are named', () => {
  const rows = ['2025-02-24', '2025-02-23', '2025-04-01', '2025-04-02'].map((date) => row(date, 1))
  const result = reconcileStatement(
    statement({ startDate: '2025-03-01', endDate: '2025-03-31', rows }),
  )
  assert.deepEqual(check(result, 'T7').rows, [1, 3])
})

test('printed counts are compared with the rows read', () => {
  const printedTotals = { credits: null, debits: null, creditsCount: 2, debitsCount: 1 }
  const rows = [row('2025-03-01', 5), row('2025-03-01', -5)]
  const counts = reconcileStatement(statement({ printedTotals, rows })).checks.filter(
    ({ id }) => id === 'T8',
  )
  assert.deepEqual(
    counts.map(({ passed }) => passed),
    [false, true],
  )
})

test('on a card what was owed grows with purchases and shrinks with payments', () => {
  const rows = [row('2025-03-01', 41_216), row('2025-03-02', -70_210)]
  const facts = {
    accountType: 'credit_card' as const,
    openingBalance: 41_216,
    closingBalance: 70_210,
    rows,
  }
  assert.equal(reconcileStatement(statement(facts)).status, 'reconciled_by_totals')
})

test('pending rows take no part in the sums', () => {
  const rows = [row('2025-03-01', 100), { ...row('2025-03-02', 55), isPending: true }]
  const result = reconcileStatement(statement({ openingBalance: 0, closingBalance: 100, rows }))
  assert.equal(result.difference, 0)
})

test('a row in another currency makes the balances prove nothing', () => {
  const foreign = { ...row('2025-03-02', 500), currency: 'JPY' }
  const rows = [{ ...row('2025-03-01', 100), currency: 'USD' }, foreign]
  const result = reconcileStatement(statement({ openingBalance: 0, closingBalance: 600, rows }))
  assert.deepEqual([result.status, result.difference], ['unverifiable', null])
})
