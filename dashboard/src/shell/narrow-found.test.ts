import assert from 'node:assert/strict'
import { test } from 'node:test'
import { narrowFound } from './narrow-found.ts'

const FOUND = {
  deals: [{ name: 'Juniper Lane Cafe' }, { name: 'Fernweh Design Studio' }],
  hits: [{ title: 'Square' }, { title: 'June rent' }],
}

test('what was found for another text is shown only where it fits the one that is typed', () => {
  assert.deepEqual(narrowFound(FOUND, 'cafe juni'), {
    deals: [{ name: 'Juniper Lane Cafe' }],
    hits: [],
  })
  assert.deepEqual(narrowFound(FOUND, ''), FOUND)
  assert.deepEqual(narrowFound({ deals: [], hits: null }, 'june'), { deals: [], hits: null })
})
