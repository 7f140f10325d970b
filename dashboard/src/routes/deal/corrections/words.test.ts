import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Transaction } from '../../../../../clients/typescript/src/index.ts'
import { describeCorrection, describePrinted } from './words.ts'

const NAMES = new Map([['equity.owner_loan', 'Owner loan']])

describe('a correction in words', () => {
  test('says what each field was and became, categories by their names', () => {
    const changes = [
      { field: 'category', from: 'revenue.wire', to: 'equity.owner_loan' },
      { field: 'amount', from: 2602.89, to: 2002.89 },
      { field: 'is_revenue', from: true, to: false },
    ]
    assert.equal(
      describeCorrection({ changes, value: {} }, NAMES),
      'Category: revenue.wire → Owner loan, Amount: 2,602.89 → 2,002.89, Revenue: yes → no',
    )
    assert.equal(describeCorrection({ changes: [], value: { category: 'x' } }, NAMES), 'Category: – → x') // prettier-ignore
  })

  test('says of a row that was not on the page that it was added', () => {
    const changes = [
      { field: 'date', from: null, to: '2025-09-30' },
      { field: 'amount', from: null, to: -600 },
      { field: 'description', from: null, to: 'CASH WITHDRAWAL' },
    ]
    assert.equal(describeCorrection({ changes, value: {} }, NAMES), 'Row added')
    assert.equal(describeCorrection({ changes: changes.slice(1), value: {} }, NAMES), 'Amount: – → −600.00, Description: – → CASH WITHDRAWAL') // prettier-ignore
  })

  test('names what the page prints, for a row that a person changed or added', () => {
    const read = { date: '2025-09-30', amount: 2602.89, description: 'DEPOSIT' }
    const corrected = { by: 'Dana', at: null, feedback_id: null, read }
    const row = { ...read, amount: 2002.89, corrected } as unknown as Transaction
    assert.equal(describePrinted(row), 'the page prints 2,602.89')
    assert.equal(describePrinted({ ...row, corrected: null }), null)
    const added = { ...row, corrected: { ...corrected, read: null } }
    assert.equal(describePrinted(added), 'not on the page')
  })
})
