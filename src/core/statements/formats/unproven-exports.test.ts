import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listReviewCauses } from '../table/doubts/review-causes.ts'
import { readCsv } from './csv.ts'
import type { TabularReading } from './tabular.ts'

function csv(...lines: string[]): TabularReading {
  return readCsv(new TextEncoder().encode(lines.join('\n')), { filename: 'export.csv' })
}

function words({ statements }: TabularReading): string[] {
  return statements.flatMap(({ rows }) => rows.map(({ description }) => description))
}

function causes({ problems }: TabularReading): string[] {
  return listReviewCauses([], problems)
}

/** Rows of five dollars each, every one with the given words, from a balance of 100.00. */
function spent(head: string, cells: readonly string[]): TabularReading {
  const rows = cells.map((text, at) => `2026-03-0${at + 1},${text},-5.00,${95 - at * 5}.00`)
  return csv(`Date,${head},Amount,Balance`, ...rows)
}

test('references of which some may be words are added to the row and stop a person', () => {
  const reading = spent('Description,Reference', [
    'Oak Ltd,Invoice for March',
    'Elm Ltd,INV-2207',
    'Ash Ltd,Deposit of a hall',
    'Fir Ltd,INV-1180',
    'Yew Ltd,INV-4471',
  ])
  assert.equal(words(reading)[0], 'Oak Ltd Invoice for March')
  assert.deepEqual(causes(reading), ['column_uncertain'])
})

test('references that are codes are no words, and stop nobody', () => {
  const reading = spent('Description,Reference', [
    'Oak Ltd,B-2207',
    'Elm Ltd,C-1180',
    'Ash Ltd,D-1',
  ])
  assert.deepEqual([words(reading)[0], causes(reading)], ['Oak Ltd', []])
})

test('references that are all that a row says are its words, and stop a person', () => {
  const reading = spent('Reference', ['Rent of March 2026', 'Tea 114 for all', 'Desk lamp 2'])
  assert.equal(words(reading)[0], 'Rent of March 2026')
  assert.deepEqual(causes(reading), ['column_uncertain'])
})

test('a name that the text repeats in most rows, and not in all, stops a person', () => {
  const reading = spent('Description,Merchant', [
    'NORTHGATE HARDWARE #12,Northgate Hardware',
    'JUNIPER CAFE 0418,Juniper Cafe',
    'RIDGELINE FUEL 88,Ridgeline Fuel',
    'ONLINE PAYMENT,Lakeside Roofing',
  ])
  assert.equal(words(reading)[0], 'NORTHGATE HARDWARE #12')
  assert.deepEqual(causes(reading), ['column_uncertain'])
})

test('signs that the words of the rows contradict stop a person', () => {
  const rows = ['2026-03-01,ATM withdrawal,60.00', '2026-03-02,Purchase Fuel Stop,20.00']
  const reading = csv('Date,Description,Amount', ...rows, '2026-03-03,Deposit,-900.00')
  assert.ok(causes(reading).includes('ambiguous_signs'))
})

test('a balance whose digits make no amount stops a person', () => {
  const [first, second] = ['2026-03-01,Rent,-5.00,95.00', '2026-03-02,Tea,-5.00,"12,3456.00"']
  const reading = csv('Date,Description,Amount,Balance', first!, second!)
  assert.deepEqual(causes(reading), ['invalid_balance'])
})

test('amounts that all have three digits behind their mark stop a person', () => {
  const reading = csv(
    'Date;Description;Amount USD',
    '2026-03-01;Rent;-1,250',
    '2026-03-02;Sale;2,500',
  )
  assert.deepEqual(causes(reading), ['ambiguous_amounts'])
})

test('the account that is a party of every row is found in whichever column it stands', () => {
  const [own, one, other] = [
    'DE12500000000048210773',
    'DE02120300000000202051',
    'DE88100900001234567892',
  ]
  const { statements } = csv(
    'Date;From;To;Purpose;Amount EUR',
    `2026-03-01;${own};${one};Rent of March;-5,00`,
    `2026-03-02;${other};${own};Sale of a lamp;50,00`,
    `2026-03-03;${own};${other};Tea for all;-5,00`,
  )
  assert.deepEqual(
    statements.map(({ accountLast4 }) => accountLast4),
    ['0773'],
  )
})

test('the balance of a day in a row of its own is no transaction', () => {
  const reading = csv(
    'Data;Histórico;Valor;Saldo',
    '02/03/2026;PIX RECEBIDO CASA SOL;50,00;',
    '02/03/2026;SALDO TOTAL DISPONÍVEL DIA;;150,00',
    '17/03/2026;PAGAMENTO BOLETO;-20,00;',
    '17/03/2026;SALDO TOTAL DISPONÍVEL DIA;;130,00',
  )
  assert.deepEqual(words(reading), ['PIX RECEBIDO CASA SOL', 'PAGAMENTO BOLETO'])
})

test('a figure beside the table that the running balances have is understood', () => {
  const reading = csv(
    'Zorbalage,95.00',
    'Date,Description,Amount,Balance',
    '2026-03-01,Rent of March,-5.00,95.00',
    '2026-03-02,Sale of a lamp,5.00,100.00',
  )
  assert.deepEqual(causes(reading), [])
})

