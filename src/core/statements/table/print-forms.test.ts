import assert from 'node:assert/strict'
import { test } from 'node:test'
import { print } from '../../../../test/print-block.ts'
import type { Statement } from '../statement.ts'
import { listReviewCauses } from './doubts/review-causes.ts'
import { readTables } from './read-tables.ts'

function readAll(block: string): Statement[] {
  return readTables(print(block), { filename: 'a.pdf' }, null)
}

function formatRows({ rows }: Statement): string[] {
  return rows.map(({ date, amount, description }) => `${date} ${amount} ${description}`)
}

function causes({ reconciliation, doubts = [] }: Statement): string[] {
  return listReviewCauses([reconciliation.status], doubts)
}

const BRANCHES = (heading: string): string => `
    Account No     0141225517       Period   01-Jan-2026 to 31-Jan-2026
    Currency       NIGERIAN NAIRA   Closing Balance   1,240,948.43
    Trans. Date    Reference   Value Date     Debits      Credits        Balance  Originating Branch  ${heading}
    05-Jan-2026    '001401     05-Jan-2026     25.00                  391,002.18  IKEJA               SMS ALERT CHARGES
    06-Jan-2026    '001438     06-Jan-2026             850,000.00   1,241,002.18  HEAD OFFICE         NIP TRANSFER FROM
                                                                                                      ADEKUNLE STORES
    06-Jan-2026    '001475     06-Jan-2026     53.75                1,240,948.43  E-CHANNELS          NIP CHARGE + VAT`

test('a branch between figures and words is none of the words, nor a reference before the figures', () => {
  const [statement] = readAll(BRANCHES('Remarks'))
  assert.deepEqual(formatRows(statement!), [
    '2026-01-05 -2500 SMS ALERT CHARGES',
    '2026-01-06 85000000 NIP TRANSFER FROM ADEKUNLE STORES',
    '2026-01-06 -5375 NIP CHARGE + VAT',
  ])
  assert.deepEqual([statement!.currency, causes(statement!)], ['NGN', []])
})

test('words that are left out under heads of which none names words stop a person', () => {
  const [statement] = readAll(BRANCHES('Qworble'))
  assert.deepEqual(causes(statement!), ['words_uncertain'])
})

test('days of four digits under a head of days are days, behind the amounts too', () => {
  const [statement] = readAll(`
    Kontoutskrift for konto 1506.22.48193 i perioden 01.01.2026 - 31.01.2026   Valuta: NOK
    Forklaring                            Rentedato   Ut av konto   Inn på konto   Bokført   Arkivref.
    Saldo fra kontoutskrift 31.12.2025                                    1.000,00
    Husleie januar, Bryggen               0201             150,00                  0201      7710042
    Varekjøp Kaffehuset                   0301              50,00                  0501      7711159
    Fra: Fjordguide Vest                  0601                             300,00  0601      7712276
    Saldo i Deres favør 31.01.2026                                        1.100,00`)
  assert.deepEqual(formatRows(statement!), [
    '2026-01-02 -15000 Husleie januar, Bryggen',
    '2026-01-05 -5000 Varekjøp Kaffehuset',
    '2026-01-06 30000 Fra: Fjordguide Vest',
  ])
})

test('money under the head of a table of which no row was read stops a person', () => {
  const [statement] = readAll(`
    Statement period 01/01/2026 to 01/31/2026
    Beginning balance   $1,000.00
    Ending balance      $1,000.00
    Date      Description        Amount
    day one   Rent of a shop      150.00
    day two   Sale of a stool     100.00
    day five  Sale of a tray       50.00`)
  assert.deepEqual([statement!.rows, causes(statement!)], [[], ['line_not_read']])
})

test('the number behind the name of an account parts accounts of two currencies', () => {
  const accounts = readAll(`
    Consolidated statement for the period 01 Jan 2026 to 31 Jan 2026
    Business Current Account   104-77834-5   SGD
    Date     Description           Withdrawal    Deposit    Balance
    01 Jan   BALANCE B/F                                    1,000.00
    02 Jan   RENT JAN 2026             200.00                 800.00
             BALANCE C/F                                      800.00
    Foreign Currency Savings   271-40912-6   USD
    Date     Description           Withdrawal    Deposit    Balance
    01 Jan   BALANCE B/F                                      150.00
    12 Jan   CABLE CHARGE               20.00                 130.00
             BALANCE C/F                                      130.00`)
  assert.deepEqual(
    accounts.map(({ accountLast4, currency, rows }) => [accountLast4, currency, rows.length]),
    [
      ['8345', 'SGD', 1],
      ['9126', 'USD', 1],
    ],
  )
})

test('the number of an account may be called Number alone, before the days of the period', () => {
  const [statement] = readAll(`
    Business Integrated Account Statement
    Number 408-226838 29 December 2025 to 28 January 2026
    HKD Current
    Date     Details        Deposit   Withdrawal    Balance
    29 Dec   B/F BALANCE                             144.92
    30 Dec   AUTOPAY OUT                   44.92     100.00`)
  assert.equal(statement!.accountLast4, '6838')
})

