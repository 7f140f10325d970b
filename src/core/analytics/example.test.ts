import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CoveredPeriod } from '../values/account.ts'
import { findCategory } from '../values/categories.ts'
import type { Cents } from '../values/money.ts'
import type { Position } from '../values/position.ts'
import type { EnrichedTransaction } from '../values/transaction.ts'
import { buildLedger, type Ledger, type LedgerInput } from './ledger.ts'
import { DEFAULT_SETTINGS } from './settings.ts'

/** What a test says about a row; the rest is ordinary. */
export type RowFacts = Partial<Omit<EnrichedTransaction, 'categories'>> & {
  date: string
  amount: Cents
  /** Category; default revenue.ach_customer for inflows and expenses.other for outflows. */
  slug?: string
}

/** An enriched row as enrichment would leave it, for tests. */
export function exampleRow(facts: RowFacts, number = 0): EnrichedTransaction {
  const slug = facts.slug ?? (facts.amount > 0 ? 'revenue.ach_customer' : 'expenses.other')
  const category = findCategory(slug)!
  const { slug: _, ...given } = facts
  const isRevenue = facts.amount > 0 && category.trueRevenue === 'yes'
  return {
    id: `t${number}`,
    accountId: 'checking',
    currency: 'USD',
    description: slug,
    balance: null,
    mccCode: null,
    bankType: null,
    checkNumber: null,
    isPending: false,
    isDuplicate: false,
    providerCategory: null,
    override: null,
    normalizedDescription: slug,
    merchantName: null,
    merchantId: null,
    counterparty: { name: null, type: 'unknown' },
    categories: [
      {
        slug,
        name: category.name,
        confidence: 1,
        familyConfidence: 1,
        source: 'rule',
        ruleId: null,
      },
    ],
    channel: 'ach',
    flags: [],
    feeKind: null,
    isRevenue,
    exclusionReason: isRevenue || facts.amount <= 0 ? null : 'other_non_operating',
    isDebt: category.debt === 'yes',
    isRecurring: false,
    streamId: null,
    positionId: null,
    positionRole: null,
    funderId: null,
    matchedTransactionId: null,
    matchScore: null,
    needsReview: false,
    ...given,
  }
}

/** A reconciled statement of the example account. */
export function examplePeriod(
  startDate: string,
  endDate: string,
  more: Partial<CoveredPeriod> = {},
): CoveredPeriod {
  return {
    accountId: 'checking',
    documentId: null,
    statementId: null,
    startDate,
    endDate,
    isInferred: false,
    openingBalance: null,
    closingBalance: null,
    reconciliationStatus: 'reconciled',
    dailyBalances: [],
    ...more,
  }
}

/** A running advance with a daily payment. */
export function examplePosition(more: Partial<Position> = {}): Position {
  return {
    id: 'position',
    accountIds: ['checking'],
    currency: 'USD',
    funderId: 'funder',
    funderName: 'Example Funding',
    funderMatch: { alias: null, kind: 'exact' },
    productType: 'mca',
    needsConfirmation: false,
    status: 'active',
    confirmation: 'detected',
    confidence: 0.9,
    confidenceReasons: [],
    repaymentChannel: 'debit',
    parentPositionId: null,
    childPositionIds: [],
    isRenewal: false,
    advance: null,
    payment: null,
    paidToDate: 0,
    totals: { returned: 0, reversed: 0, fees: 0, inflow: 0, outflow: 0 },
    factorRate: 1.4,
    rightToReceive: null,
    remainingBalance: null,
    isStartObserved: true,
    isUpperBound: false,
    percentPaid: null,
    paymentsRemaining: null,
    estimatedPayoffDate: null,
    nextExpectedDate: null,
    monthlyPayment: null,
    missedDates: [],
    returnedCount: 0,
    stopPayments: 0,
    nsfDates: [],
    ending: { isRenewed: false, isBoughtOut: false, recentReturns: 0, hasDistress: false },
    isDisclosed: null,
    notes: null,
    isOwedReported: false,
    hasOverrides: false,
    asOf: '2025-03-31',
    transactionIds: [],
    ...more,
  }
}

/** The input of a submission with one included checking account. */
export function exampleInput(
  rows: readonly RowFacts[],
  periods: readonly CoveredPeriod[] = [],
  more: Partial<LedgerInput> = {},
): LedgerInput {
  return {
    submissionId: 'submission',
    transactions: rows.map((row, index) => exampleRow(row, index + 1)),
    accounts: [
      {
        id: 'checking',
        name: 'Operating',
        institutionName: 'Harborline Bank',
        last4: '1234',
        type: 'checking',
        currency: 'USD',
        isIncluded: true,
      },
    ],
    periods,
    positions: [],
    streams: [],
    company: {
      name: null,
      ownerNames: [],
      entityType: null,
      naicsCode: null,
      state: null,
      businessStartDate: null,
      ownerFico: null,
      requestedAmount: null,
    },
    settings: DEFAULT_SETTINGS,
    asOf: null,
    currency: null,
    documentAuthenticity: null,
    ...more,
  }
}

/** The ledger of `exampleInput`. */
export function exampleLedger(
  rows: readonly RowFacts[],
  periods: readonly CoveredPeriod[] = [],
  more: Partial<LedgerInput> = {},
): Ledger {
  return buildLedger(exampleInput(rows, periods, more))
}

test('an empty submission gives an empty ledger', () => {
  const ledger = exampleLedger([])
  assert.equal(ledger.asOf, null)
  assert.equal(ledger.lastDay < ledger.firstDay, true)
  assert.deepEqual([ledger.columns.size, ledger.months], [0, []])
})
