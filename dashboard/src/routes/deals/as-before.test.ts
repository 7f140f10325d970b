import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assignedAsBefore, taggedAsBefore } from './as-before.ts'

test('each deal goes back to whoever worked on it, and to nobody where nobody did', () => {
  const deals = [
    { id: 'a', assignedTo: 'ann' },
    { id: 'b', assignedTo: null },
    { id: 'c', assignedTo: 'ann' },
  ]
  assert.deepEqual(assignedAsBefore(deals), [
    { ids: ['a', 'c'], action: { action: 'assign', assigned_to: 'ann' } },
    { ids: ['b'], action: { action: 'assign', assigned_to: null } },
  ])
})

test('a tag is taken only from the deals that had it not', () => {
  const deals = [
    { id: 'a', tags: ['east'] },
    { id: 'b', tags: [] },
  ]
  assert.deepEqual(taggedAsBefore(deals, ['east', 'rush']), [
    { ids: ['b'], action: { action: 'tag', remove_tags: ['east'] } },
    { ids: ['a', 'b'], action: { action: 'tag', remove_tags: ['rush'] } },
  ])
  assert.deepEqual(taggedAsBefore([deals[0]!], ['east']), [])
})
