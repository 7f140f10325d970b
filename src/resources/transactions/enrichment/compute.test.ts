import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NOBODY } from '../../../core/values/account.ts'
import { addBusinessDays } from '../../../core/values/days/business-days.ts'
import { withDefaults, type StoredTransaction } from '../../records/transactions/facts/store.ts'
import { computeEnrichment, type Computed } from './compute.ts'
import type { Material } from './material.ts'

test('a position that begins as one did whose id has moved on gets an id of its own', () => {
  const rows = [...payments('KAPITUS', 300_00), ...payments('ONDECK CAPITAL', 500_00)]
  const [kapitus, ondeck] = enriched(rows, []).positions.toSorted(byFunder)
  const known = { ...kapitus!, transactionIds: ondeck!.transactionIds, confirmation: null }
  const [first, second] = enriched(rows, [known]).positions.toSorted(byFunder)
  assert.equal(second!.id, kapitus!.id)
  assert.notEqual(first!.id, second!.id)
})

function byFunder(left: { funderName: string | null }, right: { funderName: string | null }) {
  return left.funderName! < right.funderName! ? -1 : 1
}

function enriched(transactions: StoredTransaction[], positions: Material['positions']): Computed {
  return computeEnrichment({
    submissionId: 'deal',
    environmentId: 'environment',
    transactions,
    accounts: [],
    periods: [],
    company: NOBODY,
    positions,
    tenant: { rules: [], merchants: [] },
  })
}

/** Twelve daily debits of one funder. */
function payments(funder: string, cents: number): StoredTransaction[] {
  return Array.from({ length: 12 }, (_, index) =>
    withDefaults({
      id: `${funder} ${index}`,
      accountId: 'account',
      date: addBusinessDays('2025-03-03', index),
      position: 0,
      amount: -cents,
      currency: 'USD',
      description: `ACH DEBIT ${funder} DAILY PAYMENT`,
      balance: null,
      mccCode: null,
      bankType: null,
      checkNumber: null,
      isPending: false,
      isDuplicate: false,
      providerCategory: null,
      override: null,
      normalizedDescription: null,
      merchantName: null,
      merchantId: null,
      counterparty: null,
      categories: [],
      channel: null,
      flags: [],
      feeKind: null,
      isRevenue: false,
      exclusionReason: null,
      isDebt: false,
      isRecurring: false,
      streamId: null,
      positionId: null,
      positionRole: null,
      funderId: null,
      matchedTransactionId: null,
      matchScore: null,
      needsReview: false,
      sourceMerchantName: null,
      isEnriched: false,
    }),
  )
}
