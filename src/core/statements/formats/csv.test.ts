import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { ReadingHints, Statement } from '../statement.ts'
import { readCsv } from './csv.ts'
import type { TabularReading } from './tabular.ts'

const HINTS: ReadingHints = { filename: 'export.csv' }

function read(text: string, hints: Partial<ReadingHints> = {}): TabularReading {
  return readCsv(new TextEncoder().encode(text), { ...HINTS, ...hints })
}

/** The only statement of a text that has to have one. */
function only(text: string, hints: Partial<ReadingHints> = {}): Statement {
  const reading = read(text, hints)
  assert.equal(reading.failure, null)
  assert.equal(reading.statements.length, 1)
  return reading.statements[0]!
}

function movements(statement: Statement): [string, number, string][] {
  return statement.rows.map((row) => [row.date, row.amount, row.description])
}

test('the delimiter is found whichever it is', () => {
  for (const delimiter of [',', ';', '\t', '|']) {
    const lines = ['Date,Description,Amount,Balance', '2024-08-01,Coffee,-4.50,95.50']
    const statement = only(lines.join('\n').replaceAll(',', delimiter))
    assert.deepEqual(movements(statement), [['2024-08-01', -450, 'Coffee']])
    assert.equal(statement.rows[0]!.balance, 9550)
  }
})

test('a column of states without a heading for them keeps rows out that are only noted', () => {
  const { rows } = only(`Buchungstag;Verwendungszweck;Betrag;Waehrung;Info
21.01.26;Kfz-Versicherung;-482,11;EUR;Umsatz vorgemerkt und nicht gebucht
20.01.26;Rechnung;1500,00;EUR;Umsatz gebucht
15.01.26;Miete;-300,00;EUR;Umsatz gebucht`)
  assert.deepEqual(
    rows.map(({ isPending, description }) => `${isPending} ${description}`),
    ['true Kfz-Versicherung', 'false Rechnung', 'false Miete'],
  )
})

test('a card in a list of bank accounts leaves each account its own statement', () => {
  const { statements } = read(`Account Type,Account Number,Transaction Date,Description,CAD$,USD$
Chequing,04872-5113391,12/29/2025,CHEQUE,-2150.00,
Chequing,04872-5113391,1/15/2026,PAYROLL,-389.44,
Chequing,04872-4004418,1/13/2026,WIRE,,1200.00
Chequing,04872-4004418,1/13/2026,WIRE FEE,,-17.00
Visa,4519031200457723,1/9/2026,PAYMENT - THANK YOU,1400.26,
Visa,4519031200457723,1/11/2026,ROPEWORKS,-233.44,`)
  assert.deepEqual(
    statements.map((one) => `${one.accountLast4} ${one.accountType} ${one.currency}`),
    ['3391 checking CAD', '4418 checking USD', '7723 credit_card CAD'],
  )
})

test('the encoding is found with and without a byte order mark', () => {
  const text = 'Date;Libellé;Montant\n13/08/2024;Café Zoé;-4,50\n'
  const utf16 = new Uint8Array(
    [...text].flatMap((c) => [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8]),
  )
  const latin = new Uint8Array([...text].map((character) => character.charCodeAt(0)))
  const utf8 = new TextEncoder().encode(text)
  for (const bytes of [
    utf8,
    new Uint8Array([0xef, 0xbb, 0xbf, ...utf8]),
    latin,
    utf16,
    new Uint8Array([0xff, 0xfe, ...utf16]),
  ]) {
    const [statement] = readCsv(bytes, HINTS).statements
    assert.deepEqual(movements(statement!), [['2024-08-13', -450, 'Café Zoé']])
  }
})

test('a header is found below notes, and labels above it name account, period and balances', () => {
  const statement = only(`Account name,Business Checking
Account number:,****4321
Statement period,08/01/2024 - 08/31/2024
Opening balance,"$1,000.00"
Closing balance,"$1,150.00"

Posting Date,Narrative,Paid In,Paid Out,Balance
14-Aug-2024,ACME,250.00,,"$1,250.00"
31-Aug-2024,RENT,,100.00,"$1,150.00"
,Totals,250.00,100.00,
"*** End of report"`)
  assert.deepEqual(movements(statement), [
    ['2024-08-14', 25000, 'ACME'],
    ['2024-08-31', -10000, 'RENT'],
  ])
  assert.deepEqual([statement.openingBalance, statement.closingBalance], [100000, 115000])
  assert.deepEqual([statement.startDate, statement.endDate], ['2024-08-01', '2024-08-31'])
  assert.deepEqual([statement.accountLast4, statement.accountType], ['4321', 'checking'])
  assert.deepEqual(
    [statement.printedTotals.credits, statement.printedTotals.debits],
    [25000, 10000],
  )
})

