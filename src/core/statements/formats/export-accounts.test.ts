import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReadingHints } from '../statement.ts'
import { listReviewCauses } from '../table/doubts/review-causes.ts'
import { readCsv } from './csv.ts'
import type { TabularReading } from './tabular.ts'

const HINTS: ReadingHints = { filename: 'export.csv' }

function csv(...lines: string[]): TabularReading {
  return readCsv(new TextEncoder().encode(lines.join('\n')), HINTS)
}

const ROWS = ['Date,Description,Amount,Balance', '2026-03-02,RENT,-10.00,90.00', '2026-03-03,SALE,5.00,95.00'] // prettier-ignore

function readAccount(...above: string[]): [string | null, string[]] {
  const { statements, problems } = csv(...above, ...ROWS)
  return [statements[0]!.accountLast4, listReviewCauses([], problems)]
}

const NUMBERS: [name: string, line: string, last4: string][] = [
  ['behind its label in a column of its own', 'Caisse,Compte no 81530-0042917', '2917'],
  ['in groups that begin with two digits', 'Cheque Account 12-3140-0287715', '7715'],
  ['with a suffix', 'Account: 02-0500-0123456-00', '5600'],
  ['of four parts without a label', '38-9012-0123456-00,01 Nov 2025', '5600'],
  ['by a label of the printed statements', 'Share ID,0042917', '2917'],
  [
    'and not that of the bank',
    'Account No : 50200041188327 Current Account MICR : 411240003',
    '8327',
  ],
]

for (const [name, line, last4] of NUMBERS) {
  test(`an account number in a preamble is read ${name}`, () => {
    assert.deepEqual(readAccount(line), [last4, []])
  })
}

test('the number of a statement or a customer of a savings bank is none of an account', () => {
  for (const line of ['Savings statement no. 000418773', 'Sparen Kunden-Nr. 4187730'])
    assert.equal(readAccount(line)[0], null, line)
})

test('the folio of a member stands for the account where no account has a number', () => {
  assert.deepEqual(readAccount('Caisse des Laurentides,Folio 81530-0042917'), ['2917', []])
  assert.deepEqual(readAccount('Member Number,0048812', 'Account number,8110001205'), ['1205', []])
})

test('an account between the heads and the rows is read in groups that begin with two digits', () => {
  const [head, ...rows] = ROWS
  const { statements } = csv(head!, 'Cheque Account 12-3140-0287715,,,', ...rows)
  assert.equal(statements[0]!.accountLast4, '7715')
})

test('a long number above the rows that is no known account stops a person', () => {
  assert.deepEqual(readAccount('Reference of the book,4471120938'), [null, ['account_uncertain']])
  assert.deepEqual(readAccount('Depot 12-3140-0287715'), [null, ['account_uncertain']])
})

test('a long number that every row repeats under an unknown heading stops a person', () => {
  const rows = ['4471120938,2026-03-02,RENT,-10.00,90.00', '4471120938,2026-03-03,SALE,5.00,95.00']
  const { statements, problems } = csv('Zorb,Date,Description,Amount,Balance', ...rows)
  assert.equal(statements[0]!.accountLast4, null)
  assert.deepEqual(listReviewCauses([], problems), ['account_uncertain'])
})

test('days, phones, times and amounts above the rows are no unread account', () => {
  for (const line of [
    'Phone,+49 30 90182000',
    'Phone,1-800-555-0104',
    'Printed,2026-03-31 10:15:00',
    'Period,20260301 - 20260331',
    'Opening balance,100.00',
  ])
    assert.deepEqual(readAccount(line), [null, []], line)
})

test('accounts that take turns in a list each have a balance of their own, less its fees', () => {
  const { statements, problems } = csv(
    'Date,Description,Amount,Fee,Currency,Balance',
    '2026-02-02,Payment,2400.00,0.00,GBP,2718.06',
    '2026-02-05,To euros,-500.00,2.50,GBP,2215.56',
    '2026-02-05,From pounds,587.35,0.00,EUR,628.55',
    '2026-02-16,Cash,-100.00,2.00,EUR,526.55',
    '2026-02-25,Plan,0.00,3.99,GBP,2211.57',
  )
  assert.deepEqual(
    statements.map(({ currency, rows }) => [currency, ...rows.map(({ amount }) => amount)]),
    [
      ['GBP', 240_000, -50_250, -399],
      ['EUR', 58_735, -10_200],
    ],
  )
  assert.deepEqual(listReviewCauses([], problems), [])
})

