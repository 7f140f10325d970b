import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DOCUMENT_CLASSES } from '../classes/index.ts'
import type { PageText } from '../page-text.ts'
import { findParts, isSureBundle } from './split.ts'

const STATEMENT = [
  'Business Checking Statement',
  'Statement period',
  'Beginning balance',
  'Ending balance',
]
const INVOICE = ['Invoice', 'Invoice number 17', 'Bill to', 'Due date', 'Subtotal']
const CONTRACT = [
  'Purchase and Sale of Future Receivables',
  'Purchase price $60,000.00   Purchased amount $81,000.00   Specified percentage 11%',
  'Not a loan. Reconciliation. Performance guaranty. Remittance.',
]
const DISCLOSURE = [
  'Offer Summary - Sales-Based Financing',
  'Commercial financing disclosure',
  'Estimated Annual Percentage Rate (APR) 64.85%',
  'Finance charge $21,000.00   Funding provided $60,000.00',
  'Estimated total payment amount $81,000.00',
]
const PROSE = ['Thank you for banking with us.']

function page(number: number, texts: string[]): PageText {
  const lines = texts.map((text, index) => {
    const top = 40 + index * 12
    return { text, box: [50, top, 300, top + 10] as [number, number, number, number] }
  })
  return { number, width: 612, height: 792, lines }
}

function partsFrom(pages: string[][]) {
  const read = pages.map((texts, index) => page(index + 1, texts))
  return findParts(read, DOCUMENT_CLASSES)
}

function listParts(...pages: string[][]) {
  return partsFrom(pages).map(({ startPage, endPage, documentClass }) => [
    startPage,
    endPage,
    documentClass,
  ])
}

test('a document begins where a page shows the title of another class', () => {
  assert.deepEqual(listParts(STATEMENT, PROSE, INVOICE, PROSE), [
    [1, 2, 'bank_statement'],
    [3, 4, 'invoice'],
  ])
})

test('two documents of one class are separated by their page counters', () => {
  const first = [...STATEMENT, 'Page 1 of 2']
  const second = [...STATEMENT, 'Page 2 of 2']
  assert.deepEqual(listParts(first, second, first, second), [
    [1, 2, 'bank_statement'],
    [3, 4, 'bank_statement'],
  ])
})

test('a page that counts itself as a later one begins nothing without a title of its own', () => {
  const signatures = ['Signatures', 'By: Rosa Medrano', 'Title: President', 'Page 2 of 2']
  assert.deepEqual(listParts([...CONTRACT, 'Page 1 of 2'], signatures), [[1, 2, 'mca_contract']])
})

test('a disclosure under the page numbers of its contract is another document, and no sure one', () => {
  const pages = [
    [...CONTRACT, 'Page 1 of 2'],
    [...DISCLOSURE, 'Page 2 of 2'],
  ]
  assert.deepEqual(listParts(...pages), [
    [1, 1, 'mca_contract'],
    [2, 2, 'disclosure_form'],
  ])
  assert.equal(partsFrom(pages)[1]!.isSure, false)
})

test('a letter without a salutation begins at its day and subject', () => {
  const letter = [
    'Granite Peak Funding Corp.',
    'February 20, 2026',
    'Subject: Confirmation of zero balance, contract GP-88013',
    'This letter confirms that the purchased amount was delivered in full. The balance is $0.00.',
    'A UCC-3 termination will be filed within 20 days, and no further debits will be made.',
  ]
  assert.deepEqual(listParts(INVOICE, letter), [
    [1, 1, 'invoice'],
    [2, 2, 'zero_balance_letter'],
  ])
})

test('a cover page without a class belongs to what follows it', () => {
  assert.deepEqual(listParts(PROSE, [...STATEMENT, 'Page 2 of 3'], PROSE), [
    [1, 3, 'bank_statement'],
  ])
})

test('statements of one account are separated by their periods where pages print no number', () => {
  const july = [...STATEMENT, 'Statement period 07/01/2025 to 07/31/2025']
  const august = [...STATEMENT, 'Statement period 08/01/2025 to 08/31/2025']
  assert.deepEqual(listParts(july, july, august), [
    [1, 2, 'bank_statement'],
    [3, 3, 'bank_statement'],
  ])
})

test('a title after an empty page begins a document, and the empty page begins none', () => {
  assert.deepEqual(listParts(INVOICE, [], INVOICE), [
    [1, 2, 'invoice'],
    [3, 3, 'invoice'],
  ])
})

test('forms of one series are documents of their own, and schedules belong to their return', () => {
  const form = (kind: string) => [`Form 1099-${kind}`, 'Payer’s TIN', 'Recipient’s TIN', 'Copy B']
  assert.deepEqual(listParts(form('NEC'), form('INT')).length, 2)
  const page = (title: string) => [
    title,
    'U.S. Income Tax Return',
    'OMB No. 1545-0074',
    'taxable income',
  ]
  assert.deepEqual(listParts(page('Form 1040'), page('Schedule C (Form 1040)')).length, 1)
})

const PAYSTUB = [
  'Earnings Statement',
  'Employee Ann Bell',
  'Gross Pay 2,125.38',
  'Net Pay 1,760.39',
]

