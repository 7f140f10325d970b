import assert from 'node:assert/strict'
import { test } from 'node:test'
import { choosePressed } from './keys.ts'

test('a sequence is never its last key as well, and an unknown one is that key alone', () => {
  const known = [{ keys: 'g a' }, { keys: 'a' }]
  assert.equal(choosePressed('a', 'g a', known), 'g a')
  assert.equal(choosePressed('a', 'j a', known), 'a')
  assert.equal(choosePressed('a', null, known), 'a')
})
