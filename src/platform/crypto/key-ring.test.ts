import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createBlindIndex } from './blind-index.ts'
import { createKeyRing, parseKeyId } from './key-ring.ts'

const KEY_A = `a:${Buffer.alloc(32, 1).toString('base64')}`
const KEY_B = `b:${Buffer.alloc(32, 2).toString('base64')}`
const RING = createKeyRing(KEY_A)
const PLACE = 'entities/ein/e1/0190'

describe('the key ring', () => {
  test('opens what it sealed, of any length and any characters', () => {
    for (const text of ['', '12-3456789', 'Zoë 漢字 🏦', 'x'.repeat(100_000)]) {
      assert.equal(RING.open(RING.seal(text, PLACE), PLACE), text)
    }
  })

  test('writes v1, the key id, nonce, ciphertext and tag', () => {
    assert.match(RING.seal('x', PLACE), /^v1\.a\.[\w-]{16}\.[\w-]{2}\.[\w-]{22}$/)
  })

  test('never uses a nonce twice', () => {
    const nonces = Array.from({ length: 10_000 }, () => RING.seal('x', PLACE).split('.')[2])
    assert.equal(new Set(nonces).size, nonces.length)
  })

  test('does not open a value that was moved to another place', () => {
    assert.throws(() => RING.open(RING.seal('x', PLACE), 'entities/ein/e2/0190'))
  })

  test('does not open a value of which any byte was changed or the tag was cut', () => {
    const [version, kid, ...parts] = RING.seal('some text', PLACE).split('.')
    for (const [part, text] of parts.entries()) {
      const bytes = Buffer.from(text, 'base64url')
      for (let index = 0; index < bytes.length; index += 1) {
        const changed = Buffer.from(bytes)
        changed[index]! ^= 1
        const forged = parts.with(part, changed.toString('base64url'))
        assert.throws(() => RING.open([version, kid, ...forged].join('.'), PLACE))
      }
    }
    const tag = Buffer.from(parts[2]!, 'base64url').subarray(0, 4).toString('base64url')
    assert.throws(() => RING.open([version, kid, parts[0], parts[1], tag].join('.'), PLACE))
  })

  test('writes with the first key and reads with all, so that keys can be rotated', () => {
    const old = RING.seal('old', PLACE)
    const rotated = createKeyRing(`${KEY_B},${KEY_A}`)
    assert.equal(rotated.open(old, PLACE), 'old')
    assert.match(rotated.seal('new', PLACE), /^v1\.b\./)
    assert.throws(() => createKeyRing(KEY_B).open(old, PLACE), /No key a/)
  })

  test('names the key that writes and those that read', () => {
    const rotated = createKeyRing(`${KEY_B},${KEY_A}`)
    assert.deepEqual([rotated.writer, rotated.kids], ['b', ['b', 'a']])
    assert.equal(parseKeyId(rotated.seal('x', PLACE)), 'b')
    assert.equal(parseKeyId('12-3456789'), '')
  })

  test('derives the first index key from the oldest key, so that a new one changes nothing', () => {
    const rotated = createKeyRing(`${KEY_B},${KEY_A}`)
    assert.deepEqual(rotated.firstIndexKey(), RING.firstIndexKey())
    assert.notDeepEqual(createKeyRing(KEY_B).firstIndexKey(), RING.firstIndexKey())
  })

  test('refuses keys that are short, unnamed or named alike', () => {
    for (const text of ['', 'a:', 'a:AAAA', KEY_A.slice(2), `${KEY_A},${KEY_A}`, `${KEY_A},`]) {
      assert.throws(() => createKeyRing(text), /ENCRYPTION_KEYS/, text)
    }
  })
})

describe('the blind index', () => {
  test('finds equal values in one environment only', () => {
    const index = createBlindIndex(Buffer.alloc(32, 3).toString('base64'))
    const own = index.of('12-3456789', 'e1')
    assert.equal(index.of('12-3456789', 'e1'), own)
    assert.notEqual(index.of('12-3456789', 'e2'), own)
    assert.notEqual(index.of('12-3456780', 'e1'), own)
    const other = createBlindIndex(Buffer.alloc(32, 4).toString('base64'))
    assert.notEqual(other.of('12-3456789', 'e1'), own)
  })
})
