import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createReader } from './lexicon.ts'
import { wordsIn } from './reading.ts'
import { plainUpper, splitWords } from '../text/words.ts'

const read = createReader([])

test('what changes from one occurrence to the next is not in the group key', () => {
  const pairs: [string, string][] = [
    [
      'KAPITUS DES:DAILY ID:88121 INDN:ACME CO ID:9 CCD',
      'KAPITUS DES:DAILY ID:90001 INDN:ACME CO ID:9 CCD',
    ],
    [
      'PURCHASE AUTHORIZED ON 03/04 SHELL OIL S581 CARD 4417',
      'PURCHASE AUTHORIZED ON 04/09 SHELL OIL S581 CARD 4417',
    ],
    ['GUSTO NET 8832190', 'GUSTO NET 9910233'],
    ['Zelle payment from JANE DOE Conf# a1b2c3', 'Zelle payment from JANE DOE Conf# 9zz8y7'],
  ]
  for (const [left, right] of pairs) {
    assert.equal(read(left).reading.groupKey, read(right).reading.groupKey)
  }
})

test('named ACH fields give the company and leave the account holder out', () => {
  const chase =
    'ORIG CO NAME:KAPITUS ORIG ID:99 DESC DATE:0105 CO ENTRY DESCR:DAILY SEC:CCD TRACE#:1 IND NAME:ACME LLC'
  assert.deepEqual(
    [read(chase).achCompany, read(chase).normalized],
    ['KAPITUS', 'KAPITUS DAILY ACH'],
  )
  assert.equal(
    read('ACME CAPITAL DES:WEEKLY ID:1 INDN:MY SHOP').normalized,
    'ACME CAPITAL WEEKLY ACH',
  )
})

function toWords(text: string): string[] {
  return splitWords(plainUpper(text))
}

test('words joined to a number, a star or an accent are found', () => {
  assert.deepEqual(toWords('SQ *Café 12'), ['SQ', '*', 'CAFE', '12'])
  assert.deepEqual(toWords('GOOGLEADS7301'), ['GOOGLEADS', '7301'])
  assert.deepEqual(toWords("Lowe's #412"), ['LOWES', '#', '412'])
})

test('the number of a check is read', () => {
  for (const text of ['CHECK # 1043', 'Check 1043', 'SHARE DRAFT 1043', 'CK NO 1043']) {
    assert.equal(read(text).checkNumber, '1043', text)
  }
  assert.equal(read('CHECKCARD 0304 SHELL').checkNumber, null)
})

test('rows of one kind have one normalized text, whatever their references', () => {
  const deposits = [
    'Electronic Deposit From SQUARE INC REF=96343595390N00 4391228737TRANSFER',
    'Electronic Deposit From SQUARE INC REF=56624463050N00 9TRANSFER',
  ]
  for (const text of deposits) {
    assert.equal(read(text).normalized, 'ELECTRONIC DEPOSIT FROM SQUARE INC REF TRANSFER')
  }
  assert.equal(read('CHECK 104377').normalized, 'CHECK 104377')
  for (const [left, right] of [
    ['TRANSFER TO SAV XXXX4821', 'TRANSFER TO SAV XXXX0093'],
    ['ACH CREDIT HARTWELL INV 118', 'ACH CREDIT HARTWELL INV 2204'],
    ['SHELL 4529 SASKATOON', 'SHELL 0012 SASKATOON'],
  ] as const) {
    assert.equal(read(left).normalized, read(right).normalized)
  }
  assert.equal(read('99182273').normalized, '99182273')
})

test('any text has a group key, and an empty one has no words', () => {
  assert.deepEqual(wordsIn(read('').reading), [])
  assert.equal(read('12345678').reading.groupKey, '12345678')
})

test('the subfields of a structured bank message give its words and no codes or accounts', () => {
  const text =
    '166?00UEBERWEISUNG?100399?20SVWZ+MONTHLY OFF?21ICE RENT?30DRESDEFF?31DE1450880?32HARBOR ?33REALTY'
  assert.equal(read(text).normalized, 'UEBERWEISUNG HARBOR REALTY SVWZ MONTHLY OFFICE RENT')
})
