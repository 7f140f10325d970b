import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDescriptor } from './normalize.ts'

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
    assert.equal(readDescriptor(left).groupKey, readDescriptor(right).groupKey)
  }
})

test('named ACH fields give the company and leave the account holder out', () => {
  const chase =
    'ORIG CO NAME:KAPITUS ORIG ID:99 DESC DATE:0105 CO ENTRY DESCR:DAILY SEC:CCD TRACE#:1 IND NAME:ACME LLC'
  assert.deepEqual(
    [readDescriptor(chase).achCompany, readDescriptor(chase).normalized],
    ['KAPITUS', 'KAPITUS DAILY ACH'],
  )
  assert.equal(
    readDescriptor('ACME CAPITAL DES:WEEKLY ID:1 INDN:MY SHOP').normalized,
    'ACME CAPITAL WEEKLY ACH',
  )
})

test('words that stand glued to a number, a star or an accent are found', () => {
  assert.deepEqual(readDescriptor('SQ *Café 12').words, ['SQ', '*', 'CAFE', '12'])
  assert.deepEqual(readDescriptor('GOOGLEADS7301').words, ['GOOGLEADS', '7301'])
  assert.deepEqual(readDescriptor("Lowe's #412").words, ['LOWES', '#', '412'])
})

test('a check says its number', () => {
  for (const text of ['CHECK # 1043', 'Check 1043', 'SHARE DRAFT 1043', 'CK NO 1043']) {
    assert.equal(readDescriptor(text).checkNumber, '1043', text)
  }
  assert.equal(readDescriptor('CHECKCARD 0304 SHELL').checkNumber, null)
})

test('rows of one kind have one normalized text, whatever their references', () => {
  const deposits = [
    'Electronic Deposit From SQUARE INC REF=96343595390N00 4391228737TRANSFER',
    'Electronic Deposit From SQUARE INC REF=56624463050N00 9TRANSFER',
  ]
  for (const text of deposits) {
    assert.equal(readDescriptor(text).normalized, 'ELECTRONIC DEPOSIT FROM SQUARE INC REF TRANSFER')
  }
  assert.equal(readDescriptor('CHECK 104377').normalized, 'CHECK 104377')
  assert.equal(readDescriptor('TRANSFER TO SAV XXXX4821').normalized, 'TRANSFER TO SAV 4821')
  assert.equal(readDescriptor('99182273').normalized, '99182273')
})

test('any text has a group key, and an empty one has no words', () => {
  assert.deepEqual(readDescriptor('').words, [])
  assert.equal(readDescriptor('12345678').groupKey, '12345678')
})

test('the subfields of a structured bank message give its words and no codes or accounts', () => {
  const text =
    '166?00UEBERWEISUNG?100399?20SVWZ+MONTHLY OFF?21ICE RENT?30DRESDEFF?31DE1450880?32HARBOR ?33REALTY'
  assert.equal(
    readDescriptor(text).normalized,
    'UEBERWEISUNG HARBOR REALTY SVWZ MONTHLY OFFICE RENT',
  )
})
