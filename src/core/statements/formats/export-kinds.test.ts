import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listReviewCauses } from '../table/doubts/review-causes.ts'
import { readCsv } from './csv.ts'
import { readQif } from './qif/qif.ts'
import type { TabularReading } from './tabular.ts'

function csv(...lines: string[]): TabularReading {
  return readCsv(new TextEncoder().encode(lines.join('\n')), { filename: 'export.csv' })
}

function rows({ statements }: TabularReading): string[][] {
  return statements.map((statement) =>
    statement.rows.map(({ date, amount, description }) => `${date} ${amount} ${description}`),
  )
}

function causes({ problems }: TabularReading): string[] {
  return listReviewCauses([], problems)
}

test('the kinds that a processor lists beside its fees are no words of its rows', () => {
  const kinds = ['Website Payment', 'Payment Refund', 'Preapproved Bill', 'General Withdrawal']
  const names = ['Mae Sutton', 'Hugo Brandt', 'Parcelwing', 'Tidewater Bank', 'Odette Farrow']
  const lines = names.map((name, at) => {
    const kind = kinds[at] ?? 'Express Checkout Payment'
    return `2026-01-${13 + at},${name},${kind},USD,10.00,-0.50,9.50`
  })
  const reading = csv('Date,Name,Type,Currency,Gross,Fee,Net', ...lines)
  assert.deepEqual(
    rows(reading).flat(),
    names.map((name, at) => `2026-01-${13 + at} 950 ${name}`),
  )
  assert.ok(!causes(reading).includes('column_uncertain'))
})

const MARKET = [
  '"All amounts in USD, unless specified"',
  'date/time,settlement id,type,sku,description,quantity,product sales,selling fees,other,total',
  '"Jan 3, 2026 1:10:07 PM PST",20771418831,Order,B-1,Wrap,1,24.00,-3.60,0,20.40',
  '"Jan 9, 2026 4:13:07 AM PST",20771418831,Refund,B-1,Wrap,1,-24.00,2.88,0,-21.12',
  '"Jan 17, 2026 7:16:07 PM PST",20771418831,Transfer,,To your account,,0,0,-845.20,-845.20',
]

test('a marketplace report moves money by the total that its parts come to', () => {
  const reading = csv(...MARKET)
  assert.deepEqual(rows(reading), [
    ['2026-01-03 2040 Wrap', '2026-01-09 -2112 Wrap', '2026-01-17 -84520 To your account'],
  ])
  assert.deepEqual(causes(reading), [])
})

test('a list of goods whose total is no sum of its parts is none of an account', () => {
  const altered = MARKET.map((line) => line.replace('0,20.40', '0,20.41'))
  assert.equal(csv(...altered).failure?.code, 'no_transactions')
})

const TO_COME = [
  'Payee;Reference;Next payment date;Amount;Frequency',
  'Empfänger;Verwendungszweck;Nächste Ausführung;Betrag;Rhythmus',
  'Odbiorca;Tytuł;Data następnej realizacji;Kwota;Częstotliwość',
  'Bénéficiaire;Motif;Prochaine exécution;Montant;Fréquence',
  'Beneficiario;Concepto;Próxima ejecución;Importe;Periodicidad',
  'Begunstigde;Omschrijving;Volgende uitvoering;Bedrag;Frequentie',
]

for (const headings of TO_COME)
  test(`a list of payments to come under "${headings}" is none of an account`, () => {
    const reading = csv(headings, 'Trelawney Estates;UNIT 6;01.02.2026;1150,00;12')
    assert.equal(reading.failure?.code, 'no_transactions')
  })

test('each currency is an account, with or without balances, and a held row is in its own', () => {
  const head = 'Completed Date,Description,Amount,Currency,State,Balance'
  const lines = [
    '2026-01-02,Top-up,1200.00,GBP,COMPLETED,1283.12',
    '2026-01-05,To EUR,287.41,EUR,COMPLETED,292.41',
    '2026-01-05,To EUR,-250.00,GBP,COMPLETED,1033.12',
    '2026-01-06,Café,-42.10,EUR,COMPLETED,250.31',
    '2026-01-07,Train,-12.80,GBP,PENDING,',
  ]
  const currencies = ({ statements }: TabularReading) =>
    statements.map((statement) => [statement.currency, statement.rows.length])
  const expected = [
    ['GBP', 3],
    ['EUR', 2],
  ]
  assert.deepEqual(currencies(csv(head, ...lines)), expected)
  const bare = lines.map((line) => line.replace(/[\d.]*$/, ''))
  assert.deepEqual(currencies(csv(head, ...bare)), expected)
})

