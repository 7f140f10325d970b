import type { PlainDate } from '../../values/dates.ts'
import type { Cents } from '../../values/money.ts'
import type {
  Confirmation,
  FoundPosition,
  Position,
  PositionDecision,
  PositionPayment,
} from '../../values/position.ts'
import { nextDate, type Repetition } from '../../values/days/rhythm.ts'
import { DEFAULT_FACTOR, estimate, payoffDate, type Estimate } from './estimates.ts'
import { PAID_OFF_SHARE, computeStatus } from './status.ts'

/**
 * A position as it is reported: what was found, under the decisions of people, with the estimates
 * that follow from both (formulas P10 to P18, P23). Null stands for no decision.
 */
export function toPosition(found: FoundPosition, decision: PositionDecision | null): Position {
  const overrides = decision ?? {}
  const position = withFacts(found, overrides)
  const estimated = computeEstimate(position, overrides)
  const status = statusFor(position, overrides, estimated)
  const isOver = status === 'paid_off'
  const { remaining, ...estimates } = isOver ? settle(estimated) : estimated
  return {
    ...position,
    ...estimates,
    remainingBalance: remaining,
    isUpperBound: remaining !== null && !isOver && !position.isStartObserved,
    status,
    confirmation: resolveConfirmation(found, overrides),
    confidence: isConfirmed(overrides) ? 1 : found.confidence,
    estimatedPayoffDate: isOver
      ? null
      : computePayoffDate(position.payment, estimates.paymentsRemaining),
    nextExpectedDate: isOver ? null : computeNextDate(position.payment),
    isDisclosed: overrides.isDisclosed ?? null,
    notes: overrides.notes ?? null,
    isOwedReported: overrides.rightToReceive != null,
    hasOverrides: Object.values(overrides).some((value) => value != null),
  }
}

/** A position that a person entered and that has no rows. */
export function unfoundPosition(
  id: string,
  decision: PositionDecision,
  asOf: PlainDate,
): FoundPosition {
  return {
    id,
    accountIds: [],
    currency: decision.manual!.currency,
    funderId: null,
    funderName: '',
    funderMatch: { alias: null, kind: 'pattern' },
    productType: 'unknown',
    needsConfirmation: false,
    confidence: 1,
    confidenceReasons: [],
    repaymentChannel: 'debit',
    parentPositionId: null,
    childPositionIds: [],
    isRenewal: false,
    advance: null,
    payment: null,
    paidToDate: 0,
    totals: { returned: 0, reversed: 0, fees: 0, inflow: 0, outflow: 0 },
    factorRate: decision.factorRate ?? DEFAULT_FACTOR,
    isStartObserved: false,
    monthlyPayment: null,
    missedDates: [],
    returnedCount: 0,
    stopPayments: 0,
    nsfDates: [],
    ending: { isRenewed: false, isBoughtOut: false, recentReturns: 0, hasDistress: false },
    asOf,
    transactionIds: [],
  }
}

/** What is paid off leaves nothing to be paid, whatever was estimated before. */
function settle(estimated: Estimate): Estimate {
  return { ...estimated, remaining: { low: 0, mid: 0, high: 0 }, paymentsRemaining: 0 }
}

function withFacts(found: FoundPosition, decision: PositionDecision): FoundPosition {
  return {
    ...found,
    funderId: decision.funderId ?? (decision.funderName == null ? found.funderId : null),
    funderName: decision.funderName ?? found.funderName,
    productType: decision.productType ?? found.productType,
    factorRate: decision.factorRate ?? found.factorRate,
    advance: mergeAdvance(found, decision),
    payment: found.payment ?? toManualPayment(found, decision),
  }
}

function mergeAdvance(
  { advance, asOf }: FoundPosition,
  decision: PositionDecision,
): Position['advance'] {
  const { advanceAmount: amount = null, advanceDate: date = null } = decision
  if (amount === null && date === null) return advance
  if (advance === null && amount === null) return null
  return {
    amount: amount ?? advance!.amount,
    date: date ?? advance?.date ?? asOf,
    isNet: amount === null && advance!.isNet,
    confidence: amount === null ? advance!.confidence : 1,
    transactionIds: advance?.transactionIds ?? [],
  }
}

function toManualPayment(
  { asOf }: FoundPosition,
  { manual }: PositionDecision,
): PositionPayment | null {
  if (!manual || manual.paymentAmount === null) return null
  return {
    amount: manual.paymentAmount,
    cadence: manual.cadence,
    weekday: 1,
    anchorDays: [1],
    amountType: 'fixed',
    firstDate: asOf,
    lastDate: asOf,
    lastAmount: manual.paymentAmount,
    count: 0,
  }
}

function computeEstimate(position: FoundPosition, decision: PositionDecision): Estimate {
  const { advance, payment, paidToDate: paidCents, factorRate: factor } = position
  return estimate({
    advanceCents: advance?.amount ?? null,
    paymentCents: payment?.amount ?? null,
    cadence: payment?.cadence ?? 'irregular',
    paidCents,
    factor,
    owedCents: decision.rightToReceive ?? null,
  })
}

function statusFor(
  position: FoundPosition,
  decision: PositionDecision,
  { percentPaid, remaining }: Estimate,
): Position['status'] {
  if (decision.confirmation === 'rejected') return 'rejected'
  if (decision.status) return decision.status
  const { payment, advance, asOf, ending } = position
  const firstDate = payment?.firstDate ?? advance?.date ?? asOf
  return computeStatus({
    asOf,
    cadence: payment?.cadence ?? 'irregular',
    firstDate,
    lastDate: payment?.lastDate ?? firstDate,
    percentPaid,
    isLeastPaid: advance !== null && isLeastPaid(remaining, position.paidToDate),
    isWithheld: position.repaymentChannel === 'processor_split' && payment === null,
    hasPayoffDebit: isPayoff(payment, remaining?.mid ?? null),
    ...ending,
  })
}

/** Whether the lowest estimate of what is owed counts as paid off. */
function isLeastPaid(remaining: Estimate['remaining'], paid: Cents): boolean {
  return remaining !== null && paid >= PAID_OFF_SHARE * (remaining.low + paid)
}

/** The last debit settles the rest: 0.5 to 1.1 of what was left before it, and no usual payment. */
function isPayoff(payment: PositionPayment | null, remaining: Cents | null): boolean {
  if (!payment || remaining === null || payment.lastAmount < 3 * payment.amount) return false
  const before = remaining + payment.lastAmount
  return payment.lastAmount >= 0.5 * before && payment.lastAmount <= 1.1 * before
}

function isConfirmed(decision: PositionDecision): boolean {
  return decision.confirmation === 'confirmed' || !!decision.manual
}

function resolveConfirmation(found: FoundPosition, decision: PositionDecision): Confirmation {
  if (decision.confirmation) return decision.confirmation
  if (decision.manual) return 'manual'
  return found.needsConfirmation ? 'needs_confirmation' : 'detected'
}

function computePayoffDate(
  payment: PositionPayment | null,
  count: number | null,
): PlainDate | null {
  if (!payment || count === null) return null
  return payoffDate(toRhythm(payment), payment.lastDate, count)
}

function computeNextDate(payment: PositionPayment | null): PlainDate | null {
  const rhythm = payment && toRhythm(payment)
  return rhythm && nextDate(rhythm, payment.lastDate)
}

function toRhythm({ cadence, weekday, anchorDays }: PositionPayment): Repetition | null {
  if (cadence === 'irregular') return null
  const daily = cadence === 'percentage_split' ? 'business_daily' : cadence
  return { cadence: daily, weekday, anchorDays }
}
