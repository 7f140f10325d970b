import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KEEPERS, listDirect, readLock } from './read.ts'

test('every dependency has a row that says who keeps it and what replaces it, and only those', () => {
  const listed = KEEPERS.flatMap(({ names }) => names.split(' '))
  const installed = listDirect(readLock()).map(({ name }) => name)
  assert.deepEqual(listed.toSorted(), installed.toSorted())
})
