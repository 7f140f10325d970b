import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DOCUMENT_CLASSES } from '../classes/index.ts'
import { classify } from '../classify.ts'
import type { PageText } from '../page-text.ts'
import { extractFields } from './extract.ts'

const LETTER_WIDTH = 6
const LEADING = 16

/** Lines as character recognition gives them of a photograph. */
function photograph(texts: readonly string[]): PageText[] {
  const lines = texts.map((text, row) => {
    const [top, bottom] = [60 + row * LEADING, 71 + row * LEADING]
    let x = 50
    const words = text.split(' ').map((word) => {
      const x0 = x
      x += (word.length + 0.5) * LETTER_WIDTH
      const box: [number, number, number, number] = [
        x0,
        top,
        x0 + word.length * LETTER_WIDTH,
        bottom,
      ]
      return { text: word, box }
    })
    const box: [number, number, number, number] = [50, top, x, bottom]
    return { text, box, words }
  })
  return [{ number: 1, width: 612, height: 420, lines }]
}

interface Photograph {
  documentClass: string
  texts: string[]
  fields: Record<string, string | number | null>
}

const PHOTOGRAPHS: readonly Photograph[] = [
  {
    documentClass: 'driver_license',
    texts: ['Arizona USA', 'DRIVER LICENSE', '9 CLASS D', '4d DLN D08954796', '3 DOB 01/20/1974', '1 ROWAN', '2 TESSA', '8 55 NORTH MAIN ST', 'PHOENIX, AZ 85007', '4a ISS 03/06/2014', '4b EXP 01/20/2039', '15 SEX F 18 EYES BRO'],
    fields: { first_name: 'TESSA', last_name: 'ROWAN', license_number: 'D08954796', state: 'AZ', date_of_birth: '1974-01-20', expires: '2039-01-20', issued: '2014-03-06' },
  },
  {
    documentClass: 'driver_license',
    texts: ['California', 'DRIVER LICENSE', 'DL I1234562', 'EXP 08/31/2026', 'LN ROWAN', 'FN TESSA', 'DOB 08/31/1987', 'SEX F HAIR BRN EYES BRN', 'HGT 5-05', 'ISS 08/31/2021'],
    fields: { first_name: 'TESSA', last_name: 'ROWAN', license_number: 'I1234562', state: 'CA', expires: '2026-08-31', address: null },
  },
  {
    documentClass: 'passport',
    texts: ['PASSPORT', 'UNITED STATES OF AMERICA', 'Passport No. 963545637', 'Surname', 'ROWAN', 'Given Names', 'TESSA', 'Nationality', 'UNITED STATES OF AMERICA', 'Date of birth', '15 Mar 1996', 'Place of birth OHIO, U.S.A.', 'Date of expiration 14 Apr 2027', 'P<USAROWAN<<TESSA<<<<<<<<<<<<<<<<<<<<<<<<<<<<'],
    fields: { surname: 'ROWAN', given_names: 'TESSA', passport_number: '963545637', date_of_birth: '1996-03-15', expires: '2027-04-14' },
  },
  {
    documentClass: 'receipt',
    texts: ['CORNER MART', 'STORE #21 REG 4', '03/12/2025 14:05', 'MILK 3.49', 'BREAD 2.99', 'SUBTOTAL 6.48', 'TAX 0.39', 'TOTAL 6.87', 'VISA 6.87', 'CHANGE 0.00', 'THANK YOU'],
    fields: { merchant_name: 'CORNER MART', date: '2025-03-12', subtotal: 648, tax: 39, total: 687 },
  },
  {
    documentClass: 'receipt',
    texts: ['CORNER SHOP', 'TILL 4', '03/12/2025 14:05', 'MILK £1.49', 'BREAD £0.99', 'SUBTOTAL £2.48', 'VAT £0.00', 'TOTAL £2.48', 'VISA £2.48', 'CHANGE £0.00', 'THANK YOU'],
    fields: { merchant_name: 'CORNER SHOP', date: '2025-12-03', total: 248 },
  },
  {
    documentClass: 'ssn_card',
    texts: ['SOCIAL SECURITY', '524-11-8832', 'THIS NUMBER HAS BEEN ESTABLISHED FOR', 'TESSA ROWAN', 'SIGNATURE'],
    fields: { name: 'TESSA ROWAN', ssn: '8832' },
  },
] // prettier-ignore

for (const [index, { documentClass, texts, fields }] of PHOTOGRAPHS.entries()) {
  test(`a photographed ${documentClass} (${index + 1}) is recognized and read`, () => {
    const pages = photograph(texts)
    const found = classify({ filename: 'a.jpg', format: null, pages, classes: DOCUMENT_CLASSES })
    assert.equal(found.documentClass, documentClass)
    const declared = DOCUMENT_CLASSES.find(({ name }) => name === documentClass)!
    const reading = extractFields(pages, { documentClass: declared })
    const values = Object.keys(fields).map((name) => [name, reading.fields[name]!.value])
    assert.deepEqual(Object.fromEntries(values), fields)
  })
}

test('print that recognition got wrong by one look-alike letter is still a label', () => {
  const documentClass = DOCUMENT_CLASSES.find(({ name }) => name === 'iso_application')!
  const { fields } = extractFields(photograph(['Buslness Legal Name: Alder LLC']), {
    documentClass,
  })
  assert.equal(fields.business_legal_name!.value, 'Alder LLC')
  const stub = DOCUMENT_CLASSES.find(({ name }) => name === 'paystub')!
  const paid = extractFields(photograph(['Employee: Tessa Rowan']), { documentClass: stub })
  assert.equal(paid.fields.employee_name!.value, 'Tessa Rowan')
  assert.notEqual(paid.fields.employer_name!.value, 'Tessa Rowan')
})

test('a routing number with a wrong digit and an EIN of no series are shown and marked', () => {
  const pages = photograph(['Routing Number: 021000022', 'Account Number: 4400917362'])
  const check = DOCUMENT_CLASSES.find(({ name }) => name === 'voided_check')!
  const reading = extractFields(pages, { documentClass: check })
  const { value, validation } = reading.fields.routing_number!
  assert.deepEqual([value, validation], ['021000022', 'failed'])
  assert.ok(reading.reviewReasons.includes('invalid_field:routing_number'))
})

test('a sum that does not add up is marked with what it should be', () => {
  const pages = photograph([
    'Balance Sheet',
    'Total Assets $100.00',
    'Total Liabilities $60.00',
    'Total Equity $50.00',
  ])
  const documentClass = DOCUMENT_CLASSES.find(({ name }) => name === 'balance_sheet')!
  const { validation, validationMessage } = extractFields(pages, { documentClass }).fields
    .total_assets!
  assert.equal(validation, 'failed')
  assert.match(validationMessage!, /total liabilities \+ total equity gives 110, not 100/)
})
