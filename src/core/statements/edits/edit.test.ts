import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { chainCheck } from '../reconcile/chain.ts'
import { inCurrency } from './currency.ts'
import { buildRepair, editStatement, placed } from './edit.ts'
import type { RowEdit } from './rows.ts'
import { reconcileStatement } from '../reconcile/reconcile.ts'
import type { Statement, StatementRow } from '../statement.ts'

function row(date: string, amount: number): StatementRow {
  return {
    date,
    postedOn: null,
    amount,
    description: `Row ${amount}`,
    balance: null,
    page: 1,
    box: null,
    lineText: '',
    section: null,
    checkNumber: null,
    externalId: null,
    bankType: null,
    isPending: false,
    currency: null,
  }
}

function statement(fields: Partial<Statement>): Statement {
  const bare: Statement = {
    index: 0,
    institutionName: 'Meridian Ridge Bank',
    accountHolderNames: [],
    accountHolderAddress: null,
    accountNumber: null,
    accountLast4: '4821',
    routingNumber: null,
    accountType: 'checking',
    currency: 'USD',
    currencySource: 'printed',
    startDate: '2025-07-01',
    endDate: '2025-07-31',
    openingBalance: 10_000,
    closingBalance: 12_500,
    derivedEdges: [],
    printedTotals: { credits: null, debits: null, creditsCount: null, debitsCount: null },
    averageBalancePrinted: null,
    feesPrinted: null,
    sections: [],
    dailyBalances: [],
    rows: [row('2025-07-02', 5000), row('2025-07-03', -2500)],
    pages: null,
    reconciliation: { status: 'empty', difference: null, checks: [], repairCandidates: [] },
    choices: [],
    layoutId: null,
    ...fields,
  }
  return { ...bare, reconciliation: reconcileStatement(bare) }
}

describe('edits of a statement', () => {
  test('a balance that is said to be another one is what the rows are proven against', () => {
    const read = statement({ openingBalance: 100 })
    assert.equal(read.reconciliation.status, 'unreconciled')
    const { statement: edited } = editStatement(placed(read), { openingBalance: 10_000 })
    assert.equal(edited.reconciliation.status, 'reconciled_by_totals')
    assert.equal(
      editStatement(placed(edited), { openingBalance: null }).statement.reconciliation.status,
      'unverifiable',
    )
  })

  test('a card’s balances are owed: its identity turns with the type', () => {
    const owed = statement({ openingBalance: 10_000, closingBalance: 7500 })
    const { statement: edited } = editStatement(placed(owed), { accountType: 'credit_card' })
    assert.deepEqual([owed.reconciliation.difference, edited.reconciliation.difference], [-5000, 0])
  })

  test('a repair takes a doubled row out and turns a wrong sign, and leaves the places of others', () => {
    const doubled = statement({
      rows: [row('2025-07-02', 5000), row('2025-07-02', 5000), row('2025-07-03', -2500)],
    })
    const at = doubled.reconciliation.repairCandidates.findIndex(({ rowIndex }) => rowIndex === 1)
    assert.deepEqual(buildRepair(doubled, at), { rowIndex: 1, to: 0 })
    const place = { position: 1, date: '2025-07-02', amount: 5000 }
    const edited = editStatement(placed(doubled), { rows: [{ kind: 'removed', place }] })
    assert.deepEqual(edited.positions, [0, 2])
    assert.equal(edited.statement.reconciliation.difference, 0)
    const flipped = statement({ rows: [row('2025-07-02', 5000), row('2025-07-03', 2500)] })
    const sign = flipped.reconciliation.repairCandidates.findIndex(
      ({ kind }) => kind === 'sign_flipped',
    )
    assert.equal(buildRepair(flipped, sign)!.to, -2500)
  })

  test('a correction finds its row in a reading that has one more before it, or says that it is lost', () => {
    const change: RowEdit = {
      kind: 'changed',
      place: { position: 1, date: '2025-07-03', amount: -2500 },
      change: { amount: -2600 },
    }
    const shifted = statement({ rows: [row('2025-07-01', 1), ...statement({}).rows] })
    const edited = editStatement(placed(shifted), { rows: [change] })
    assert.deepEqual(
      [edited.statement.rows.map(({ amount }) => amount), edited.lost],
      [[1, 5000, -2600], []],
    )
    const gone = editStatement(placed(statement({ rows: [] })), { rows: [change] })
    assert.deepEqual([gone.statement.rows, gone.lost], [[], [change]])
  })

  test('what is missing cannot be made up: a candidate without row repairs nothing', () => {
    const short = statement({ closingBalance: 99_999 })
    const missing = short.reconciliation.repairCandidates.findIndex(
      ({ kind }) => kind === 'missing_row',
    )
    assert.equal(buildRepair(short, missing), null)
    assert.equal(buildRepair(short, 99), null)
  })

  test('figures keep what is printed in another currency, or are not of it', () => {
    const yen = inCurrency(statement({ closingBalance: 12_500 }), 'JPY')!
    assert.deepEqual([yen.openingBalance, yen.rows[0]!.amount], [100, 50])
    const dinar = inCurrency(statement({}), 'BHD')!
    assert.deepEqual([dinar.openingBalance, dinar.currency], [100_000, 'BHD'])
    assert.equal(inCurrency(statement({ closingBalance: 12_501 }), 'JPY'), null)
  })
})

describe('the chain of statements', () => {
  const july = {
    id: 'july',
    startDate: '2025-07-01',
    endDate: '2025-07-31',
    openingBalance: 0,
    closingBalance: 700,
  }
  const august = {
    id: 'august',
    startDate: '2025-08-01',
    endDate: '2025-08-31',
    openingBalance: 700,
    closingBalance: 9,
  }

  test('a statement opens with what the one before it closed with', () => {
    assert.equal(chainCheck(august, july)!.passed, true)
    const broken = chainCheck({ ...august, openingBalance: 650 }, july)!
    assert.deepEqual(
      [broken.passed, broken.expected, broken.actual, broken.rows],
      [false, 700, 650, ['july']],
    )
  })

  test('statements with days between them, or without balances, prove nothing of each other', () => {
    assert.equal(chainCheck({ ...august, startDate: '2025-08-03' }, july), null)
    assert.equal(chainCheck({ ...august, startDate: '2025-08-02' }, july)!.passed, true)
    assert.equal(chainCheck({ ...august, openingBalance: null }, july), null)
    assert.equal(chainCheck(august, null), null)
  })
})
