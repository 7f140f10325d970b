import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ibanIn } from './iban.ts'

const TEXTS: [text: string, iban: string | null][] = [
  ['Cuenta: ES18 0077 4410 22 0099187723', 'ES18 0077 4410 22 0099187723'],
  ['Conto IT60 X 05428 11101 000000123456 EUR', 'IT60 X 05428 11101 000000123456'],
  ['RIB FR76 30006 00001 12345678901 89', 'FR76 30006 00001 12345678901 89'],
  ['CZ65 0800 0000192000145399', 'CZ65 0800 0000192000145399'],
  ['DE89370400440532013000', 'DE89370400440532013000'],
  ['DE89 3704 0044 0532 0130 001', null],
  ['AB12 3456 7890', null],
]

for (const [text, iban] of TEXTS)
  test(`the IBAN in "${text}" is ${iban ?? 'none'}`, () => {
    assert.equal(ibanIn(text), iban)
  })
