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

test('words under a heading that nobody knows are read, and the column stops a person', () => {
  const reading = csv(
    'Date,Name,Qworble,Amount,Balance',
    '2026-03-01,June Abara,Oak stool,-5.00,95.00',
    '2026-03-02,Gus Ferrante,Walnut tray,-5.00,90.00',
    '2026-03-03,Lior Katzman,Oak stool,-5.00,85.00',
  )
  assert.deepEqual(words(reading)[0], 'June Abara Oak stool')
  assert.deepEqual(causes(reading), ['column_uncertain'])
  assert.match(reading.problems[0]!.message, /column 3 \("qworble"\)/)
})

const NAMED: [heading: string, words: string][] = [
  ['Titolo oggetto', 'June Abara Oak stool'],
  ["Titre de l'objet", 'June Abara Oak stool'],
  ['Transaction no.', 'June Abara'],
  ['Transaktionsnr.', 'June Abara'],
]

for (const [heading, text] of NAMED)
  test(`a column "${heading}" leaves nothing open`, () => {
    const cell = text.includes('Oak') ? 'Oak stool' : '9971000TI4400'
    const reading = csv(
      `Date,${heading},Name,Amount,Balance`,
      `2026-03-01,${cell},June Abara,-5.00,95.00`,
      `2026-03-02,${cell.replace('0', '1')} 7,Gus Ferrante,-5.00,90.00`,
      `2026-03-03,${cell.replace('0', '2')} 8,Lior Katzman,-5.00,85.00`,
    )
    assert.deepEqual(words(reading)[0]!.split(' ').toSorted(), text.split(' ').toSorted())
    assert.deepEqual(causes(reading), [])
  })

test('codes, sides, addresses of mail and one value alone under such a heading stop nobody', () => {
  const reading = csv(
    'Date,Description,Qworble,Zapf,Mumm,Kolt,Amount,Balance',
    '2026-03-01,Rent March,A-441,a@b.example,Yes,PLAIN WORDS,-5.00,95.00',
    '2026-03-02,Tea for all,B-112,c@d.example,No,PLAIN WORDS,-5.00,90.00',
    '2026-03-03,Desk lamp,C-900,e@f.example,Yes,PLAIN WORDS,-5.00,85.00',
    '2026-03-04,Chair red,D-121,e@f.example,No,PLAIN WORDS,-5.00,80.00',
    '2026-03-05,Chair blue,E-121,e@f.example,No,PLAIN WORDS,-5.00,75.00',
    '2026-03-06,Chair green,F-121,e@f.example,Yes,PLAIN WORDS,-5.00,70.00',
  )
  assert.deepEqual(words(reading)[0], 'Rent March')
  assert.deepEqual(causes(reading), [])
})

test('a heading of kinds over texts that are all different is no column of kinds', () => {
  const texts = ['Rent of March', 'Tea for all', 'Desk lamp', 'Red chair', 'Blue chair', 'New door']
  const rows = texts.map(
    (text, at) => `2026-03-0${at + 1},Ana Ruiz ${at},${text},-5.00,${95 - at * 5}.00`,
  )
  const reading = csv('Date,Name,Type,Amount,Balance', ...rows)
  assert.deepEqual(words(reading)[0], 'Ana Ruiz 0 Rent of March')
  assert.deepEqual(causes(reading), ['column_uncertain'])
})

test('of sender and receiver in every row the holder is no word of it', () => {
  const reading = csv(
    'Date,Sender,Receiver,Memo,Amount,Balance',
    '2026-03-01,Own Ltd,June Abara,Stool,-5.00,95.00',
    '2026-03-02,Gus Ferrante,Own Ltd,Tray,5.00,100.00',
    '2026-03-03,Own Ltd,Lior Katzman,Rent,-5.00,95.00',
  )
  assert.deepEqual(words(reading), ['June Abara Stool', 'Gus Ferrante Tray', 'Lior Katzman Rent'])
})

test('a list whose headings name no money and whose figures have no signs is refused', () => {
  const { failure } = csv(
    'Référence;Désignation;Date de création;Prix HT;Prix TTC;Stock',
    'BX-10;Bêche manche frêne;12/01/2026;31,50;37,80;14',
    'BX-22;Sécateur droitier;12/01/2026;24,90;29,88;40',
    'RT-04;Râteau 14 dents;15/01/2026;18,00;21,60;22',
  )
  assert.equal(failure?.code, 'no_transactions')
})

