import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Secret } from 'otpauth'
import { findTotpStep, formatTotpLink, mintTotpSecret } from './totp.ts'

/** Of RFC 6238, appendix B, with six digits. */
const VECTORS: readonly (readonly [seconds: number, code: string])[] = [
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
]
const RFC_SECRET = Secret.fromUTF8('12345678901234567890').base32

test('codes are those of RFC 6238, and each belongs to one step', () => {
  for (const [seconds, code] of VECTORS)
    assert.equal(findTotpStep(RFC_SECRET, code, seconds * 1000), Math.floor(seconds / 30))
})

test('a clock may be off by one step, and a code may be typed in two halves', () => {
  const [seconds, code] = VECTORS[2]!
  const step = Math.floor(seconds / 30)
  for (const off of [-30, 30])
    assert.equal(findTotpStep(RFC_SECRET, code, (seconds + off) * 1000), step)
  for (const off of [-60, 60])
    assert.equal(findTotpStep(RFC_SECRET, code, (seconds + off) * 1000), null)
  assert.equal(findTotpStep(RFC_SECRET, '050 471', seconds * 1000), step)
})

test('what is no code of six digits is wrong, and a secret is never the same twice', () => {
  for (const code of ['', '05047', '0504711', 'abcdef', '０５０４７１'])
    assert.equal(findTotpStep(RFC_SECRET, code, 1111111111_000), null)
  assert.notEqual(mintTotpSecret(), mintTotpSecret())
  const link = formatTotpLink(mintTotpSecret(), 'olivia@bank.example')
  assert.match(
    link,
    /^otpauth:\/\/totp\/Assay:olivia%40bank\.example\?issuer=Assay&secret=[A-Z2-7]{32}&/,
  )
})
