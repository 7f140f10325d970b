import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  decideDecimalMark,
  hasOpenMark,
  parseCents,
  scanAmount,
  type DecimalMark,
} from './amounts.ts'

function read(text: string, mark: DecimalMark = '.', currency = 'USD'): number | null {
  const amount = scanAmount(text)
  return amount && parseCents(amount, mark, currency)
}

test('an amount is read whatever stands around its digits', () => {
  const printed = [
    '-$100.00',
    '($100.00)',
    '100.00-',
    '$ -100.00',
    '−100.00',
    'USD -100.00',
    '- $100',
  ]
  for (const text of printed) assert.equal(read(text), -10000, text)
  for (const text of ['2,500.00', '$2,500.00', '+2500', '2500.00 USD', "2'500.00"]) {
    assert.equal(read(text), 250000, text)
  }
})

test('a decimal comma is read with points, blanks or nothing between thousands', () => {
  for (const text of ['1.234,56', '1 234,56 €', '1\u00a0234,56', '1\u202f234,56', '1234,56']) {
    assert.equal(read(text, ','), 123456, text)
  }
})

test('a cell that is no amount is not read as one', () => {
  for (const text of ['', 'abc', 'CHECK 1042', '12.50 per item', '01/02/2024', '4879-****-6843']) {
    assert.equal(scanAmount(text), null, text)
  }
})

test('digits grouped in a way no number is grouped make no amount', () => {
  for (const text of ['1,23', '12,3456.00', '1.2.3', ',5,00']) assert.equal(read(text), null, text)
})

test('Indian grouping is a grouping', () => {
  assert.equal(read('12,34,567.89'), 123456789)
})

test('an amount with more decimals than its currency has is refused unless they are zeros', () => {
  assert.equal(read('12.3400'), 1234)
  assert.equal(read('12.345'), null)
  assert.equal(read('12.345', '.', 'KWD'), 12345)
  assert.equal(read('1500', '.', 'JPY'), 1500)
})

test('an amount beyond exact integers is refused', () => {
  assert.equal(read('24692164215100012345678'), null)
})

test('a mark beside the amount names the side and a code the currency', () => {
  assert.equal(scanAmount('120.00 DR')!.side, 'debit')
  assert.equal(scanAmount('120.00CR')!.side, 'credit')
  assert.equal(scanAmount('579,68 EUR')!.currency, 'EUR')
  assert.equal(scanAmount('CA$5')!.currency, 'CAD')
  assert.equal(scanAmount('$5')!.currency, null)
})

test('the decimal mark is the one that the amounts of the table prove', () => {
  const decide = (...texts: string[]) =>
    decideDecimalMark(texts.map(scanAmount).filter((amount) => amount !== null))
  assert.equal(decide('1,234', '12,50'), ',')
  assert.equal(decide('1,234', '12.50'), '.')
  assert.equal(decide('1.234,5', '100'), ',')
  assert.equal(decide('1,234', '5,000'), '.')
  assert.equal(decide('1.234', '5.000'), ',')
  assert.equal(decide('100', '200'), '.')
})

test('thousands that are not parted prove the mark behind them: `1387,500`', () => {
  const scan = (...texts: string[]) => texts.map(scanAmount).filter((amount) => amount !== null)
  assert.equal(decideDecimalMark(scan('1387,500', '12,500'), 'KWD'), ',')
  assert.equal(decideDecimalMark(scan('1387.500', '12.500')), '.')
  assert.equal(read('1387,500', ',', 'KWD'), 1_387_500)
  assert.equal(hasOpenMark(scan('1387,500', '12,500'), 'USD'), false)
})

test('marks with three digits behind each are open where a currency has two decimals', () => {
  const scan = (...texts: string[]) => texts.map(scanAmount).filter((amount) => amount !== null)
  assert.equal(hasOpenMark(scan('12,500', '1,250'), 'USD'), true)
  assert.equal(hasOpenMark(scan('12,500', '1,250'), 'KWD'), false)
  assert.equal(hasOpenMark(scan('12,500', '1,250.00'), 'USD'), false)
})