const FIGURES: [line: string, opening: number | null, closing: number | null, doubt: boolean][] = [
  ['Solde au 31/03/2026 1 496,38 €', null, 149_638, false],
  ['Saldo contabile iniziale al 01/03/2026;;6.021,40', 602_140, null, false],
  ['Saldo contabile finale: EUR 9.248,38', null, 924_838, false],
  ['Solde au 28/02/2026 : 12,00 EUR', 1200, null, false],
  ['Solde disponible : 12,00 EUR', null, null, false],
  ['Découvert autorisé : 500,00 EUR', null, null, false],
  ['Drawing Power : 500,00', null, null, false],
  ['Zorbalage : 1 496,38 €', null, null, true],
  ['Solde au 15/03/2026 : 12,00 EUR', null, null, true],
]

for (const [line, opening, closing, isOpen] of FIGURES)
  test(`"${line}" beside a table is understood or stops a person`, () => {
    const reading = csv(
      'Compte;DE12500000000048210773',
      line,
      'Date;Libellé;Débit euros;Crédit euros',
      '10/03/2026;LOYER MARS;724,87;',
      '20/03/2026;VIREMENT RECU;;1 012,07',
    )
    const [statement] = reading.statements
    assert.deepEqual([statement!.openingBalance, statement!.closingBalance], [opening, closing])
    assert.deepEqual(causes(reading), isOpen ? ['figure_not_read'] : [])
  })

test('columns without any heading name account and currency by one value in every row', () => {
  const reading = csv(
    '510088306\tEUR\t20260303\t1904,55\t1377,28\t-527,27\tKwekerij De Els factuur 5441',
    '510088306\tEUR\t20260304\t1377,28\t1329,82\t-47,46\tWaterschap Dok aanslag 8368',
    '510088306\tEUR\t20260308\t1329,82\t1313,82\t-16,00\tBakker Mol Pasnr 34',
  )
  const [statement] = reading.statements
  assert.deepEqual([statement!.currency, statement!.accountLast4], ['EUR', '8306'])
})

test('a column of kinds under a heading of words stops a person and is left out', () => {
  const reading = csv(
    'Buchungstag;Vorgang;Transaktionsart;Umsatz in EUR;Saldo',
    '02.03.2026;Überweisung;Rent of March;-5,00;95,00',
    '03.03.2026;Lastschrift;Tea for all;-5,00;90,00',
    '04.03.2026;Lastschrift;Desk lamp;-5,00;85,00',
    '05.03.2026;Überweisung;Red chair;-5,00;80,00',
    '06.03.2026;Überweisung;Blue chair;-5,00;75,00',
    '07.03.2026;Überweisung;New door;-5,00;70,00',
  )
  assert.deepEqual(words(reading)[0], 'Rent of March')
  assert.deepEqual(causes(reading), ['column_uncertain'])
})

test('a column with all the words of another one and more stands for it', () => {
  const reading = csv(
    'Data;Descrizione;Descrizione completa;Importo;Saldo',
    '02/03/2026;Orchid Ltd;Orchid Ltd invoice 114;5,00;95,00',
    '03/03/2026;Fuel Stop;Fuel Stop diesel;-5,00;90,00',
    '04/03/2026;Tax Office;Tax Office February;-5,00;85,00',
  )
  assert.deepEqual(words(reading)[0], 'Orchid Ltd invoice 114')
})

test('a running balance that no heading names is found by its figures', () => {
  const steps = [95, 90, 85, 80, 75, 70]
  const rows = steps.map((balance, at) => `2026-03-0${at + 1},Tea,-5.00,${balance}.00`)
  const [statement] = csv('Date,Description,Amount,Zorb', ...rows).statements
  assert.equal(statement!.rows.at(-1)!.balance, 7000)
})

test('a balance that every row repeats is the one of the day of the export', () => {
  const reading = csv(
    'dateOp;label;amount;accountbalance',
    '2026-03-30;Orchid Ltd;"1 199,00";8102.82',
    '2026-03-24;Fuel Stop;"-62,10";8102.82',
    '2026-03-17;Tax Office;"-330,00";8102.82',
  )
  const [statement] = reading.statements
  assert.deepEqual(
    statement!.rows.map(({ amount, balance }) => [amount, balance]),
    [
      [119_900, null],
      [-6210, null],
      [-33_000, null],
    ],
  )
  assert.equal(statement!.closingBalance, 810_282)
})

