import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { countOpen, findNext } from './queue-item.ts'

describe('the queue', () => {
  const items = ['a', 'b', 'c'].map((id) => ({ id }))

  test('goes on with the item below, at its end with the one above, and then with none', () => {
    assert.equal(findNext(items, 'a')?.id, 'b')
    assert.equal(findNext(items, 'c')?.id, 'b')
    assert.equal(findNext([{ id: 'a' }], 'a'), null)
  })

  test('counts what is decided no more, and never below nothing', () => {
    const decided = [{ reason: 'failed' }, { reason: 'approval' }]
    assert.deepEqual(countOpen({ failed: 2, approval: 0 }, decided), { failed: 1, approval: 0 })
  })
})
