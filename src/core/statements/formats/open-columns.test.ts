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
    (text, at) => `2026-03-0${at + 1},Ana Ruiz,${text},-5.00,${95 - at * 5}.00`,
  )
  const reading = csv('Date,Name,Type,Amount,Balance', ...rows)
  assert.deepEqual(words(reading)[0], 'Ana Ruiz Rent of March')
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