test('numbers of other parties divide no account, and those of the account do', () => {
  const rows = (own: readonly string[]): string[] =>
    own.map((number, at) => `2026-03-0${at + 1};P${number.slice(-1)};${number};-5,00`)
  const parties = ['NL1A1', 'NL2B2', 'NL1A1', 'NL2B2', 'NL1A1', 'NL2B2']
  const head = 'Datum;Name;IBAN;Betrag EUR'
  assert.equal(csv(head, ...rows(parties)).statements.length, 1)
  const mixed = rows(parties).map((row, at) => row.replace(/P\d/, `Q${at}`))
  assert.equal(csv(head, ...mixed).statements.length, 2)
})

test('debits that words call deposits stop a person', () => {
  const reading = csv(
    'Date,Transaction Details,Transaction Type,Debit,Credit',
    '2026-03-01,Orchid Ltd,Deposit,5.00,',
    '2026-03-02,Fuel Stop,Expense,,6.00',
    '2026-03-03,Tax Office,Expense,,7.00',
  )
  assert.deepEqual(causes(reading), ['ambiguous_signs'])
})

test('rows of a pending section are pending rows of the account', () => {
  const [statement, ...others] = csv(
    'Account number,****4421',
    'Pending transactions',
    'Date,Description,Amount',
    '03/14/2026,TOLL ROAD,-4.00',
    'Posted transactions',
    'Date,Description,Amount,Balance',
    '03/13/2026,GROCER,-10.00,90.00',
    '03/02/2026,PAYROLL,50.00,100.00',
  ).statements
  assert.deepEqual(
    statement!.rows.map(({ amount, isPending }) => [amount, isPending]),
    [
      [-400, true],
      [-1000, false],
      [5000, false],
    ],
  )
  assert.deepEqual([others.length, statement!.accountLast4], [0, '4421'])
})

test('labels over their values name account, period and opening balance', () => {
  const [statement] = csv(
    '#Za okres:;',
    '01.03.2026;31.03.2026;',
    '#Numer rachunku;',
    '11114020040000310012345566;',
    '#Saldo początkowe;1 000,00 PLN;',
    '#Data operacji;#Opis operacji;#Kwota;#Saldo po operacji;',
    '2026-03-02;FAKTURA 114;100,00;1 100,00;',
    '2026-03-14;CZYNSZ;-50,00;1 050,00;',
  ).statements
  assert.deepEqual(
    [statement!.accountLast4, statement!.startDate, statement!.endDate, statement!.openingBalance],
    ['5566', '2026-03-01', '2026-03-31', 100_000],
  )
})

test('two days around all rows are the period, and days that may be stop a person', () => {
  const rows = ['Datum;Text;Betrag EUR', '10.03.2026;A b;-5,00', '20.03.2026;C d;6,00']
  const [statement] = csv('Zorbium 01.03.2026 und 31.03.2026', ...rows).statements
  assert.deepEqual([statement!.startDate, statement!.endDate], ['2026-03-01', '2026-03-31'])
  const open = csv('Zorb;01.03.2026', 'Zarb;31.03.2026', ...rows)
  assert.deepEqual(causes(open), ['period_unknown'])
})

test('debits of a ledger without balances stop a person', () => {
  const reading = csv(
    'Umsatz (ohne Soll/Haben-Kz);Soll/Haben-Kennzeichen;WKZ Umsatz;Konto;BU-Schlüssel;Belegdatum;Buchungstext',
    '100,00;S;EUR;1200;;12.03.2026;Orchid Rechnung 114',
    '50,00;H;EUR;1200;;14.03.2026;Kessler Miete',
  )
  assert.deepEqual(causes(reading), ['ambiguous_signs'])
})

test('a point of sale is no direction of money', () => {
  const [statement] = csv(
    'Date,Net Total,Source,Card Brand,Description',
    '03/14/2026,$20.94,Point of Sale,Visa,Latte and bun',
    '03/15/2026,$31.46,Point of Sale,Visa,Cake whole',
  ).statements
  assert.deepEqual(
    statement!.rows.map(({ amount }) => amount),
    [2094, 3146],
  )
})