const FIXED = `
ACCT 0000551720446   CUTBANK WELDING LLC     FROM 05/01/2026 TO 05/31/2026

DATE       TC  DESCRIPTION                         DEBIT        CREDIT       BALANCE
---------- --- ------------------------------ ------------ ------------ -------------
05/01/2026     BALANCE FORWARD                                              19,330.40
05/01/2026 183 OAKRIDGE ADVANCE ACH DEBIT 597       275.00                  19,055.40
05/02/2026 142 CARDWAVE DEP                                      630.10     19,685.50

FIRST SAGEBRUSH BANK            ACCOUNT TRANSACTION HISTORY            PAGE 2
ACCT 0000551720446   CUTBANK WELDING LLC     FROM 05/01/2026 TO 05/31/2026

DATE       TC  DESCRIPTION                         DEBIT        CREDIT       BALANCE
---------- --- ------------------------------ ------------ ------------ -------------
05/03/2026 183 CHECK 330                          1,265.11                  18,420.39

*** END OF REPORT ***`

test('one blank parts columns of fixed width, whose pages repeat their head', () => {
  const { statements, problems } = csv(...FIXED.split('\n'))
  assert.deepEqual(
    statements[0]!.rows.map(({ description, amount }) => `${amount} ${description}`),
    ['-27500 OAKRIDGE ADVANCE ACH DEBIT 597', '63010 CARDWAVE DEP', '-126511 CHECK 330'],
  )
  assert.deepEqual(listReviewCauses([], problems), [])
})

test('one blank parts a full day of fixed width from the words behind it', () => {
  const reading = csv(
    'DATE        DESCRIPTION                AMOUNT     BALANCE',
    '2026-02-03 CHEQUE 820                 -20.00      980.00',
    '2026-02-04 DEPOSIT                     50.00    1,030.00',
  )
  assert.deepEqual(words(reading), ['CHEQUE 820', 'DEPOSIT'])
})

test('a start and an end date of the transactions are the period of a list', () => {
  const { statements } = csv(
    'Transactions start date,2026-03-01',
    'Transactions end date,2026-03-31',
    'Date,Description,Amount,Balance',
    '2026-03-02,Rent of March,-5.00,95.00',
    '2026-03-20,Sale of a lamp,5.00,100.00',
  )
  const periods = statements.map(({ startDate, endDate }) => `${startDate} ${endDate}`)
  assert.deepEqual(periods, ['2026-03-01 2026-03-31'])
})

function amounts({ statements }: TabularReading): number[] {
  return statements.flatMap(({ rows }) => rows.map(({ amount }) => amount))
}

test('the oldest of plain amounts, whose sign no balance proves, stops a person', () => {
  const reading = csv(
    'Date,Description,Amount,Balance',
    '11/28/2025,Corner shop,20.00,980.00',
    '11/20/2025,Rent,600.00,1000.00',
    '11/12/2025,Lumen SA,1500.00,1600.00',
  )
  assert.deepEqual(amounts(reading).slice(0, 2), [-2000, -60_000])
  assert.deepEqual(causes(reading), ['ambiguous_signs'])
})

test('of two amounts of a row the one that the balance moves by is its money', () => {
  const rows = ['2025-11-28,Shop,15.00,-12.90,987.10', '2025-11-20,Rent,60.00,-60.00,1000.00']
  const reading = csv('Date,Description,Purchase amount,Amount,Balance', ...rows)
  assert.deepEqual(amounts(reading), [-1290, -6000])
  assert.ok(!causes(reading).includes('column_uncertain'))
})

test('of two amounts of a row without a balance either may be its money, which stops a person', () => {
  const rows = ['2025-11-28,Shop,-15.00,-12.90', '2025-11-20,Rent,-60.00,-60.00']
  const reading = csv('Date,Description,Amount,Booked amount', ...rows)
  assert.ok(causes(reading).includes('column_uncertain'))
})

test('a side that one row alone uses is read where no heading names the sides', () => {
  const reading = csv(
    '11/28/2025,TIM HORTONS,6.40,,993.60',
    '11/26/2025,HYDRO OTTAWA,93.60,,1000.00',
    '11/25/2025,LOBLAWS,40.00,,1093.60',
    '11/14/2025,PAYROLL,,1000.00,1133.60',
  )
  assert.deepEqual(amounts(reading), [-640, -9360, -4000, 100_000])
})

test('figures alone under columns of a beginning and an ending balance are those of the file', () => {
  const reading = csv(
    'Date,Note,Amount (total),Beginning Balance,Ending Balance',
    ',,,$100.00,',
    '2025-11-03,Dinner,- $20.00,,',
    '2025-11-10,Rent share,+ $300.00,,',
    ',,,,$380.00',
  )
  const [statement] = reading.statements
  assert.deepEqual([statement!.openingBalance, statement!.closingBalance], [10_000, 38_000])
})

test('a balance that rises by purchases may be owed, which stops a person', () => {
  const reading = csv(
    'Date,Description,Withdrawals,Deposits,Balance',
    '2025-12-18,GROCER,64.87,,453.07',
    '2025-12-22,FURNITURE,1299.00,,1752.07',
    '2025-12-27,FURNITURE RETURN,,214.55,1537.52',
  )
  assert.deepEqual(causes(reading), ['ambiguous_signs'])
})

test('days in dollars that nothing ties to a country are open where both orders run forward', () => {
  const rows = ['02/03/2026,Freight,-320.00,USD', '05/06/2026,Tea,875.50,USD', '09/10/2026,Print,-1.00,USD'] // prettier-ignore
  const reading = csv('Date,Description,Amount,Currency', ...rows)
  assert.deepEqual(causes(reading), ['ambiguous_dates'])
})
