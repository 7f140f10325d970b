import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCurrency } from './read-currency.ts'

function read(head: string[], rows: string[] = [], setting?: string): string {
  const { currency, currencySource } = readCurrency({ head, rows }, setting)
  return `${currency} ${currencySource}`
}

const US_ROWS = ['03/14/2026  ACH CREDIT LUMEN  1,282.73', '03/15/2026  CHECK 1042  -40.00']

test('a code, a name or a symbol of one country is printed', () => {
  assert.equal(read(['Currency: ZAR']), 'ZAR printed')
  assert.equal(read(['Kontokorrent CHF']), 'CHF printed')
  assert.equal(read(['币种：人民币']), 'CNY printed')
  assert.equal(read(['Saldo final do período R$ 2.276,69', 'VALORES EM R$']), 'BRL printed')
  assert.equal(read(['Date  Amount'], ['2 Mar  £12.00', '3 Mar  £4.00']), 'GBP printed')
})

test('a code that begins as a symbol does is no sign of a currency', () => {
  const rows = [
    '05/13 Zelle to Luis Ref #Rp0Yx392001 $216.35',
    '05/15 Zelle Ref #Rp0Yx379213 $309.63',
  ]
  assert.match(read(['Salina, KS 67401', 'Balance $19,330.40', 'Balance $6,600.40'], rows), /^USD/)
})

test('a letter beside a number that is no money, or within a code, is no sign of a currency', () => {
  for (const line of ['FORM953R-0125 Equal Lender', 'Exhibit R-2 of 4', 'Unit 4R', 'Cards(R) 2'])
    assert.equal(read([`${line} page 1`, `${line} page 2`]), 'USD assumed', line)
  assert.equal(read(['Paid R 1 234,50', 'Due R 12,00']), 'ZAR printed')
  assert.equal(read(['Amount (R)', 'Saldo R1,204.35']), 'ZAR printed')
})

test('what every page repeats speaks for a currency once', () => {
  assert.equal(read(['Fee of R 12,00', 'Fee of R 12,00']), 'ZAR derived')
})

test('symbols that are not those of most lines do not name the currency silently', () => {
  const rows = Array.from({ length: 6 }, (_, at) => `05/1${at} Fuel stop $1${at}.00`)
  assert.match(read(['Ref Rp 12', 'Ref Rp 14'], rows), /^USD|assumed$/)
})

test('what a purchase cost abroad is not the currency of the account', () => {
  const foreign = ['EUR 49.00 @ 1.1702', '35.00 GBP@ 0.861200', 'USD 4,146.00 RATE 3.6723']
  assert.equal(read(['Sort code 08-71-93', 'Paid out', ...foreign]), 'GBP derived')
  assert.equal(read(['IBAN CH92 0881 2000 1177 3048 5', ...foreign]), 'CHF derived')
})

test('numbers, addresses and authorities of a country show its currency', () => {
  const places: [string, string][] = [
    ['IBAN IE71 CRRB 9940 1722 8710 56', 'EUR'],
    ['BIC ASTYGB21XXX', 'GBP'],
    ['Account 38-9118-0061844-00', 'NZD'],
    ['BSB 676-204 Account 1190 4473', 'AUD'],
    ['IFSC HDFC0001234', 'INR'],
    ['Routing number 021000021', 'USD'],
    ['Springfield, IL 62704', 'USD'],
    ['MONTRÉAL QC H3C 3B8', 'CAD'],
    ['Elsdon, Newcastle upon Tyne NE19 1AA', 'GBP'],
    ['Singapore 048616', 'SGD'],
    ['20-11-47 55120931', 'GBP'],
  ]
  for (const [line, currency] of places) assert.equal(read([line]), `${currency} derived`, line)
})

test('a symbol of several countries leaves those, and the place decides', () => {
  const rows = ['12 Jan  DONUT DEPOT  $8.50', '13 Jan  BPAY  $600.00', '14 Jan  CAFE  $3.00']
  assert.equal(read(['Rosebery NSW 2018'], rows), 'AUD derived')
  assert.equal(read(['Wellington, New Zealand'], rows), 'NZD derived')
})

test('an ordinary export of an American bank needs no symbol', () => {
  const head = ['Date  Description  Amount  Balance  Check Number']
  assert.equal(read(head, US_ROWS), 'USD derived')
  const months = ['03/14/2026  SUPPLIES  12.00', '03/31/2026  RENT  900.00']
  assert.equal(read(['Date  Description  Amount'], months), 'USD derived')
})

test('the setting stands behind what the print shows and before weak signs', () => {
  assert.equal(read(['Currency: ZAR'], [], 'CAD'), 'ZAR printed')
  assert.equal(read(['IBAN DE12 5000 0000 0048 2107 73'], [], 'CAD'), 'EUR derived')
  const months = ['03/14/2026  SUPPLIES  12.00', '03/31/2026  RENT  900.00']
  assert.equal(read(['Date  Description  Amount'], months, 'CAD'), 'CAD setting')
  assert.equal(read(['Date;Text'], [], 'CAD'), 'CAD setting')
})

test('a print that shows nothing is assumed and says so', () => {
  const rows = ['2026-08-01  Coffee shop  -4.50', '2026-08-02  Salary  3000.00']
  assert.equal(read([], rows), 'USD assumed')
})

test('what is assumed never contradicts the symbol of the print, nor does the setting', () => {
  const rows = ['02/06/2026  Salary  Rs. 50,000', '10/06/2026  Utility  Rs. 2,500']
  assert.equal(read([], rows), 'INR assumed')
  assert.equal(read([], rows, 'USD'), 'INR assumed')
  assert.equal(read([], rows, 'PKR'), 'PKR setting')
  const yuan = ['2026-08-01  Shop  ¥4.50', '2026-08-02  Wages  ¥3000.00']
  assert.equal(read([], yuan), 'CNY assumed')
  const dollars = ['2026-08-01  Shop  $4.50', '2026-08-02  Wages  $3000.00']
  assert.equal(read([], dollars).startsWith('USD'), true)
})

test('the kind of an account names its currency, whatever the country of its bank', () => {
  const bank = ['Trust & Banking of Canada', 'LUNENBURG NS B0J 2C0', 'Closing US$21.10', 'C$29.57']
  assert.equal(read([...bank, 'Account type: U.S. Dollar Business Chequing']), 'USD printed')
  assert.equal(read([...bank, 'Account type: Business Chequing']), 'CAD derived')
})

test('the systems of payment of a country are known however their names are written', () => {
  const rows = ['Fast Transfer From Lachlan PayID Phone', 'TAX OFFICE BPAY', 'Direct Debit 144471']
  assert.equal(read([], rows), 'AUD derived')
})

test('a few purchases abroad do not name the currency of an account', () => {
  const rows = Array.from({ length: 40 }, (_, at) => `2026-06-${at} DOORDASH ${at},Dining,23.60`)
  const abroad = ['2026-06-27 HOTEL SAINT-AUBIN MONTREAL QC', '2026-06-28 MONTREAL TAXI LAVAL QC']
  assert.equal(read([], [...rows, ...abroad]), 'USD assumed')
  assert.equal(read([], abroad), 'CAD derived')
})

test('the name of money spent abroad is not the currency where all figures bear a dollar sign', () => {
  const head = [
    'New Balance $5,727.35',
    'Previous Balance $6,620.55',
    'LODGING  European Union Euro',
  ]
  const rows = ['02/17/26 SHELL OIL AURORA CO  $66.11', '02/19/26 KING SOOPERS AURORA CO  $150.28']
  assert.equal(read(head, rows), 'USD derived')
})
