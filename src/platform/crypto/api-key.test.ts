import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApiKeyHasher, formatKeyHint, mintApiKey, parseApiKey } from './api-key.ts'

describe('an API key', () => {
  test('is 43 base62 characters behind the prefix of its mode', () => {
    assert.match(mintApiKey('live'), /^svc_live_[0-9A-Za-z]{43}$/)
    assert.match(mintApiKey('test'), /^svc_test_[0-9A-Za-z]{43}$/)
  })

  test('names its mode, and no two are alike', () => {
    const keys = Array.from({ length: 2000 }, () => mintApiKey('live'))
    assert.equal(new Set(keys).size, keys.length)
    for (const key of keys) assert.deepEqual(parseApiKey(key), { mode: 'live' })
  })

  test('with any one character changed is known to be wrong without reading the database', () => {
    const key = mintApiKey('live')
    for (let index = 'svc_live_'.length; index < key.length; index += 1) {
      const other = key[index] === 'x' ? 'y' : 'x'
      assert.equal(parseApiKey(key.slice(0, index) + other + key.slice(index + 1)), null)
    }
    assert.equal(parseApiKey(key.replace('live', 'test')), null)
  })

  test('of another form is known to be wrong', () => {
    const key = mintApiKey('live')
    const wrong = [
      '',
      'svc_live_',
      `${key} `,
      `${key}\n`,
      `${key}a`,
      key.slice(0, -1),
      key.toUpperCase(),
    ]
    for (const text of wrong) assert.equal(parseApiKey(text), null)
  })

  test('is stored as a hash that depends on the pepper', () => {
    const key = mintApiKey('live')
    const hash = createApiKeyHasher('pepper').hash(key)
    assert.match(hash, /^[0-9a-f]{64}$/)
    assert.equal(createApiKeyHasher('pepper').hash(key), hash)
    assert.notEqual(createApiKeyHasher('other').hash(key), hash)
  })

  test('shows no more than its beginning and its end as a hint', () => {
    const key = mintApiKey('test')
    assert.equal(formatKeyHint(key), `${key.slice(0, 12)}…${key.slice(-4)}`)
  })
})