const BOOKS = [
  'Date,Source,Description,Debit,Credit,Running Balance',
  'Business Everyday,,,,,',
  'Opening Balance,,,90.00,,90.00',
  '2026-03-02,Spend Money,RENT,0,10.00,80.00',
  '2026-03-03,Receive Money,SALE,5.00,0,85.00',
  'Total Business Everyday,,,5.00,10.00,-5.00',
  'Closing Balance,,,85.00,,85.00',
  'Tax Savings,,,,,',
  'Opening Balance,,,40.00,,40.00',
  '2026-03-04,Receive Money,INTEREST,1.00,0,41.00',
  '2026-03-05,Spend Money,FEE,0,2.00,39.00',
  '2026-03-06,Receive Money,INTEREST,1.00,0,40.00',
  'Total Tax Savings,,,2.00,2.00,0.00',
  'Closing Balance,,,40.00,,40.00',
  'Total,,,7.00,12.00,',
]

test('accounts that names and opening balances head below one header are read apart', () => {
  const { statements, problems } = csv(...BOOKS)
  assert.deepEqual(
    statements.map(({ openingBalance, closingBalance, rows }) => [
      openingBalance,
      closingBalance,
      ...rows.map(({ amount }) => amount),
    ]),
    [
      [9000, 8500, -1000, 500],
      [4000, 4000, 100, -200, 100],
    ],
  )
  assert.deepEqual(listReviewCauses([], problems), [])
})

test('a net movement below the rows is no sum of one side', () => {
  const [statement] = csv(
    'Date,Description,Debit,Credit,Balance',
    '2026-03-02,RENT,10.00,0,80.00',
    '2026-03-03,SALE,0,5.00,85.00',
    '2026-03-04,SALE,0,5.00,90.00',
    'Net movement,,0.00,,',
  ).statements
  assert.equal(statement!.printedTotals.debits, null)
})

test('an account named below the rows of another heads what stands below it, also its balance', () => {
  const rows = ['Date;Libellé;Débit euros;Crédit euros', '31/03/2026;LOYER;10,00;']
  const period = 'Liste des opérations du compte entre le 01/03/2026 et le 31/03/2026;'
  const { statements } = csv(
    'Compte Courant n° 00418773302;',
    'Solde au 31/03/2026 842,18 €;',
    period,
    ...rows,
    'Livret Epargne n° 00418779948;',
    'Solde au 31/03/2026 121,37 €;',
    period,
    ...rows,
  )
  assert.deepEqual(
    statements.map(({ accountLast4, closingBalance }) => [accountLast4, closingBalance]),
    [
      ['3302', 84_218],
      ['9948', 12_137],
    ],
  )
})

const HELD: [title: string, row: string][] = [
  ['Saldos Invest Fácil / Plus', 'SALDO INVEST PLUS'],
  ['Balances of other products', 'BALANCE TREASURY BILLS'],
  ['Soldes des produits', 'SOLDE LIVRET'],
]

for (const [title, row] of HELD)
  test(`a list of balances below "${title}" is no account of its own`, () => {
    const { statements } = csv(
      ...ROWS,
      '',
      title,
      'Date,Description,Amount',
      `2026-03-31,${row},48.12`,
    )
    assert.deepEqual(
      statements.map(({ rows }) => rows.length),
      [2],
    )
  })

test('balances that were transferred are rows of an account', () => {
  const { statements } = csv(
    'Balance transfers',
    'Date,Description,Amount',
    '2026-03-31,BALANCE TRANSFER 0% UNTIL JULY,-48.12',
  )
  assert.equal(statements[0]!.rows.length, 1)
})

const TITLED = [
  '"Umsätze Girokonto";"Zeitraum: 30 Tage";',
  '"Neuer Kontostand";"80,00 EUR";',
  '"Buchungstag";"Vorgang";"Buchungstext";"Umsatz in EUR";',
  '"offen";"Lastschrift / Belastung";"Versicherung 11/25";"-61,40";',
  '"29.10.2025";"Übertrag / Überweisung";"Miete Oktober";"-20,00";',
  '"Alter Kontostand";"100,00 EUR";',
  '',
  '"Umsätze Visa-Karte (Kreditkarte)";"Zeitraum: 30 Tage";',
  '"Neuer Kontostand";"-30,00 EUR";',
  '"Buchungstag";"Vorgang";"Buchungstext";"Umsatz in EUR";',
  '"28.10.2025";"Visa-Umsatz";"Messe Park";"-10,00";',
  '"Alter Kontostand";"-20,00 EUR";',
  '',
  '"Umsätze Tagesgeld";"Zeitraum: 30 Tage";',
  '"Neuer Kontostand";"25,00 EUR";',
  '"Buchungstag";"Vorgang";"Buchungstext";"Umsatz in EUR";',
  '"29.10.2025";"Übertrag / Überweisung";"Rücklage Steuer";"20,00";',
  '"Alter Kontostand";"5,00 EUR";',
]

