import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureProcessorMs } from '../../../../test/processor-time.ts'
import { detectDecimalMark, findAmounts, signedCents, type DecimalMark } from './amounts.ts'

function read(text: string, mark: DecimalMark = 'point'): number[] {
  return findAmounts(text, mark).map(signedCents)
}

test('an amount is read with its sign, wherever the print puts it', () => {
  const cases: [string, number][] = [
    ['1,234.56', 123_456],
    ['$1,234.56', 123_456],
    ['-$1,234.56', -123_456],
    ['$-1,234.56', -123_456],
    ['- $25.50', -2550],
    ['+ $900.00', 90_000],
    ['(412.16)', -41_216],
    ['($412.16)', -41_216],
    ['250.00-', -25_000],
    ['250.00 -', -25_000],
    ['12.00 CR', 1200],
    ['12.00DR', -1200],
    ['.56', 56],
    ['Rs. 50,000', 5_000_000],
    ['Rs. 1,25,705 CR', 12_570_500],
    ['INR 3,12,450', 31_245_000],
    ['S$50.00', 5000],
    ['−5.00', -500],
    ["1'234.50", 123_450],
    ['USD 12.00', 1200],
  ]
  for (const [text, cents] of cases) assert.deepEqual(read(text), [cents], text)
})

test('a decimal comma is read with points, blanks or nothing between the thousands', () => {
  const cases: [string, number][] = [
    ['10 750,00 $', 1_075_000],
    ['- 5 813,75 $', -581_375],
    ['= 10 426,76 $', 1_042_676],
    ['1.234,56', 123_456],
    ['850,00 S', -85_000],
    ['2.345,67 H', 234_567],
    ['12,00-', -1200],
    ['87,09 €', 8709],
  ]
  for (const [text, cents] of cases) assert.deepEqual(read(text, 'comma'), [cents], text)
})

test('percentages, dates, longer decimals and numbers inside words are no amounts', () => {
  for (const text of [
    '0.21%',
    '2.00 %',
    '12.05.2024',
    '11341.369999',
    'A12.50',
    'v1.20.3',
    '#12.00',
    'REF-12.00',
    '1/2.50',
  ]) {
    assert.deepEqual(read(text), [], text)
  }
})

test('several amounts of a line stand from left to right with their places', () => {
  const amounts = findAmounts('04/01  SHOP  -14.91  7,689.16', 'point')
  assert.deepEqual(
    amounts.map(({ from, to }) => [from, to]),
    [
      [13, 19],
      [21, 29],
    ],
  )
})

test('the decimal mark is the one most numbers of the document have', () => {
  assert.equal(detectDecimalMark(['Solde 10 750,00 $', 'v 1.50', '87,09 $']), 'comma')
  assert.equal(detectDecimalMark(['Balance 1,075.00', '87.09']), 'point')
})

test('a long run of digits, points and commas is read in no time', async () => {
  const ms = await measureProcessorMs(() => {
    for (const hostile of ['1,111'.repeat(20_000), '1 111 '.repeat(20_000), '.11'.repeat(30_000)]) {
      findAmounts(hostile, 'point')
      findAmounts(hostile, 'comma')
    }
  })
  assert.ok(ms < 2000, `${ms} ms`)
})

test('the Dutch words for in and out behind an amount are its sign, in a text they are words', () => {
  assert.deepEqual(read('2.418,09  Bij', 'comma'), [241_809])
  assert.deepEqual(read('214,86 Af  2.581,08', 'comma'), [-21_486, 258_108])
  assert.deepEqual(read('986,50  Af te boeken', 'comma'), [98_650])
})

test('the letters of Quebec for debit and credit behind an amount are its sign', () => {
  assert.deepEqual(read('64,20  1 907,47 DT', 'comma'), [6420, -190_747])
  assert.deepEqual(read('64,20  1 907,47 CT', 'comma'), [6420, 190_747])
})

test('a print without decimals has amounts in the units of its currency', () => {
  const yen = [
    'お支払   18,665   299,575',
    'a  1,000',
    'b  2,000',
    'c  3,000',
    'd  4,000',
    'e  5,000',
  ]
  const spaced = yen.map((line) => line.replaceAll(/ {3}/g, '  '))
  assert.equal(detectDecimalMark(spaced, 0), 'unit')
  assert.equal(detectDecimalMark(spaced, 2), 'whole')
  assert.equal(detectDecimalMark([...spaced, 'Fee  12.50'], 2), 'point')
  assert.deepEqual(read('08  ATM  286  299,289', 'unit'), [286, 299_289])
  assert.deepEqual(read('Kiosk 3547  ¥500  △8,582', 'unit'), [500, -8582])
  assert.deepEqual(read('Setoran  1.250.000  12.400.000', 'whole'), [125_000_000, 1_240_000_000])
  assert.deepEqual(read('Ref 0042  204-7713018', 'unit'), [])
})