test('a row that cannot be read is reported with its number and the others are kept', () => {
  const reading = read(`Date,Description,Amount
2024-08-01,Good,-4.50
2024-08-45,Bad date,-1.00
2024-08-02,Bad amount,abc
2024-08-03,No amount,
2024-08-04,Good,-2.00`)
  assert.equal(reading.statements[0]!.rows.length, 2)
  assert.deepEqual(
    reading.problems.map((problem) => [problem.code, problem.where]),
    [
      ['invalid_row', 'row 3'],
      ['invalid_row', 'row 4'],
      ['invalid_row', 'row 5'],
    ],
  )
})

test('columns of a file without a header follow from the values', () => {
  const statement = only(`08/01/2024,TIM HORTONS,4.25,,1500.00
08/02/2024,PAYROLL,,3200.00,4700.00
08/15/2024,SOBEYS,96.40,,4603.60`)
  assert.deepEqual(
    statement.rows.map((row) => [row.amount, row.balance]),
    [
      [-425, 150000],
      [320000, 470000],
      [-9640, 460360],
    ],
  )
  assert.match(statement.choices.join(), /no header row/)
})

test('headings that name no date leave the date to the values and keep what they name', () => {
  const statement = only(`id,Kind,Net sum,When it was,Fee
t1,charge,96.80,2024-08-01 10:11,3.20
t2,payout,-90.00,2024-08-05 10:11,0.00`)
  assert.deepEqual(
    statement.rows.map((row) => [row.date, row.amount, row.externalId]),
    [
      ['2024-08-01', 9680, 't1'],
      ['2024-08-05', -9000, 't2'],
    ],
  )
})

test('rows longer than the header keep their surplus or give it back to the description', () => {
  const statement = only(`Date,Description,Amount,Balance
2024-08-01,ACME, INC,-4.50,100.00
2024-08-02,Fine,-2.00,98.00,JUNK`)
  assert.deepEqual(movements(statement), [
    ['2024-08-01', -450, 'ACME, INC'],
    ['2024-08-02', -200, 'Fine'],
  ])
})

test('a quote that is never closed does not swallow the rows after it', () => {
  const statement = only(`Date,Description,Amount
2024-08-01,"BROKEN,-3.00
2024-08-02,OK,-2.00`)
  assert.deepEqual(movements(statement), [
    ['2024-08-01', -300, 'BROKEN'],
    ['2024-08-02', -200, 'OK'],
  ])
})

test('a debit column makes outflows, and the negative debit among them is a reversal', () => {
  const statement = only(`Date,Description,Withdrawal,Deposit
2024-08-01,Rent,100.00,
2024-08-02,Reversal,-20.00,
2024-08-03,Pay,-,50.00`)
  assert.deepEqual(
    statement.rows.map((row) => row.amount),
    [-10000, 2000, 5000],
  )
})

test('a debit column that is negative throughout makes outflows too', () => {
  const statement = only(`Date,Description,Debit,Credit
2024-08-01,Rent,-100.00,
2024-08-03,Pay,,50.00`)
  assert.deepEqual(
    statement.rows.map((row) => row.amount),
    [-10000, 5000],
  )
})

test('unsigned amounts take their sign from a column of words', () => {
  const words = [
    ['D', 'C'],
    ['debit', 'credit'],
    ['Af', 'Bij'],
    ['Withdrawal', 'Deposit'],
    ['DEBIT_CARD', 'ACH_CREDIT'],
  ]
  for (const [out, into] of words) {
    const statement = only(`Date,Type,Details,Amount
2024-08-01,${out},Rent,100.00
2024-08-02,${into},Pay,50.00`)
    assert.deepEqual(
      statement.rows.map((row) => row.amount),
      [-10000, 5000],
    )
  }
})