test('pay stubs of one employee are parted by their pay dates, and the pages of one stub are not', () => {
  const first = [...PAYSTUB, 'Pay Date: 03/06/2026']
  const second = [...PAYSTUB, 'Pay Date: 03/20/2026']
  assert.deepEqual(listParts(first, first, second), [
    [1, 2, 'paystub'],
    [3, 3, 'paystub'],
  ])
})

const CHECK = [
  'SALTMARSH OYSTER CO 0871',
  'PAY TO THE ORDER OF $',
  'DOLLARS',
  '|:211200880|: 00771204418||’ 0871',
]

test('what follows the last page of a counted document is another one, with a title or without', () => {
  assert.deepEqual(listParts([...STATEMENT, 'Page 1 of 1'], CHECK), [
    [1, 1, 'bank_statement'],
    [2, 2, 'voided_check'],
  ])
})

test('a letter behind a counted document begins one, though it is of no class', () => {
  const letter = ['To Whom It May Concern', 'We thank you for the visit.']
  assert.deepEqual(listParts([...STATEMENT, 'Page 1 of 1'], letter), [
    [1, 1, 'bank_statement'],
    [2, 2, null],
  ])
})

test('running text that speaks of insurance is a page of its contract', () => {
  const lease = ['Commercial Lease Agreement', 'Landlord', 'Tenant', 'Base rent', 'Premises']
  const prose = [
    'the tenant shall carry commercial general liability insurance with a policy number and',
    'limits of each occurrence and a general aggregate and name the landlord as additional insured',
  ]
  assert.deepEqual(listParts(lease, prose), [[1, 2, 'lease_agreement']])
})

const LICENSE = ['BUSINESS LICENSE', 'License No. BL-2026-01883', 'Not transferable', 'Expires']

test('a clear page of another class begins a document, whatever few words it shares', () => {
  const receipt = [
    'KITCHEN DEPOT 118',
    'CASHIER: MO',
    'Subtotal 66.46',
    'Cash 80.00',
    'Change 7.69',
  ]
  assert.deepEqual(listParts(INVOICE, receipt, LICENSE, CHECK), [
    [1, 1, 'invoice'],
    [2, 2, 'receipt'],
    [3, 3, 'business_license'],
    [4, 4, 'voided_check'],
  ])
})

test('a page under the running head of its document belongs to it', () => {
  const first = ['Form 1120-S U.S. Income Tax Return for an S Corporation', 'OMB No. 1545-0123']
  const balance = ['Form 1120-S (2024) Page 4', 'Schedule L Balance Sheets per Books']
  const assets = ['Total assets', 'Accounts payable', 'Retained earnings', 'Total liabilities']
  assert.deepEqual(listParts(first, [...balance, ...assets]), [[1, 2, 'tax_return']])
})

function isSure(...pages: string[][]): boolean {
  const texts = pages.map((each, index) => page(index + 1, each))
  return isSureBundle(findParts(texts, DOCUMENT_CLASSES), DOCUMENT_CLASSES)
}

test('a file is divided without a person only where every title and class is beyond doubt', () => {
  const invoice = [...INVOICE, 'Remit to', 'Invoice date']
  const statement = [...STATEMENT, 'Daily balance summary', 'Page 1 of 1']
  assert.equal(isSure(statement, invoice), true)
  assert.equal(isSure(statement, ['To Whom It May Concern', 'Thank you.']), false)
})

test('a file of statements alone is one document with several statements', () => {
  const july = [...STATEMENT, 'Daily balance summary', 'Statement period 07/01/2025 to 07/31/2025']
  const august = [
    ...STATEMENT,
    'Daily balance summary',
    'Statement period 08/01/2025 to 08/31/2025',
  ]
  assert.equal(listParts(july, august).length, 2)
  assert.equal(isSure(july, august), false)
})

test('a file without pages has no parts', () => {
  assert.deepEqual(findParts([], DOCUMENT_CLASSES), [])
})

test('a page of other paper, or set in nothing alike, begins a document of whatever class', () => {
  const first = page(1, STATEMENT)
  const other = page(2, ['Minutes', 'of the members', 'of the club', 'in May'])
  const wide = { ...other, width: 792, height: 612 }
  const apart = other.lines.map((line) => ({
    ...line,
    box: [72, line.box[1], 300, line.box[3] + 3] as [number, number, number, number],
  }))
  const startPages = (pages: PageText[]): number[] =>
    findParts(pages, DOCUMENT_CLASSES).map(({ startPage }) => startPage)
  assert.deepEqual(startPages([first, other]), [1])
  assert.deepEqual(startPages([first, wide]), [1, 2])
  assert.deepEqual(startPages([first, { ...other, lines: apart }]), [1, 2])
})

test('a page that may be of something else leaves the file to a person', () => {
  const invoice = page(2, INVOICE)
  const isSure = (last: PageText): boolean =>
    isSureBundle(findParts([page(1, STATEMENT), invoice, last], DOCUMENT_CLASSES), DOCUMENT_CLASSES)
  const terms = page(3, ['Terms', 'Late payment', 'Returns', 'Delivery'])
  const moved = terms.lines.map((line) => ({
    ...line,
    box: [72, line.box[1], 300, line.box[3]] as [number, number, number, number],
  }))
  assert.equal(isSure(terms), true)
  assert.equal(isSure({ ...terms, lines: moved }), false)
})