test('entries that are still to come are pending rows, in other languages too', () => {
  const [statement, ...others] = csv(
    'Data;Histórico;Crédito (R$);Débito (R$);Saldo (R$)',
    '31/10/2025;SALDO ANTERIOR;;;100,00',
    '13/11/2025;PADARIA;50,00;;150,00',
    '28/11/2025;ENERGIA;;-20,00;130,00',
    'Total;;50,00;-20,00;130,00',
    '',
    'Lançamentos futuros;;;;',
    'Data;Histórico;Crédito (R$);Débito (R$);Saldo (R$)',
    '05/12/2025;COBRANCA;;-30,00;',
  ).statements
  assert.deepEqual(
    statement!.rows.map(({ amount, isPending }) => [amount, isPending]),
    [
      [5000, false],
      [-2000, false],
      [-3000, true],
    ],
  )
  assert.equal(others.length, 0)
})

test('categories beside a column that says what each row was for are no words of it', () => {
  const kinds = ['Merchandise', 'Home Improvement', 'Travel and Tours', 'Payments and Credits']
  const rows = [...kinds, 'Restaurants', 'Awards and Rebates'].map(
    (kind, at) => `2026-03-0${at + 1},Desk lamp ${'ABCDEF'[at]},${kind},-5.00,${95 - at * 5}.00`,
  )
  for (const heading of ['Category', 'Categories']) {
    const reading = csv(`Date,Narrative,${heading},Amount,Balance`, ...rows)
    assert.deepEqual([words(reading)[0], causes(reading)], ['Desk lamp A', []], heading)
  }
})

test('a heading over codes and words is that of both', () => {
  const reading = csv(
    'Date,Payment type and details,,Paid out,Paid in,Balance',
    '2026-03-01,DD,TV licence,14.50,,85.50',
    '2026-03-02,VIS,Buildwell 0442,33.99,,51.51',
    '2026-03-03,CR,Traders union rebate,,25.00,76.51',
  )
  assert.deepEqual(words(reading), ['TV licence', 'Buildwell 0442', 'Traders union rebate'])
  assert.deepEqual(causes(reading), [])
})

test('two heads under one that spans them are those of their columns', () => {
  const { statements, problems } = csv(
    'Txn Date,Particulars,Amount (INR),,Balance',
    ',,Withdrawal,Deposit,',
    '2026-04-01,Textiles,,1850.00,2493.10 Cr',
    '2026-04-02,Yarns,2124.50,,368.60 Cr',
    '2026-04-09,Dyes,2400.00,,2031.40 Dr',
  )
  const amounts = statements.flatMap(({ rows }) => rows.map(({ amount }) => amount))
  assert.deepEqual([amounts, problems], [[185_000, -212_450, -240_000], []])
})

test('references that repeat the other party in most rows and say more in some are open', () => {
  const reading = csv(
    'Date,Counter Party,Reference,Amount,Balance',
    '2026-03-01,Kiln Supplies,INV 2041,-5.00,95.00',
    '2026-03-02,Harrow Daughters,Harrow Daughters,-5.00,90.00',
    '2026-03-03,Beeston Tiles,BEESTON TILES,-5.00,85.00',
  )
  assert.deepEqual(words(reading)[0], 'Kiln Supplies INV 2041')
  assert.deepEqual(causes(reading), ['column_uncertain'])
})

test('a few texts under a heading that nobody knows stop a person too', () => {
  const reading = csv(
    'Date,Name,Qworble,Amount,Balance',
    '2026-03-01,June Abara,Oak stool,-5.00,95.00',
    '2026-03-02,Gus Ferrante,,-5.00,90.00',
    '2026-03-03,Lior Katzman,,-5.00,85.00',
  )
  assert.deepEqual(words(reading)[0], 'June Abara Oak stool')
  assert.deepEqual(causes(reading), ['column_uncertain'])
})

test('a state of rows that all are booked is no word of theirs', () => {
  const reading = csv(
    'Datum;Name;Info;Betrag',
    '01.03.2026;Jonas Kehl;Umsatz gebucht;-5,00',
    '02.03.2026;Lea Brandt;Umsatz gebucht;-6,00',
  )
  assert.deepEqual(words(reading), ['Jonas Kehl', 'Lea Brandt'])
})