test('a debit/credit column signs each row that has a word and says which have none', () => {
  const reading = read(`Date,Text,Amount,Debit/Credit
2024-08-13,Rent,100.00,debit
2024-08-14,Fee,-5.00,debit
2024-08-15,Pay,50.00,credit
2024-08-16,What,7.00,?`)
  assert.deepEqual(
    reading.statements[0]!.rows.map((row) => row.amount),
    [-10000, -500, 5000, 700],
  )
  assert.deepEqual(
    reading.problems.map((problem) => problem.code),
    ['ambiguous_signs'],
  )
  assert.match(reading.problems[0]!.message, /rows 5/)
})

test('balances before and after each row are distinguished from the amount between', () => {
  const statement = only(`123456789\tEUR\t20240801\t1000,00\t980,50\t-19,50\tGROCER
123456789\tEUR\t20240803\t980,50\t2980,50\t2000,00\tEMPLOYER
123456789\tEUR\t20240805\t2980,50\t2950,50\t-30,00\tPHONE`)
  assert.deepEqual(
    statement.rows.map((row) => [row.amount, row.balance]),
    [
      [-1950, 98050],
      [200000, 298050],
      [-3000, 295050],
    ],
  )
})

test('a total of a part without a date is neither a transaction nor a broken row', () => {
  const reading = read(`Date,Text,Amount
2024-08-13,Rent,-100.00
,Total for Checking,-100.00`)
  assert.equal(reading.statements[0]!.rows.length, 1)
  assert.deepEqual(reading.problems, [])
})

test('unsigned amounts take their sign from the running balance', () => {
  const statement = only(
    `Date,Description,Amount,Balance
2024-08-01,Opening Balance,,1000.00
2024-08-02,Store,50.00,950.00
2024-08-05,Deposit,200.00,1150.00
2024-08-19,Gas,30.00,1120.00`,
    {},
  )
  assert.deepEqual(statement.rows.map((row) => row.amount).slice(1), [20000, -3000])
})

test('all amounts positive with nothing that signs them is said to be ambiguous', () => {
  const reading = read(`Date,Description,Amount
2024-08-13,A,1.00
2024-08-14,B,2.00
2024-08-15,C,3.00`)
  assert.deepEqual(
    reading.problems.map((problem) => problem.code),
    ['ambiguous_signs'],
  )
})

test('a card export with positive charges is turned, with the payment as the proof', () => {
  const statement = only(`Date,Description,Amount
08/13/2024,STORE,88.20
08/14/2024,CAFE,4.35
08/15/2024,INTERNET PAYMENT - THANK YOU,-200.00`)
  assert.equal(statement.accountType, 'credit_card')
  assert.deepEqual(
    statement.rows.map((row) => row.amount),
    [-8820, -435, 20000],
  )
})

test('a checking export with thanks on an ordinary purchase is no card', () => {
  const statement = only(`Date,Description,Amount
08/13/2024,STORE,-88.20
08/14/2024,PAYMENT THANK YOU FLORIST,-4.35
08/15/2024,PAYROLL,2000.00`)
  assert.equal(statement.accountType, 'unknown')
  assert.deepEqual(
    statement.rows.map((row) => row.amount),
    [-8820, -435, 200000],
  )
})

test('the hint that it is a card turns positive charges where the file itself says nothing', () => {
  const text = 'Date,Description,Amount\n08/13/2024,STORE,88.20\n08/14/2024,CAFE,4.35'
  const turned = only(text, { accountType: 'credit_card' })
  assert.deepEqual(
    turned.rows.map((row) => row.amount),
    [-8820, -435],
  )
  assert.equal(turned.accountType, 'credit_card')
})

test('dates that can be read both ways are reported, and the choice is kept', () => {
  const reading = read('Date,Description,Amount\n01/04/2025,A,-1.00\n02/04/2025,B,-2.00')
  assert.deepEqual(
    reading.statements[0]!.rows.map((row) => row.date),
    ['2025-04-01', '2025-04-02'],
  )
  assert.deepEqual(
    reading.problems.map((problem) => problem.code),
    ['ambiguous_dates'],
  )
  assert.match(reading.statements[0]!.choices.join(), /day-first/)
})

test('balances and totals among the rows are not transactions, merchants like them are', () => {
  const statement = only(`Date,Description,Amount,Balance
2024-08-01,Opening balance,0.00,100.00
2024-08-02,TOTAL WINE & MORE,-20.00,80.00
2024-08-03,Opening deposit refund,-5.00,75.00
2024-08-31,Total debits,-25.00,
2024-08-31,Closing balance,,75.00`)
  assert.equal(statement.rows.length, 2)
  assert.deepEqual([statement.openingBalance, statement.closingBalance], [10000, 7500])
  assert.equal(statement.printedTotals.debits, 2500)
})

