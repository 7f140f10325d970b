import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LANGUAGES } from '../vocabulary/languages.ts'
import { buildLexicon } from '../vocabulary/lexicon.ts'
import { findDates, provenOrder, resolveDate, type DateFrame } from './printed-dates.ts'

const { months } = buildLexicon(LANGUAGES)

function read(text: string, frame: Partial<DateFrame> = {}): (string | null)[] {
  const full = { start: null, end: null, order: 'month-first' as const, ...frame }
  return findDates(text, months).map((date) => resolveDate(date, full))
}

test('a full date is read in the forms banks print', () => {
  const cases: [string, string][] = [
    ['2026-02-03', '2026-02-03'],
    ['02/03/2026', '2026-02-03'],
    ['2/3/26', '2026-02-03'],
    ['31.12.2024', '2024-12-31'],
    ['May 2, 2026', '2026-05-02'],
    ['April 1 2026', '2026-04-01'],
    ['02 May 2026', '2026-05-02'],
    ['01 AUG 23', '2023-08-01'],
    ['03 avr. 25', '2025-04-03'],
    ['1er février 2025', '2025-02-01'],
    ['5-May-2026', '2026-05-05'],
    ['1 de mayo de 2024', '2024-05-01'],
    ['28 DE FEVEREIRO DE 2026', '2026-02-28'],
    ['15. März 2024', '2024-03-15'],
    ['01AUG23', '2023-08-01'],
  ]
  for (const [text, date] of cases) assert.deepEqual(read(text), [date], text)
})

test('the day comes first where the document proves it', () => {
  assert.deepEqual(read('03/02/2026', { order: 'day-first' }), ['2026-02-03'])
  assert.equal(provenOrder(['02/07 payment', '13/07 shop']), 'day-first')
  assert.equal(provenOrder(['02/07 payment', '07/13 shop']), 'month-first')
  assert.equal(provenOrder(['02/07 payment']), null)
})

test('a date without year takes the year that brings it into the period, over New Year too', () => {
  const frame = { start: '2024-12-14', end: '2025-01-13' }
  assert.deepEqual(read('12/16', frame), ['2024-12-16'])
  assert.deepEqual(read('01/13', frame), ['2025-01-13'])
  assert.deepEqual(read('02 Jan', frame), ['2025-01-02'])
})

test('with only an end the year is the latest that does not pass it', () => {
  assert.deepEqual(read('12/28', { end: '2025-01-13' }), ['2024-12-28'])
  assert.deepEqual(read('01/13', { end: '2025-01-13' }), ['2025-01-13'])
})

test('a date without year and without any frame stays unknown', () => {
  assert.deepEqual(read('12/16'), [null])
})

test('a colon behind a day ends it, and one before minutes does not', () => {
  assert.equal(read('Starting balance, Feb 1: 900.00').length, 1)
  assert.equal(read('Opening balance 1 Feb 2025: 900.00')[0]?.slice(0, 4), '2025')
  assert.deepEqual(read('May 12:30'), [])
})

test('amounts, phone and card numbers, times and days that do not exist are no dates', () => {
  for (const text of [
    '12.05',
    '1-800-555-0100',
    '5488-2926-6730-9473',
    '12/34',
    '45 Mayfair',
    'Maybe 5',
    '10:30',
  ]) {
    assert.deepEqual(read(text), [], text)
  }
  assert.deepEqual(read('02/30/2025'), [null])
})
