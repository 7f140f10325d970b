import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PrintLine } from '../pdf/lines.ts'
import { missingPages } from './page-counters.ts'

function missing(...pages: string[][]): string[] {
  return missingPages(
    pages.map((texts) => ({ lines: texts.map((text) => ({ text }) as PrintLine) })),
  )
}

test('a page that the others count is missed, with the word for page or without', () => {
  assert.deepEqual(missing(['Page 1 of 3', 'a'], ['Page 2 of 3', 'b']), [
    'Of 3 pages 3 are missing.',
  ])
  assert.deepEqual(missing(['a', 'https://bank.example  1/3'], ['b', 'c  3/3']), [
    'Of 3 pages 2 are missing.',
  ])
  assert.deepEqual(missing(['Statement', '2 of 2']), ['Of 2 pages 1 are missing.'])
})

test('whole documents, days and figures in the middle of a page count no pages', () => {
  assert.deepEqual(missing(['a', '1/2'], ['b', '2/2']), [])
  assert.deepEqual(missing(['a', 'Closing date  1/31']), [])
  assert.deepEqual(missing(['a', 'b', '1/3', 'c', 'd']), [])
})

test('what a fax machine counts are the pages of its call', () => {
  const fax = 'OCT-21-2025 09:15  FROM:KEYSTONE  610 555 0148  TO:2075550119  P.02/04'
  assert.deepEqual(missing([fax, 'a'], ['b']), [])
})
