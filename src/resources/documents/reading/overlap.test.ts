import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findTwins } from './overlap.ts'
import type { OverlapRow } from './store.ts'

function row(id: string, documentId: string, quality = 0): OverlapRow {
  return {
    id,
    documentId,
    quality,
    accountId: 'a',
    date: '2025-07-31',
    amount: -450,
    description: 'Coffee  #12',
    isDuplicate: false,
  }
}

describe('overlapping statements', () => {
  test('a row that two documents print counts once, from the better reconciled one', () => {
    assert.deepEqual([...findTwins([row('1', 'pdf', 0), row('2', 'export', 2)])], [['2', '1']])
    assert.deepEqual([...findTwins([row('1', 'pdf', 3), row('2', 'export', 0)])], [['1', '2']])
  })

  test('two equal rows of one document are two transactions', () => {
    assert.equal(findTwins([row('1', 'pdf'), row('2', 'pdf')]).size, 0)
  })

  test('rows are matched one to one: a third purchase that only one document prints stays', () => {
    const twins = findTwins([
      row('1', 'pdf'),
      row('2', 'pdf'),
      row('3', 'export', 2),
      row('4', 'export', 2),
      row('5', 'export', 2),
    ])
    assert.deepEqual(
      [...twins],
      [
        ['3', '1'],
        ['4', '2'],
      ],
    )
  })
})
