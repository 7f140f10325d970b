import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { canonicalPieces, canonicalText } from './canonical.ts'

test('the pieces of a canonical text are that text, however deep they are cut', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer({ min: 0, max: 4 }), (value, depth) => {
      assert.equal([...canonicalPieces(value, depth)].join(''), canonicalText(value))
    }),
  )
})

test('the order of keys does not count, that of items does', () => {
  assert.equal(
    canonicalText({ b: [1, { y: 1, x: 2 }], a: null }),
    '[["a",null],["b",[1,[["x",2],["y",1]]]]]',
  )
  assert.notEqual(canonicalText([1, 2]), canonicalText([2, 1]))
})
