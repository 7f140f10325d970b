import { Type, type Static } from 'typebox'
import { roundRatio, toMajor } from '../../values/money.ts'
import type { Position } from '../../values/position.ts'
import { toEvidence, listHref } from '../metric/evidence.ts'
import {
  activeMcaPositions,
  estimatedMcaBalance,
  positionsWithStatus,
  stackEvents,
  unconfirmedPositions,
} from '../figures/debt-figures.ts'
import type { Ledger } from '../ledger.ts'
import { toAmount, computeRounded } from '../metric.ts'
import { findMetric } from '../metrics/index.ts'
import { EvidenceNote, Figure, Nullable, Shape, Text } from '../schemas.ts'

const Remaining = Shape({ low: Type.Number(), mid: Type.Number(), high: Type.Number() })

/** One funding contract in the words of an underwriter. */
const PositionLine = Shape({
  id: Type.String(),
  funder_name: Type.String(),
  product_type: Type.String(),
  status: Type.String(),
  confirmation: Type.String(),
  confidence: Type.Number(),
  advance_amount: Figure,
  advance_date: Text,
  payment_amount: Figure,
  payment_cadence: Text,
  payments_count: Type.Integer(),
  paid_to_date: Type.Number(),
  right_to_receive: Figure,
  remaining: Nullable(Remaining),
  is_upper_bound: Type.Boolean(),
  percent_paid: Figure,
  estimated_payoff_date: Text,
  evidence: EvidenceNote,
})

export const PositionsSummary = Shape({
  active: Type.Integer(),
  unconfirmed: Type.Integer(),
  late: Type.Integer(),
  defaulted: Type.Integer(),
  paid_off: Type.Integer(),
  total_remaining: Remaining,
  monthly_payments: Figure,
  holdback_ratio: Figure,
  is_stacking: Type.Boolean(),
  positions: Type.Array(PositionLine),
})

/**
 * The positions of a deal counted and listed, the latest advance first (formulas sections 9 and
 * 10).
 */
export function positionsSummary(ledger: Ledger): Static<typeof PositionsSummary> {
  const { low, mid, high } = estimatedMcaBalance(ledger)
  const major = (cents: number): number => toMajor(cents, ledger.currency)
  return {
    active: activeMcaPositions(ledger).length,
    unconfirmed: unconfirmedPositions(ledger).length,
    late: positionsWithStatus(ledger, 'late').length,
    defaulted: positionsWithStatus(ledger, 'defaulted').length,
    paid_off: positionsWithStatus(ledger, 'paid_off').length,
    total_remaining: { low: major(low), mid: major(mid), high: major(high) },
    monthly_payments: computeRounded(ledger, findMetric('monthly_mca_payments')!),
    holdback_ratio: computeRounded(ledger, findMetric('holdback_ratio')!),
    is_stacking: stackEvents(ledger).length > 0,
    positions: ledger.positions.toSorted(byAdvance).map((position) => buildLine(ledger, position)),
  }
}

function byAdvance(left: Position, right: Position): number {
  return (
    (right.advance?.date ?? '').localeCompare(left.advance?.date ?? '') ||
    left.id.localeCompare(right.id)
  )
}

function buildLine(ledger: Ledger, position: Position): Static<typeof PositionLine> {
  const { advance, payment, remainingBalance } = position
  const { currency } = ledger
  return {
    id: position.id,
    funder_name: position.funderName,
    product_type: position.productType,
    status: position.status,
    confirmation: position.confirmation,
    confidence: position.confidence,
    advance_amount: toAmount(advance?.amount ?? null, currency),
    advance_date: advance?.date ?? null,
    payment_amount: toAmount(payment?.amount ?? null, currency),
    payment_cadence: payment?.cadence ?? null,
    payments_count: payment?.count ?? 0,
    paid_to_date: toMajor(position.paidToDate, currency),
    right_to_receive: toAmount(position.rightToReceive, currency),
    remaining: remainingBalance && buildRemaining(remainingBalance, currency),
    is_upper_bound: position.isUpperBound,
    percent_paid: position.percentPaid === null ? null : roundRatio(position.percentPaid),
    estimated_payoff_date: position.estimatedPayoffDate,
    // A position is found over all accounts, whichever of them the report is about.
    evidence: toEvidence(
      ledger,
      position.transactionIds,
      listHref(ledger.submissionId, { position_id: position.id }),
    ),
  }
}

function buildRemaining(
  remaining: { low: number; mid: number; high: number },
  currency: string,
): Static<typeof Remaining> {
  const { low, mid, high } = remaining
  return { low: toMajor(low, currency), mid: toMajor(mid, currency), high: toMajor(high, currency) }
}
