import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TabularReading } from '../tabular.ts'
import { readQif } from './qif.ts'

function read(...lines: string[]): TabularReading {
  return readQif(new TextEncoder().encode(lines.join('\r\n')), { filename: 'a.qif' })
}

test('an apostrophe stands before years from 2000 on, and a blank before a day of one digit', () => {
  const { statements } = read(
    '!Type:Bank',
    "D12/29'25", 'T1,512.40', 'PHarbor Payroll', 'Mdec 2', '^',
    "D1/ 2'26", 'T-1,325.00', 'N2201', 'PRosewater Apartments', 'MJanuary', '^',
    "D1/13'26", 'T-88.06', 'NATM', 'PUnion Gas', '^',
  ) // prettier-ignore
  assert.deepEqual(
    statements[0]!.rows.map(({ date, amount, description, checkNumber }) => [
      date,
      amount,
      description,
      checkNumber,
    ]),
    [
      ['2025-12-29', 151_240, 'Harbor Payroll dec 2', null],
      ['2026-01-02', -132_500, 'Rosewater Apartments January', '2201'],
      ['2026-01-13', -8806, 'Union Gas', null],
    ],
  )
})

test('each list of an account is a statement, and other lists are none', () => {
  const record = ['D01/20/2026', 'T-5.00', 'PCorner Store', '^']
  const { statements } = read(
    '!Account', 'NEveryday Checking', 'TBank', '^', '!Type:Bank', ...record,
    '!Type:Cat', 'NFuel', '^',
    '!Account', 'NBlue Card', 'TCCard', '^', '!Type:CCard', ...record,
  ) // prettier-ignore
  assert.deepEqual(
    statements.map(({ index, accountType, rows }) => [index, accountType, rows.length]),
    [
      [0, 'checking', 1],
      [1, 'credit_card', 1],
    ],
  )
  assert.equal(read('!Type:Invst', 'D01/20/2026', 'NBuy', '^').failure?.code, 'no_transactions')
})

test('the currency is the one that the words about the account name', () => {
  const list = ['!Type:Bank', "D1/13'26", 'T-88.06', 'PUnion Gas', '^']
  const note = 'DAmounts in pounds sterling (GBP)'
  const named = read('!Account', 'NCurrent', note, 'TBank', '^', ...list).statements[0]!
  assert.deepEqual([named.currency, named.currencySource], ['GBP', 'printed'])
  assert.notEqual(read(...list).statements[0]!.currency, 'GBP')
})

test('the balance in the record of an account closes its list, one of an earlier day does not', () => {
  const closing = (day: string): number | null | undefined => {
    const account = ['!Account', 'NState Bank 88-20417', 'TBank', `/${day}`, '$95.00', '^']
    const list = ['!Type:Bank', "D1/ 1'26", 'T100.00', 'POpening Balance', '^']
    const spent = ["D2/13'26", 'T-5.00', 'PPrairie Feed', '^']
    return read(...account, ...list, ...spent).statements[0]?.closingBalance
  }
  assert.equal(closing("2/13'26"), 9500)
  assert.equal(closing("1/31'26"), null)
})

test('what a register of a card owes, below zero there, is its opening balance', () => {
  const opening = ["D1/ 2'26", 'T-512.20', 'POpening Balance', '^']
  const { statements } = read('!Type:CCard', ...opening, "D1/11'26", 'T-64.99', 'PStrings', '^')
  assert.equal(statements[0]!.openingBalance, 51_220)
})

test('four digits behind a mark in the name of an account are its last four', () => {
  const list = ['!Type:Bank', "D1/13'26", 'T-88.06', 'PUnion Gas', '^']
  const last4 = (name: string): string | null | undefined =>
    read('!Account', `N${name}`, 'TBank', '^', ...list).statements[0]?.accountLast4
  assert.equal(last4('Checking-4417'), '4417')
  assert.equal(last4('Card (4417)'), '4417')
})

test('days that may be read in two ways stop a person where only a code of dollars is named', () => {
  const account = (name: string): string[] => ['!Account', `N${name}`, 'TBank', '^', '!Type:Bank']
  const list = ['D02/03/2026', 'T-3.00', 'PFreight', '^', 'D05/06/2026', 'T-4.00', 'PTea', '^']
  const codes = (name: string): string[] =>
    read(...account(name), ...list).problems.map(({ code }) => code)
  assert.deepEqual(codes('USD Operating'), ['ambiguous_dates'])
  assert.deepEqual(codes('USD Operating, Springfield, IL 62704'), [])
})