test('a fee without a day among the rows stops the file', () => {
  const reading = csv(
    'Date,Description,Amount,Currency',
    '13/01/2026,Market sale,50.00,GBP',
    ',Stall fees,-20.00,GBP',
    '15/01/2026,Rent,-30.00,GBP',
  )
  assert.deepEqual(causes(reading), ['invalid_row'])
})

test('a balance whose day stands behind it is read, and its bank names the currency', () => {
  const reading = csv(
    'Bank 12; Branch 3108; Account 0417261-50 (Business Cheque)',
    'From date 20260101',
    'To date 20260131',
    'Opening Bal : 2044.80 as of 20260101',
    'Avail Bal : 3064.00 as of 20260131',
    'Ledger Balance : 1985.90 as of 20260131',
    'Date,Payee,Memo,Amount',
    '2026/01/05,Kauri Stationery,pens,-58.90',
  )
  const [{ openingBalance, closingBalance, currency } = {}] = reading.statements
  assert.deepEqual([openingBalance, closingBalance, currency], [204_480, 198_590, 'NZD'])
  assert.deepEqual(causes(reading), [])
})

test('a year in the name of a register is no account number', () => {
  const last4 = (name: string) => {
    const lines = ['!Account', `N${name}`, 'TCash', '^', '!Type:Cash', "D1/ 3'26", 'T-5.00', '^']
    return readQif(new TextEncoder().encode(lines.join('\n')), { filename: 'a.qif' }).statements[0]!
      .accountLast4
  }
  const names = ['Petty cash 2026', 'Petty cash (2026)', 'Checking-4417']
  assert.deepEqual(names.map(last4), [null, null, '4417'])
})

test('four digits behind the name of an account are its last behind a dash, else a doubt', () => {
  const named = (title: string) => {
    const reading = csv(title, 'Date,Description,Amount,Currency', '2026-01-13,Rent,-5.00,USD')
    return [reading.statements[0]!.accountLast4, causes(reading)]
  }
  assert.deepEqual(named('Riverside Savings - 7714'), ['7714', []])
  assert.deepEqual(named('Riverside Savings 7714'), [null, ['account_uncertain']])
  assert.deepEqual(named('Riverside Savings 2026'), [null, []])
})

test('titles that pages of fixed width repeat are no words of a row, and two lines are the period', () => {
  const head = [
    '                CROSSROADS CREDIT UNION',
    'ACCOUNT: XXXXXX4093   SHARE DRAFT                     FROM 12/28/2025',
    '                                                      THRU 01/27/2026',
    'POSTED     DESCRIPTION                        AMOUNT       BALANCE',
  ]
  const reading = csv(
    ...head,
    '12/29/25   DRAFT 3307                          12.00-       88.00',
    '01/08/26   BILL PAYMENT                         8.00-       80.00',
    '             NORTHFORK SANITATION',
    '             CONTINUED ON NEXT PAGE',
    ...head,
    '01/09/26   DRAFT 3309                          30.00-       50.00',
  )
  assert.deepEqual(rows(reading), [
    [
      '2025-12-29 -1200 DRAFT 3307',
      '2026-01-08 -800 BILL PAYMENT NORTHFORK SANITATION',
      '2026-01-09 -3000 DRAFT 3309',
    ],
  ])
  const [{ startDate, endDate } = {}] = reading.statements
  assert.deepEqual([startDate, endDate], ['2025-12-28', '2026-01-27'])
})

test('points of a club are no money of an account', () => {
  const reading = csv(
    'Activity Date,Activity,Points Earned,Points Redeemed,Points Balance',
    '2026-01-03,Flight,4450,,22850',
    '2026-01-07,Award,,3450,19400',
  )
  assert.equal(reading.failure?.code, 'no_transactions')
})

test('a page that was saved when its session had ended is refused, and an empty month is not', () => {
  const head = 'Date,Description,Withdrawals,Deposits,Balance'
  const [ended, empty] = ['Your session has expired.', 'No transactions in this period.'].map(
    (text) => csv(head, `${text},,,,`).failure?.code ?? null,
  )
  assert.deepEqual([ended, empty], ['no_transactions', null])
})