test('dinars have three decimals', () => {
  const [statement] = readAll(`
    Statement of account   IBAN KW22 FAIL 0000 0000 0000 1120 0476 013
    From 01-JAN-2026 To 31-JAN-2026   Currency: KWD
    Date           Value Date     Description              Debit     Credit      Balance
                                  Opening Balance                                2,764.905 CR
    04-JAN-2026    04-JAN-2026    Cheque Paid              312.500               2,452.405 CR
    05-JAN-2026    05-JAN-2026    Settlement                         1,875.250   4,327.655 CR
                                  Closing Balance                                4,327.655 CR`)
  assert.deepEqual(formatRows(statement!), [
    '2026-01-04 -312500 Cheque Paid',
    '2026-01-05 1875250 Settlement',
  ])
  assert.deepEqual([statement!.openingBalance, causes(statement!)], [2764905, []])
})

test('money abroad in a cell of its own beside the words is none of them', () => {
  const [statement] = readAll(`
    Statement period 10/19/2025 to 11/17/2025
    Previous balance                                            0.00
    Purchases                                                +694.37
    New balance                                               694.37
                                              Foreign Spend   Amount
    10/20/25   NORTHWIND OFFICE SUPPLY                        214.88
    10/30/25   HOTEL PALACETE LISBOA            385.60 Euro   448.07
    10/31/25   FOREIGN CURRENCY 22.40 USD @1.402678            31.42`)
  assert.deepEqual(formatRows(statement!), [
    '2025-10-20 -21488 NORTHWIND OFFICE SUPPLY',
    '2025-10-30 -44807 HOTEL PALACETE LISBOA',
    '2025-10-31 -3142 FOREIGN CURRENCY 22.40 USD @1.402678',
  ])
})

test('the balances of the last and of this statement are its opening and its closing', () => {
  const [statement] = readAll(`
    ACCOUNT XXXXXX3386     STATEMENT PERIOD 01/31/26 THRU 02/27/26
    LAST STATEMENT 01/30/26              100.00
    MINIMUM BALANCE       80.00
    THIS STATEMENT 02/27/26              130.00
             - - - - - CREDITS - - - - -
    DESCRIPTION                         DATE           AMOUNT
    DEPOSIT                             02/02/26        50.00
             - - - - - DEBITS - - - - -
    DESCRIPTION                         DATE           AMOUNT
    POS PURCHASE 219905                 02/03/26        20.00`)
  const { openingBalance, closingBalance, reconciliation } = statement!
  assert.deepEqual(
    [openingBalance, closingBalance, reconciliation.status],
    [10_000, 13_000, 'reconciled_by_totals'],
  )
})

const LEDGER = (first: string, second: string): string => `
    Account 40281177      Statement period 01/01/2026 to 01/31/2026
    Beginning balance   100.00
    Ending balance      130.00
    Date        Description                    Amount
    01/05/26    ${first}        50.00
    01/06/26    ${second}       -20.00`

test('a short word before two blanks is no code where another row begins with a phrase there', () => {
  const [words] = readAll(LEDGER('DIRECT DEP  GRAIN COOP', 'SSA  TREAS 310        '))
  const [codes] = readAll(LEDGER('BP  GRAIN COOP        ', 'DD  TREAS 310         '))
  const descriptions = ({ rows }: Statement): string[] => rows.map((row) => row.description)
  assert.deepEqual(descriptions(words!), ['DIRECT DEP GRAIN COOP', 'SSA TREAS 310'])
  assert.deepEqual(descriptions(codes!), ['GRAIN COOP', 'TREAS 310'])
})

test('a title with a remark in brackets behind it is the title of its table', () => {
  const [statement] = readAll(`
    Account 40281177      Statement period 12/16/2025 to 01/15/2026
    Beginning balance   1,000.00
    Ending balance        635.00
    WITHDRAWALS AND OTHER DEBITS
    Date     Description                   Amount
    12/17    ACH DEBIT PAYROLL             200.00-
    01/08    ACH DEBIT WIRELESS             50.00-
    CHECKS PAID (* indicates a break in check number sequence)
    Date     Check No    Amount     Date    Check No    Amount
    12/17    10411        85.00     12/24   10416*       30.00`)
  assert.deepEqual(
    [statement!.rows.map(({ amount }) => amount), causes(statement!)],
    [[-20_000, -5000, -8500, -3000], []],
  )
})

test('lines under the head of a table of rates are no rows', () => {
  const [statement] = readAll(`
    Account number 4410-XXXX-XXXX-0936     Billing cycle 01/21/26 through 02/20/26
    Previous balance   $100.00
    New balance        $140.00
    Posted      Description                       Credits      Charges
    01/22/26    Advance to checking                             $50.00
    01/30/26    Online payment - thank you         $20.00
    02/20/26    Finance charge                                  $10.00
    How your finance charge was calculated
    From        Through     Days    Annual rate   Average daily balance   Finance charge
    01/21/26    01/28/26    8       10.250%       $110.00                        $3.65
    01/29/26    02/20/26    23      10.000%       $120.00                        $6.35`)
  assert.deepEqual(formatRows(statement!), [
    '2026-01-22 -5000 Advance to checking',
    '2026-01-30 2000 Online payment - thank you',
    '2026-02-20 -1000 Finance charge',
  ])
})

