import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { isAddressToken, readAddressToken, readReference, toAddressToken } from './token.ts'

const token = toAddressToken(createHash('sha256').update('deal').digest())

describe('the token of an address', () => {
  test('is read from an address and from a subject, in any case', () => {
    assert.ok(isAddressToken(token))
    assert.equal(readAddressToken(`Deal+${token.toUpperCase()}@in.acme.example`), token)
    assert.equal(readReference(`Re: AW: Files [ref:${token}] again`), token)
    assert.equal(readAddressToken('deal@in.acme.example'), null)
    assert.equal(readReference('[ref:00000000000x]'), null)
  })

  test('with one wrong letter is none', () => {
    const letters = '0123456789abcdefghjkmnpqrstvwxyz'
    for (let place = 0; place < token.length; place += 1)
      for (const letter of letters) {
        if (letter === token[place]) continue
        const wrong = token.slice(0, place) + letter + token.slice(place + 1)
        assert.equal(isAddressToken(wrong), false, wrong)
      }
  })
})
