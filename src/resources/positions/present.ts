import { positionHoldback } from '../../core/analytics/figures/debt-figures.ts'
import { windowNamed } from '../../core/analytics/metric/gate.ts'
import type { Ledger } from '../../core/analytics/ledger.ts'
import { FORMULA_VERSION } from '../../core/analytics/report.ts'
import { cadenceRule } from '../../core/enrichment/streams/cadences.ts'
import { roundRatio, toMajor, type Cents } from '../../core/values/money.ts'
import type { Position } from '../../core/values/position.ts'
import type { StoredPosition } from '../records/positions/read.ts'

/** Evidence ids shown with a position; the list of its transactions has all of them. */
const EVIDENCE_LIMIT = 50
/** Months over which revenue is averaged for the holdback (formulas R7). */
const REVENUE_WINDOW = 'last_3_full_calendar_months'
/** Share paid from which a running position is commonly renewed (formulas P24). */
const RENEWABLE_SHARE = 0.5

/** A position as resources 6.3 shows it, among the others of its submission. */
export function presentPosition(
  { position, row }: StoredPosition,
  { all, ledger }: { all: readonly StoredPosition[]; ledger: Ledger },
): object {
  const { currency, funderMatch, missedDates } = position
  const transactionIds = [...position.transactionIds, ...(position.followingIds ?? [])]
  const major = (cents: Cents | null) => (cents === null ? null : toMajor(cents, currency))
  const holdback = positionHoldback(ledger, position, windowNamed(ledger, REVENUE_WINDOW))
  return {
    ...position,
    submissionId: row.submissionId,
    funderMatch: { ...funderMatch, ambiguous: funderMatch.kind === 'ambiguous' },
    renewalCount: countRenewals(position, all),
    childPositionIds: listChildIds(position, all),
    advance: position.advance && { ...position.advance, amount: major(position.advance.amount) },
    payment: presentPayment(position),
    totals: presentTotals(position),
    estimates: presentEstimates(position),
    isRenewalEligible:
      position.status === 'active' && (position.percentPaid ?? 0) >= RENEWABLE_SHARE,
    holdbackRatio: holdback === null ? null : roundRatio(holdback),
    monthlyPayment: major(position.monthlyPayment),
    missedPayments: missedDates,
    missedCount: missedDates.length,
    returnedPayments: position.returnedCount,
    nsfOnPaymentDays: position.nsfDates.length,
    evidence: {
      transactionIds: transactionIds.slice(0, EVIDENCE_LIMIT),
      transactionsCount: transactionIds.length,
      href: `/v1/positions/${position.id}/transactions`,
    },
    formulaVersion: FORMULA_VERSION,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}

function presentPayment({ payment, nextExpectedDate, currency }: Position): object | null {
  if (payment === null) return null
  const factor = cadenceRule(payment.cadence)?.monthlyFactor
  return {
    ...payment,
    amount: toMajor(payment.amount, currency),
    monthlyEquivalent:
      factor === undefined ? null : toMajor(Math.round(payment.amount * factor), currency),
    nextExpectedDate,
    remittanceRate: payment.remittanceRate ?? null,
  }
}

function presentTotals({ paidToDate, totals, currency }: Position): object {
  const { returned, reversed, fees, inflow, outflow } = totals
  const major = (cents: Cents) => toMajor(cents, currency)
  return {
    paidToDate: major(paidToDate),
    returned: major(returned),
    reversed: major(reversed),
    fees: major(fees),
    inflow: major(inflow),
    outflow: major(outflow),
  }
}

function presentEstimates(position: Position): object {
  const { currency, rightToReceive, remainingBalance, percentPaid } = position
  return {
    factorRate: position.factorRate,
    rightToReceive: rightToReceive === null ? null : toMajor(rightToReceive, currency),
    remainingBalance: remainingBalance && {
      low: toMajor(remainingBalance.low, currency),
      mid: toMajor(remainingBalance.mid, currency),
      high: toMajor(remainingBalance.high, currency),
    },
    percentPaid: percentPaid === null ? null : roundRatio(percentPaid),
    paymentsRemaining: position.paymentsRemaining,
    payoffDate: position.estimatedPayoffDate,
    isUpperBound: position.isUpperBound,
    ...estimateConfidence(position),
  }
}

/** Formulas P14: without an advance what is owed is only assumed from the payments. */
function estimateConfidence({ advance, isOwedReported, isUpperBound }: Position): object {
  const bound = isUpperBound
    ? ['The payments began before the first covered day, so less may be owed.']
    : []
  if (isOwedReported)
    return { confidence: 'high', confidenceReasons: ['A person stated what is owed.'] }
  if (advance === null) {
    const assumed = 'No advance was found: what is owed is assumed from the payments.'
    return { confidence: 'low', confidenceReasons: [assumed, ...bound] }
  }
  const inferred = 'What is owed is inferred from the advance and an assumed factor rate.'
  return { confidence: 'medium', confidenceReasons: [inferred, ...bound] }
}

/** How many contracts of the same funder this one goes on from. */
function countRenewals({ parentPositionId }: Position, all: readonly StoredPosition[]): number {
  let count = 0
  let parentId = parentPositionId
  while (parentId !== null && count < all.length) {
    count += 1
    const id: string = parentId
    parentId = all.find(({ position }) => position.id === id)?.position.parentPositionId ?? null
  }
  return count
}

/** Renewals of the position, and the contracts that a reverse consolidation feeds. */
function listChildIds(
  { id, childPositionIds }: Position,
  all: readonly StoredPosition[],
): string[] {
  const renewals = all.filter(({ position }) => position.parentPositionId === id)
  return [...new Set([...childPositionIds, ...renewals.map(({ position }) => position.id)])]
}