test('trades that wait for their day are pending under a title that ends with a day', () => {
  const [statement] = readAll(`
    Account # X07-413392    February 1, 2026 - February 28, 2026
    Beginning Cash Balance   $100.00
    Ending Cash Balance      $150.00
    Settlement Date   Description                          Amount     Cash Balance
    02/05             Direct Deposit FLATIRON LABS         $50.00          $150.00
    Pending Trades, Not Settled as of February 28, 2026
    Settlement Date   Description                          Amount
    03/02             You Bought NORTHSTAR ETF            -$60.00`)
  assert.deepEqual(
    statement!.rows.map(({ amount, isPending }) => [amount, isPending]),
    [
      [5000, false],
      [-6000, true],
    ],
  )
})

test('days of the year first may end with a dot, with blanks between', () => {
  const ways: [string, string][] = [
    ['2026.02.02.', '2026.02.03.'],
    ['2026. 02. 02.', '2026. 02. 03.'],
  ]
  for (const [first, second] of ways) {
    const [statement] = readAll(`
    Számlaszám: 11773016-01234827      Időszak: ${first} - ${second}
    Nyitó egyenleg   1.000,00 Ft       Záró egyenleg   900,00 Ft
    Könyvelés        Megnevezés                       Terhelés     Jóváírás
    ${first}     Átutalás PANNON KFT                               400,00
    ${second}     Bérleti díj                        500,00`)
    assert.deepEqual(
      formatRows(statement!),
      ['2026-02-02 40000 Átutalás PANNON KFT', '2026-02-03 -50000 Bérleti díj'],
      first,
    )
  }
})

test('the first day of a period may have no month and an ending, in words', () => {
  const periods = [
    'Période du 1er au 31 mars 2026',
    'Zeitraum 1. bis 31. März 2026',
    'Statement period 1st to 31st March 2026',
    'Periodo dal 1 al 31 marzo 2026',
  ]
  for (const period of periods) {
    const [statement] = readAll(`
    ${period}
    Beginning balance   100,00
    Ending balance      130,00
    Date          Description            Amount       Balance
    03/03/2026    Store 2                 50,00        150,00
    20/03/2026    Store 3                -20,00        130,00`)
    const { startDate, endDate } = statement!
    assert.deepEqual([startDate, endDate], ['2026-03-01', '2026-03-31'], period)
  }
})

test('between the day of a balance and its column may stand a remark', () => {
  const [statement] = readAll(`
    Girokonto 1004418820      Zeitraum 30.12.2025 bis 28.01.2026
    Datum   Wert     Erläuterung                                Belastung EUR   Gutschrift EUR
                     Kontostand am 29.12.2025, Auszug Nr. 12/2025                     100,00+
    30.12.  30.12.   Lastschrift Stadtwerke                            20,00-
    02.01.  02.01.   Gutschrift Möbelhaus                                               50,00+
                     Kontostand am 28.01.2026 um 20:03 Uhr                            130,00+`)
  const { openingBalance, closingBalance, rows } = statement!
  assert.deepEqual([openingBalance, closingBalance, rows.length], [10_000, 13_000, 2])
})

test('a kind of interest of which there was none is no row', () => {
  const [statement] = readAll(`
    Visa card ending in 3081      Statement period 12/12/2025 to 01/11/2026
    Minimum Payment Due $25.00    Previous Balance $100.00    New Balance $107.00
    Purchases
    Date     Description                            Amount
    12/27    TARGET ROSEVILLE MN                      5.00
    Interest Charged
    01/11    Interest Charged on Purchases            2.00
    01/11    Interest Charged on Balance Transfers    0.00`)
  assert.deepEqual(
    statement!.rows.map(({ amount }) => amount),
    [-500, -200],
  )
})

test('words of a row that go on under the running head of the next page are its own', () => {
  const [statement] = readAll(`
    PRAIRIE STAR STATE BANK
    Account 40281177      Statement period 01/01/2026 to 01/31/2026
    Beginning balance   100.00        Ending balance   160.00
    Date     Description                     Amount
    01/05    MERCH DEP HARTWELL               10.00
             CCD TALLGRASS FEED
    01/06    MERCH DEP HARTWELL               20.00
             CCD TALLGRASS FEED
    01/08    AP PAYMENT COUNTY OF LINDEN      15.00
    ---
    PRAIRIE STAR STATE BANK
             CCD 0104418 INV 2207,2211
    01/09    DEPOSIT                          15.00`)
  assert.deepEqual(formatRows(statement!).slice(2), [
    '2026-01-08 1500 AP PAYMENT COUNTY OF LINDEN CCD 0104418 INV 2207,2211',
    '2026-01-09 1500 DEPOSIT',
  ])
})
