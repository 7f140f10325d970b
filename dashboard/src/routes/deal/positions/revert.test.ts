import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Position } from '../../../../../clients/typescript/src/index.ts'
import { revert } from './revert.ts'

const POSITION = {
  confirmation: 'detected',
  funder_name: 'Forward Financing',
  advance: { amount: 50_000, date: '2025-07-08' },
  estimates: { factor_rate: 1.35 },
  has_overrides: false,
} as Position

describe('taking a correction of an advance back', () => {
  test('lets what was read count again where nobody had corrected it', () => {
    const patch = { funder_name: 'Credibly', factor_rate: 1.4 }
    assert.deepEqual(revert(POSITION, patch), { funder_name: null, factor_rate: null })
  })

  test('restores the correction before it, and of no other field', () => {
    const corrected = { ...POSITION, confirmation: 'confirmed', has_overrides: true } as Position
    assert.deepEqual(revert(corrected, { confirmation: 'rejected', advance_amount: 1 }), {
      confirmation: 'confirmed',
      advance_amount: 50_000,
    })
  })
})