test('accounts below titles of their own keep their balances, of a card what is owed', () => {
  const { statements, problems } = csv(...TITLED)
  assert.deepEqual(
    statements.map(({ openingBalance, closingBalance }) => [openingBalance, closingBalance]),
    [
      [10_000, 8000],
      [2000, 3000],
      [500, 2500],
    ],
  )
  assert.deepEqual(listReviewCauses([], problems), [])
})

test('a row without a day whose place says that it is open is left out and named', () => {
  const [statement] = csv(...TITLED.slice(0, 6)).statements
  assert.deepEqual(
    statement!.rows.map(({ description }) => description),
    ['Miete Oktober'],
  )
  assert.match(statement!.choices.join(), /not booked: 4 \(offen\)/)
})

test('a transfer named in a pair of words has no direction but that of its amount', () => {
  const { statements } = csv(...TITLED.slice(-5))
  assert.deepEqual(
    statements[0]!.rows.map(({ amount, description }) => `${amount} ${description}`),
    ['2000 Rücklage Steuer'],
  )
})

test('words that name a direction are no doubt where both edges prove the signs', () => {
  const rows = ['2026-03-02,Auszahlung Terminal 1,20.00', '2026-03-03,Auszahlung Terminal 2,30.00', '2026-03-04,Miete,-5.00'] // prettier-ignore
  const read = (...below: string[]): string[] =>
    listReviewCauses([], csv('Opening balance,100.00', 'Date,Description,Amount', ...rows, ...below).problems) // prettier-ignore
  assert.deepEqual(read('Closing balance,,145.00'), [])
  assert.deepEqual(read(), ['ambiguous_signs'])
})

test('a row of a balance with its letters apart is the balance of the account', () => {
  const { statements } = csv(
    'Data,Lançamento,Valor',
    '27/02/2026,Saldo Anterior,"100,00"',
    '02/03/2026,Pix - Enviado,"-10,00"',
    '31/03/2026,S A L D O,"90,00"',
  )
  const [{ openingBalance, closingBalance, rows }] = statements as [(typeof statements)[number]]
  assert.deepEqual([openingBalance, closingBalance, rows.length], [10_000, 9000, 1])
})

test('a list of what is held is no account with a remark below it either', () => {
  const { statements } = csv(
    'Conta,0042917',
    'Data,Histórico,Crédito,Débito',
    '02/03/2026,REMET. PADARIA,"10,00",',
    '03/03/2026,TARIFA,,"-1,00"',
    '',
    'Saldos Aplicação Automática,,,',
    'Data,Histórico,,Valor',
    '30/06/2026,SALDO APLIC AUTOM,,"4.129,00"',
    '30/06/2026,SALDO TOTAL COM APLICACAO,,"21.320,76"',
    'Os dados acima estão sujeitos a alteração.,,,',
  )
  assert.deepEqual(
    statements.map(({ rows }) => rows.length),
    [2],
  )
})

test('an account in another currency begins with its name, currency and balance', () => {
  const { statements } = csv(
    'Sterling Current Account,20-45-18 73310482',
    'Currency,GBP',
    'Opening balance,100.00',
    'Date,Narrative,Paid out,Paid in,Balance',
    '2-Mar-26,WATER,10.00,,90.00',
    'Closing balance,90.00',
    '',
    'Euro Account,20-45-18 73310966',
    'Currency,EUR',
    'Opening balance,200.00',
    'Date,Narrative,Paid out,Paid in,Balance',
    '2-Mar-26,HUUR,50.00,,150.00',
    'Closing balance,150.00',
  )
  assert.deepEqual(
    statements.map(({ accountLast4, currency, rows }) => [accountLast4, currency, rows.length]),
    [
      ['0482', 'GBP', 1],
      ['0966', 'EUR', 1],
    ],
  )
})
