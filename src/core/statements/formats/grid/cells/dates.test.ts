import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decideDateOrder, looksLikeDate, parseDate } from './dates.ts'

test('a date that can be read in one way only is read without knowing the order', () => {
  const august = [
    '2024-08-01',
    '2024/8/1',
    '20240801',
    '20240801120000',
    '2024-08-01T10:15:00Z',
    '2024-08-01 10:15:00',
    'Aug 1, 2024',
    '01-Aug-24',
    '1. August 2024',
    '1er août 2024',
    'Thu, 1 Aug 2024',
    '1 de agosto de 2024',
  ]
  for (const text of august) assert.equal(parseDate(text, 'dmy'), '2024-08-01', text)
})

test('three numbers are read in the order of the table', () => {
  assert.equal(parseDate('8/1/2024', 'mdy'), '2024-08-01')
  assert.equal(parseDate('8/1/2024', 'dmy'), '2024-01-08')
  assert.equal(parseDate('24/08/13', 'ymd'), '2024-08-13')
  assert.equal(parseDate('01.08.79', 'dmy'), '2079-08-01')
  assert.equal(parseDate('01.08.80', 'dmy'), '1980-08-01')
})

test('a date that does not exist is no date', () => {
  for (const text of ['2024-02-30', '31/02/2024', '20241301', 'Feb 30, 2024', '00/01/2024']) {
    assert.equal(looksLikeDate(text), false, text)
  }
})

test('text with numbers is no date', () => {
  for (const text of [
    '1234567',
    '12.50',
    'May I help you 5 2024',
    'CHECK 1042',
    '1-800-555-0199',
  ]) {
    assert.equal(looksLikeDate(text), false, text)
  }
})

test('a day above twelve decides the order for the whole table', () => {
  const us = decideDateOrder(['08/01/2024', '08/13/2024'], false)
  assert.deepEqual([us.order, us.isCertain], ['mdy', true])
  const nz = decideDateOrder(['01/08/2024', '13/08/2024'], true)
  assert.deepEqual([nz.order, nz.isCertain], ['dmy', true])
})

test('one broken date among good ones does not change the order', () => {
  assert.equal(decideDateOrder(['13/08/2024', '14/08/2024', '45/99/2024'], true).order, 'dmy')
})

test('when every date can be read both ways, the rows in order of time decide', () => {
  const reading = decideDateOrder(['12/01/2024', '01/02/2025', '02/01/2025'], false)
  assert.deepEqual([reading.order, reading.isCertain], ['mdy', false])
  assert.match(reading.reason!, /order of time/)
})

test('when both ways are in order of time, the one with the rows close together wins', () => {
  const reading = decideDateOrder(['01/04/2025', '02/04/2025', '03/04/2025'], true)
  assert.deepEqual([reading.order, reading.isCertain], ['dmy', false])
})

test('when nothing else decides, the custom of the country does', () => {
  assert.equal(decideDateOrder(['03/04/2025'], true).order, 'mdy')
  assert.equal(decideDateOrder(['03/04/2025'], false).order, 'dmy')
})

test('dates that are equal both ways are certain', () => {
  assert.equal(decideDateOrder(['05/05/2025'], true).isCertain, true)
})

test('points between the numbers say that the month is not first', () => {
  const reading = decideDateOrder(['03.04.2025'], true)
  assert.deepEqual([reading.order, reading.isCertain], ['dmy', true])
})
