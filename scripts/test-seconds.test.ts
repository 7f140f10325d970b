import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addUp, dealBySeconds } from './test-seconds.ts'

test('processes get files that take them as long, and each file goes to one of them', () => {
  const seconds = addUp('9.000,a.test.ts\n4.000,b.test.ts\n3.000,b.test.ts\n6.000,c.test.ts\n')
  const shards = dealBySeconds(['c.test.ts', 'new.test.ts', 'b.test.ts', 'a.test.ts'], 2, seconds)
  assert.deepEqual(shards, [
    ['a.test.ts', 'new.test.ts'],
    ['b.test.ts', 'c.test.ts'],
  ])
})
