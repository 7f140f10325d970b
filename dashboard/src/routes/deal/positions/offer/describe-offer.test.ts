import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SubmissionOffer } from '../../../../../../clients/typescript/src/index.ts'
import { describeOffer, describeTerms } from './describe-offer.ts'

const OFFER = {
  advance: 60_000,
  factor: 1.3,
  term: 9,
  frequency: 'daily',
  payment: 419.35,
  payments_count: 186,
  last_payment_date: '2026-07-01',
  purchased_amount: 78_000,
  net_funded: 58_200,
  estimated_apr: 0.725,
  fees_total: 1_800,
  payoffs: [{ name: 'Credibly' }],
} as SubmissionOffer

test('an offer is words that can be sent', () => {
  assert.equal(
    describeTerms({ offer: OFFER, currency: 'USD' }),
    '$60,000 at 1.30 over 9 months, $1,800 fee, pays off Credibly',
  )
  const plain = { ...OFFER, term: 1, fees_total: 0, payoffs: [] }
  assert.equal(
    describeOffer({ offer: plain, currency: 'USD' }),
    '$60,000 at 1.30 over 1 month. 186 payments of 419.35 each business day, the last on ' +
      '1 Jul 2026. To repay $78,000, net funded $58,200, estimated APR 72.5%.',
  )
})
