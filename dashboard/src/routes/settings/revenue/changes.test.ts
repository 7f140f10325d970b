import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listChanges } from './changes.ts'

test('only what differs is listed, and an unknown is a dash', () => {
  const deal = {
    before: { true_revenue: 61833, paper_grade: 'B', trend: null },
    after: { true_revenue: 60100.5, paper_grade: 'B', trend: 0.1 },
  }
  assert.deepEqual(listChanges(deal), [
    { label: 'True revenue', before: '61,833.00', after: '60,100.50' },
    { label: 'Trend', before: '–', after: '0.10' },
  ])
})
