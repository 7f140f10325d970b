import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCsv } from './csv.ts'
import { readSwift } from './swift/swift.ts'

const encoder = new TextEncoder()

function descriptions(...lines: string[]): string[] {
  const { statements } = readCsv(encoder.encode(lines.join('\n')), { filename: 'export.csv' })
  return statements.flatMap(({ rows }) => rows.map(({ description }) => description))
}

const HEADS: [name: string, first: string, second: string][] = [
  ['German', 'Auftraggeber/Empfänger', 'Verwendungszweck'],
  ['Dutch', 'Naam / Omschrijving', 'Mededelingen'],
  ['Polish', 'Opis operacji', 'Tytuł'],
  ['English', 'Name', 'Memo/Description'],
  ['French', 'Libellé', 'Commentaire'],
  ['Spanish', 'Concepto', 'Beneficiario'],
]

for (const [name, first, second] of HEADS)
  test(`headings in ${name} for name and purpose give both, in their order`, () => {
    const rows = ['2026-03-13;Acme Ltd;Rent March;-9,00', '2026-03-14;Bolt Co;Fuel;-5,00']
    assert.deepEqual(descriptions(`Date;${first};${second};Amount`, ...rows), [
      'Acme Ltd Rent March',
      'Bolt Co Fuel',
    ])
  })

test('numbers, sides, one value alone and the same words again add nothing to a row', () => {
  const others = [
    ['Payee', ['DE02120300000000202051', 'DE02500105170137075030', 'DE88100900001234567892']],
    ['Transaction', ['DEBIT', 'CREDIT', 'DEBIT']],
    ['Memo', ['Download from the bank', 'Download from the bank', 'Download from the bank']],
    ['Merchant', ['Northgate Hardware', 'Juniper Cafe', 'Ridgeline Fuel']],
  ] as const
  const own = ['NORTHGATE HARDWARE #12', 'JUNIPER CAFE 0418', 'RIDGELINE FUEL 88']
  for (const [heading, values] of others) {
    const rows = own.map((text, at) => `2026-03-1${at},${text},${values[at]},-${at + 1}.00`)
    assert.deepEqual(descriptions(`Date,Description,${heading},Amount`, ...rows), own, heading)
  }
})

test('of two parties of a row neither is its text beside the purpose', () => {
  const rows = ['2026-03-13,Rent,Me,Acme,-9.00', '2026-03-14,Wages,Bolt,Me,50.00']
  assert.deepEqual(descriptions('Date,Details,Payee,Beneficiary,Amount', ...rows), [
    'Rent',
    'Wages',
  ])
})

test('named parts of a SWIFT narrative give the name and the purpose', () => {
  const narratives = [
    ['/NAME/Proximo Telecom\n/REMI/Invoice 02/2026', 'Proximo Telecom Invoice 02/2026'],
    ['/TRTP/SEPA/IBAN/NL44BANK0417164300/NAME/A. Janssen/REMI/USTD//Rent/EREF/X1', 'A. Janssen Rent'],
    ['/EREF/X1', '/EREF/X1'],
    ['PAYMENT /NAME/ OF A KIND', 'PAYMENT /NAME/ OF A KIND'],
  ] // prettier-ignore
  for (const [narrative, description] of narratives) {
    const lines = [
      ':20:A', ':25:12345678', ':28C:1', ':60F:C260101EUR0,',
      ':61:260102C1,NTRFNONREF', `:86:${narrative}`, ':62F:C260131EUR1,',
    ] // prettier-ignore
    const { statements } = readSwift(encoder.encode(lines.join('\n')), { filename: 'a.sta' })
    assert.equal(statements[0]!.rows[0]!.description, description)
  }
})

test('a card among the words of a row that goes on is more of its words', () => {
  assert.deepEqual(
    descriptions(
      'Date,Description,Withdrawals,Deposits,Balance',
      '03/01/2026,GIRO,"1,288.00",,"7,623.35"',
      ',CPF BOARD,,,',
      '09/01/2026,DEBIT PURCHASE,86.20,,"7,537.15"',
      ',KOPI BROTHERS XX-3307,,,',
    ),
    ['GIRO CPF BOARD', 'DEBIT PURCHASE KOPI BROTHERS XX-3307'],
  )
})
