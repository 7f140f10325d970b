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
