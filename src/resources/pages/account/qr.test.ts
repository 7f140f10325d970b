import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encode } from 'uqr'
import { formatTotpLink, mintTotpSecret } from '../../users/factors/totp.ts'
import { drawModules, qrHtml } from './qr.ts'

test('the drawing of a QR code has each of its dark modules, and no other', () => {
  const { data, size } = encode(formatTotpLink(mintTotpSecret(), 'olivia@bank.example'), {
    ecc: 'M',
    border: 4,
  })
  const drawn = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  for (const [, x, y, width] of drawModules(data).matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
    drawn[Number(y)]!.fill(true, Number(x), Number(x) + Number(width))
  assert.deepEqual(drawn, data)
})

test('it is named for who hears the page, and styles nothing by itself', async () => {
  const { text } = await qrHtml('otpauth://totp/a?b="c"', 'QR code of the key')
  assert.match(text, /role="img" aria-label="QR code of the key"/)
  assert.doesNotMatch(text, /style=|otpauth/)
})
