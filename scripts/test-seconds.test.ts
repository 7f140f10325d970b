import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addUp, dealBySeconds } from './test-seconds.ts'

const SECONDS = addUp('9.000,a.test.ts\n4.000,b.test.ts\n3.000,b.test.ts\n6.000,c.test.ts\n')
const FILES = ['c.test.ts', 'new.test.ts', 'b.test.ts', 'a.test.ts']

test('processes get files that take them as long, and each file goes to one of them', () => {
  assert.deepEqual(dealBySeconds(FILES, [1, 1], SECONDS), [
    ['a.test.ts', 'new.test.ts'],
    ['b.test.ts', 'c.test.ts'],
  ])
})

test('a process that is to have twice as much as another gets it', () => {
  assert.deepEqual(dealBySeconds(FILES, [2, 1], SECONDS), [
    ['a.test.ts', 'c.test.ts'],
    ['b.test.ts', 'new.test.ts'],
  ])
})
