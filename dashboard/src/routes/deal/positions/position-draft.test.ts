import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Position } from '../../../../../clients/typescript/src/index.ts'
import { draftPosition, toChanges } from './position-draft.ts'

const POSITION = {
  funder_name: 'Forward Financing',
  product_type: 'mca',
  status: 'active',
  advance: { amount: 50_000, date: '2025-07-08' },
  estimates: { factor_rate: 1.35, right_to_receive: 67_500 },
  notes: null,
} as Position

describe('the form of a position', () => {
  test('sends what differs alone, amounts as numbers', () => {
    const before = draftPosition(POSITION)
    const draft = { ...before, advance_amount: '$48,500.50', notes: 'From the application' }
    assert.deepEqual(toChanges(draft, before), {
      advance_amount: 48_500.5,
      notes: 'From the application',
    })
    assert.deepEqual(toChanges(before, before), {})
  })

  test('removes a correction whose field was emptied', () => {
    const before = draftPosition(POSITION)
    assert.deepEqual(toChanges({ ...before, factor_rate: '' }, before), { factor_rate: null })
  })

  test('sends the choices of a new one, and how often it pays only with a payment', () => {
    const empty = draftPosition(null)
    const draft = { ...empty, funder_name: 'Credibly' }
    const chosen = { funder_name: 'Credibly', product_type: 'mca', status: 'active' }
    assert.deepEqual(toChanges(draft, empty), chosen)
    assert.deepEqual(toChanges({ ...draft, payment_amount: '250' }, empty), {
      ...chosen,
      payment_amount: 250,
      payment_cadence: 'business_daily',
    })
  })
})
