import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withEdges } from '../reconcile/derive-edges.ts'
import { readCsv } from './csv.ts'
import { readJson } from './json/json.ts'
import type { Statement } from '../statement.ts'

const encoder = new TextEncoder()

function read(...lines: string[]): Statement {
  const { statements } = readCsv(encoder.encode(lines.join('\n')), { filename: 'export.csv' })
  assert.equal(statements.length, 1)
  return statements[0]!
}

const ROWS = ['Date;Description;Amount', '03.02.2026;RENT;-9,00', '14.02.2026;WAGES;50,00']

const NUMBERS: [line: string, last4: string][] = [
  ['1010 Checking (8816);;', '8816'],
  ['Business Savings (*4410);;', '4410'],
  ['Conto:;01/00418/00004470;', '4470'],
  ['Konto;19-2000145399/0800;', '5399'],
  ['Cuenta:;ES18 0077 4410 22 0099187723;', '7723'],
  ['Konto:;6123-884 120 417;Valuta:;SEK', '0417'],
  ['Account;GB29NWBK60161331926819;Currency;GBP', '6819'],
]

for (const [line, last4] of NUMBERS)
  test(`the line "${line}" above the rows names the account`, () => {
    assert.equal(read(line, '', ...ROWS).accountLast4, last4)
  })

test('the account that is a party of every row, on either side, is the own one', () => {
  const rows = ['2026-01-30;450,00;;9960 04 47715;A', '2026-01-26;-30,00;9960 04 47715;11 22 33;B']
  const statement = read('Datum;Belopp;Avsändare;Mottagare;Rubrik', ...rows)
  assert.equal(statement.accountLast4, '7715')
  const elsewhere = rows.map((row) => row.replace('450,00;;9960', '450,00;;8860'))
  assert.equal(read('Datum;Belopp;Avsändare;Mottagare;Rubrik', ...elsewhere).accountLast4, null)
})

const PERIODS = ['January 1-31, 2026', 'January 1 to 31, 2026', '1 - 31 January 2026']

for (const period of PERIODS)
  test(`"${period}" above the rows is the period`, () => {
    const lines = [`"${period}"`, 'Date,Text,Amount', '2026-01-05,A,1.00']
    const { startDate, endDate } = read('A company', ...lines)
    assert.deepEqual([startDate, endDate], ['2026-01-01', '2026-01-31'])
  })

test('months above the rows are the period from the first day to the last', () => {
  const period = (text: string): (string | null)[] => {
    const { startDate, endDate } = read(
      'A company',
      `"${text}"`,
      'Date,Text,Amount',
      '2026-01-05,A,1.00',
    )
    return [startDate, endDate]
  }
  assert.deepEqual(period('January - March, 2026'), ['2026-01-01', '2026-03-31'])
  assert.deepEqual(period('Dec 2025 to Jan 2026'), ['2025-12-01', '2026-01-31'])
  assert.deepEqual(period('March - January, 2026'), [null, null])
})

test('one label of a balance in a row of labels over their numbers is understood', () => {
  const summary = ['Opening Balance;Dr Count;Cr Count;Debits', '200,00;1;1;9,00']
  const statement = read(...ROWS, '', ...summary)
  assert.deepEqual([statement.openingBalance, statement.rows.length], [20_000, 2])
})

test('days behind "From" and "Until" are the period', () => {
  const lines = ['From:;2026-02-01;', 'Until:;2026-02-28;', '', ...ROWS]
  const { startDate, endDate } = read(...lines)
  assert.deepEqual([startDate, endDate], ['2026-02-01', '2026-02-28'])
})

const EDGES: [opening: string, closing: string][] = [
  ['Solde en début de période', 'Solde en fin de période'],
  ['Saldo al inicio del periodo', 'Saldo al final del periodo'],
  ['Saldo zu Beginn des Zeitraums', 'Saldo am Ende des Zeitraums'],
  ['Saldo di inizio periodo', 'Saldo di fine periodo'],
  ['Balance at the start of the period', 'Balance at the end of the period'],
]

for (const [opening, closing] of EDGES)
  test(`"${opening}" and "${closing}" are balances and no transactions`, () => {
    const rows = [`28.02.2026;${closing};141,00`, ...ROWS.slice(1), `31.01.2026;${opening};100,00`]
    const statement = read(ROWS[0]!, ...rows)
    assert.deepEqual(
      [statement.openingBalance, statement.closingBalance, statement.rows.length],
      [10_000, 14_100, 2],
    )
  })

test('a row without balance whose state no booked row has is pending, in any language', () => {
  const statement = read(
    'Date;Text;Amount;Balance;Status',
    '02.02.2026;A;10,00;110,00;Gjort',
    '03.02.2026;B;-5,00;105,00;Gjort',
    '05.03.2026;C;-2,00;;Siden',
  )
  assert.deepEqual(
    statement.rows.map(({ isPending }) => isPending),
    [false, false, true],
  )
  assert.equal(withEdges(statement).closingBalance, 10_500)
})

test('the newest rows are pending where they alone have no balance', () => {
  const pending = (...rows: string[]): boolean[] =>
    read('Date,Text,Amount,Balance', ...rows).rows.map(({ isPending }) => isPending)
  const booked = ['2026-02-24,B,-5.00,105.00', '2026-02-20,A,10.00,110.00']
  assert.deepEqual(pending('2026-02-25,C,-2.00,', ...booked), [true, false, false])
  // A balance once a day.
  const daily = ['2026-02-25,C,-2.00,', '2026-02-24,B,-5.00,', ...booked.slice(1)]
  assert.deepEqual(pending(...daily, '2026-02-19,D,-1.00,'), [false, false, false, false])
})

test('a day of booking stands beside the day of the purchase where it is another', () => {
  const { rows } = read(
    'Started Date,Completed Date,Description,Amount',
    '2026-01-03,2026-01-04,A,-1.00',
    '2026-01-05,2026-01-05,B,-2.00',
  )
  assert.deepEqual(
    rows.map(({ date, postedOn }) => [date, postedOn]),
    [
      ['2026-01-03', '2026-01-04'],
      ['2026-01-05', null],
    ],
  )
})

test('balances by their types are the edges of a JSON list, but not those of several accounts', () => {
  const balance = (balanceType: string, amount: string, side?: string) => ({
    balanceType,
    balanceAmount: { currency: 'EUR', amount },
    ...(side === undefined ? {} : { creditDebitIndicator: side }),
  })
  const edges = (...balances: object[]) => {
    const booked = [{ bookingDate: '2026-02-27', transactionAmount: { amount: '12.50', currency: 'EUR' } }]
    const file = encoder.encode(JSON.stringify({ transactions: { booked }, balances }))
    const [statement] = readJson(file, { filename: 'a.json' }).statements
    return [statement!.openingBalance, statement!.closingBalance]
  } // prettier-ignore
  const expected = balance('expected', '9.00')
  assert.deepEqual(
    edges(balance('openingBooked', '5.00'), balance('closingBooked', '17.50'), expected),
    [500, 1750],
  )
  assert.deepEqual(edges(balance('OPBD', '5.00', 'DBIT'), balance('CLBD', '7.50')), [-500, 750])
  assert.deepEqual(edges(balance('OPBD', '5.00'), balance('OPBD', '6.00')), [null, null])
})
