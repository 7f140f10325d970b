import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DOCUMENT_CLASSES } from './classes/index.ts'
import type { PageText } from './page-text.ts'
import { findParts } from './split.ts'

const STATEMENT = [
  'Business Checking Statement',
  'Statement period',
  'Beginning balance',
  'Ending balance',
]
const INVOICE = ['Invoice', 'Invoice number 17', 'Bill to', 'Due date', 'Subtotal']
const PROSE = ['Thank you for banking with us.']

function page(number: number, texts: string[]): PageText {
  const lines = texts.map((text, index) => {
    const top = 40 + index * 12
    return { text, box: [50, top, 300, top + 10] as [number, number, number, number] }
  })
  return { number, width: 612, height: 792, lines }
}

function listParts(...pages: string[][]) {
  const parts = findParts(
    pages.map((texts, index) => page(index + 1, texts)),
    DOCUMENT_CLASSES,
  )
  return parts.map(({ startPage, endPage, documentClass }) => [startPage, endPage, documentClass])
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

test('a page that counts itself as a later one begins nothing', () => {
  assert.deepEqual(listParts([...STATEMENT, 'Page 1 of 2'], [...INVOICE, 'Page 2 of 2']), [
    [1, 2, 'bank_statement'],
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

test('a file without pages has no parts', () => {
  assert.deepEqual(findParts([], DOCUMENT_CLASSES), [])
})