test('after a printed opening balance the latest running balance is the closing one', () => {
  const statement = only(`Date,Description,Amount,Balance
2024-08-03,B,-5.00,75.00
2024-08-02,A,-20.00,80.00
2024-08-01,Opening balance,,100.00`)
  assert.deepEqual([statement.openingBalance, statement.closingBalance], [10000, 7500])
})

test('an account column makes one statement per account', () => {
  const reading = read(`Account,Date,Description,Amount
111122223333,2024-08-01,A,10.00
444455556666,2024-08-01,B,20.00
111122223333,2024-08-02,C,-1.00
444455556666,2024-08-02,D,-2.00`)
  assert.deepEqual(
    reading.statements.map(({ index, accountLast4, rows }) => [index, accountLast4, rows.length]),
    [
      [0, '3333', 2],
      [1, '6666', 2],
    ],
  )
})

test('an account column with gaps or ever new values is that of the other party', () => {
  for (const accounts of [
    ['1111', '', '2222'],
    ['1111', '2222', '3333'],
  ]) {
    const rows = accounts.map((account, index) => `2024-08-0${index + 1},A,-1.00,${account}`)
    assert.equal(read(`Date,Description,Amount,IBAN\n${rows.join('\n')}`).statements.length, 1)
  }
})

test('the currency is that of the column, the heading, the cell or else the hint', () => {
  const currency = (text: string) => only(text, { currency: 'NZD' }).currency
  assert.equal(currency('Date,Text,Amount,Currency\n2024-08-01,A,-1.00,CAD'), 'CAD')
  assert.equal(currency('Date,Text,Amount (GBP)\n2024-08-01,A,-1.00'), 'GBP')
  assert.equal(currency('Date,Text,Amount\n2024-08-01,A,-1.00 €'), 'EUR')
  assert.equal(currency('Date,Text,Amount\n2024-08-01,A,-1.00'), 'NZD')
})

test('rows whose status is pending are marked', () => {
  const statement = only(`Status,Date,Description,Amount
Pending,2024-08-02,A,-1.00
Cleared,2024-08-01,B,-2.00`)
  assert.deepEqual(
    statement.rows.map((row) => row.isPending),
    [true, false],
  )
})

test('a header that comes again by a page break goes on with the same account', () => {
  const statement = only(`Date,Description,Amount
2024-08-01,A,-1.00
Date,Description,Amount
2024-08-02,B,-2.00`)
  assert.equal(statement.rows.length, 2)
})

test('a table with a header and no rows is a statement without rows', () => {
  assert.deepEqual(only('Date,Description,Amount\n').rows, [])
})

test('a file without a table fails and says what was looked for', () => {
  for (const text of ['', 'hello world\nthis is, a text', '{"a": 1}']) {
    const reading = read(text)
    assert.equal(reading.failure!.code, 'no_transactions')
    assert.ok(reading.failure!.message.length > 10)
  }
})

test('no bytes make the reader throw', () => {
  const cell = fc.oneof(
    fc.constantFrom(
      'Date',
      'Amount',
      'Balance',
      'Debit',
      '2024-08-01',
      '13/08/2024',
      '-1,234.50',
      '(5)',
      '"',
      'Total',
    ),
    fc.string({ maxLength: 8 }),
  )
  const grid = fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 8 })
  fc.assert(
    fc.property(grid, (rows) => {
      read(rows.map((cells) => cells.join(',')).join('\n'))
    }),
    { numRuns: 300 },
  )
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      readCsv(bytes, HINTS)
    }),
  )
})

test('labels beside each other name the values under them, and dated totals are no rows', () => {
  const statement = only(`#Waluta;#Numer rachunku;
PLN;19 8880 0007 0000 0041 7755 2093;

Data;Opis;Dare;Avere
02/07/2026;VERSAMENTO;;334,60
03/07/2026;PAGAMENTO POS;126,75;
31/07/2026;TOTALI;126,75;334,60`)
  assert.equal(statement.accountLast4, '2093')
  assert.deepEqual(
    movements(statement).map(([, amount]) => amount),
    [33460, -12675],
  )
})
