import { businessDaysBetween } from '../../values/business-days.ts'
import { addDays, daysBetween, type PlainDate } from '../../values/dates.ts'
import type { Cents } from '../../values/money.ts'
import type { Cadence, Position } from '../../values/position.ts'
import { nextDate } from '../../values/rhythm.ts'
import type { Classified } from '../classified.ts'
import type { Coverage } from '../coverage.ts'
import { funderMatchKind } from '../rules/layers.ts'
import { stableKey } from '../numbers.ts'
import type { Row } from '../row.ts'
import { graceEnd } from '../streams/cadence.ts'
import { cadenceRule } from '../streams/cadences.ts'
import { missedDates } from '../streams/recurring.ts'
import { amountTypeOf, type Series } from '../streams/series.ts'
import { findContracts, PRODUCT_TYPES, type Contract } from './contracts.ts'
import {
  DEFAULT_FACTOR,
  estimate,
  monthlyPayment,
  paymentAmount,
  payoffDate,
  type Estimate,
} from './estimates.ts'
import type { Pattern } from './patterns.ts'
import { statusOf } from './status.ts'

/** What positions are computed from, beside the contracts' own rows. */
export interface PositionFacts {
  classified: readonly Classified[]
  series: readonly Series[]
  patterns: readonly Pattern[]
  coverage: Coverage
  asOf: PlainDate
  factorRates: Readonly<Record<string, number>>
}

/** Trailing missed days beyond this many say only that the payments stopped. */
const MAX_MISSED = 366

/**
 * The funding contracts that the rows show (formulas section 9), by first date. A position is an
 * inference: `confidence` and its reasons say how sure, and one found by its cadence alone needs
 * confirmation.
 */
export function detectPositions(facts: PositionFacts): Position[] {
  return findContracts(facts.classified, facts.series, facts.patterns).map((contract) =>
    toPosition(contract, facts),
  )
}

/** The rows of a contract sorted out, and what they sum to. */
interface Figures extends Estimate {
  kept: readonly Row[]
  returned: readonly Row[]
  cadence: Cadence
  paymentCents: Cents | null
  paidCents: Cents
  advanceCents: Cents | null
  factor: number
}

function figuresOf(
  { funder, payments, advances, series }: Contract,
  facts: PositionFacts,
): Figures {
  const returned = payments.filter((row) => facts.classified[row.index]!.partner?.isUndone)
  const cameBack = new Set(returned)
  const kept = payments.filter((row) => !cameBack.has(row))
  const given = funder ? facts.factorRates[funder.value.id] : undefined
  const basis = {
    cadence: series?.cadence ?? 'irregular',
    paymentCents: paymentAmount(kept),
    paidCents: sumOf(kept),
    advanceCents: advances.length > 0 ? sumOf(advances) : null,
    factor: given ?? funder?.value.funder.factor ?? DEFAULT_FACTOR,
  } as const
  return { kept, returned, ...basis, ...estimate(basis) }
}

function toPosition(contract: Contract, facts: PositionFacts): Position {
  const { funder, payments, advances } = contract
  const figures = figuresOf(contract, facts)
  const rows = [...advances, ...payments]
  const reasons = confidenceReasons(contract, facts)
  return {
    id: positionId(contract),
    accountIds: [...new Set(rows.map(({ tx }) => tx.accountId))],
    ...nameOf(contract),
    status: statusFor(contract, facts, figures),
    confirmation: funder ? 'detected' : 'needs_confirmation',
    confidence: contract.confidence ?? clampConfidence(reasons),
    confidenceReasons: reasons.map(({ reason }) => reason),
    ...flowsOf(contract, figures),
    paidToDate: figures.paidCents,
    factorRate: figures.factor,
    rightToReceive: figures.rightToReceive,
    remainingBalance: figures.remaining,
    isUpperBound: figures.remaining !== null && !isStartObserved(contract, facts),
    percentPaid: figures.percentPaid,
    paymentsRemaining: figures.paymentsRemaining,
    estimatedPayoffDate: payoffOf(contract, figures),
    monthlyPayment: monthlyPayment(rows[0]!.tx.accountId, figures, facts),
    missedDates: missedPayments(contract, facts, figures.returned),
    returnedCount: figures.returned.length,
    transactionIds: rows.map(({ tx }) => tx.id),
  }
}

function nameOf(
  contract: Contract,
): Pick<Position, 'funderId' | 'funderName' | 'funderMatch' | 'productType'> {
  const match = contract.funder?.value ?? null
  const first = contract.payments[0]
  return {
    funderId: match?.id ?? null,
    funderName: match?.funder.name ?? first?.party.name ?? first?.reading.groupKey ?? 'Unknown',
    funderMatch: { alias: match?.alias ?? null, kind: matchKind(contract) },
    productType: match ? (PRODUCT_TYPES[match.funder.type] ?? 'unknown') : 'mca',
  }
}

function flowsOf(
  { advances }: Contract,
  { kept, advanceCents, paymentCents, cadence }: Figures,
): Pick<Position, 'advance' | 'payment'> {
  const first = kept[0]
  const last = kept.at(-1)
  const transactionIds = advances.map(({ tx }) => tx.id)
  const advance =
    advanceCents === null ? null : { amount: advanceCents, date: advances[0]!.date, transactionIds }
  if (!first || !last || paymentCents === null) return { advance, payment: null }
  const dates = { firstDate: first.date, lastDate: last.date }
  return { advance, payment: { amount: paymentCents, cadence, ...dates, count: kept.length } }
}

function payoffOf({ series }: Contract, { kept, paymentsRemaining }: Figures): PlainDate | null {
  const last = kept.at(-1)
  if (!series || !last || paymentsRemaining === null) return null
  return payoffDate(series.rhythm, last.date, paymentsRemaining)
}

function sumOf(rows: readonly Row[]): Cents {
  return rows.reduce((sum, { absCents }) => sum + absCents, 0)
}

function matchKind({ funder, payments, advances }: Contract): Position['funderMatch']['kind'] {
  if (!funder) return 'pattern'
  if (funder.value.funder.isAmbiguous) return 'ambiguous'
  return funderMatchKind((payments[0] ?? advances[0])!, funder)
}

/** Points of formulas P8 by reason. */
const MATCH_POINTS = { exact: 0.45, contains: 0.3, ambiguous: 0.15, pattern: 0 }

interface Reason {
  reason: string
  points: number
}

function confidenceReasons(contract: Contract, { coverage }: PositionFacts): Reason[] {
  const { payments, advances, series } = contract
  const kind = matchKind(contract)
  const amounts = payments.map(({ absCents }) => absCents)
  const accountId = payments[0]?.tx.accountId
  const hasGap =
    accountId !== undefined &&
    !coverage.isWhole(accountId, payments[0]!.date, payments.at(-1)!.date)
  const reasons: (Reason & { holds: boolean })[] = [
    { reason: `registry_${kind}`, points: MATCH_POINTS[kind], holds: true },
    {
      reason: 'fixed_amount',
      points: 0.2,
      holds: amounts.length >= 3 && amountTypeOf(amounts) === 'fixed',
    },
    { reason: 'cadence_fit', points: 0.15, holds: (series?.rhythm.fitShare ?? 0) >= 0.9 },
    { reason: 'advance_matched', points: 0.15, holds: advances.length > 0 },
    { reason: 'many_payments', points: 0.05, holds: payments.length >= 20 },
    { reason: 'coverage_gap', points: -0.15, holds: hasGap },
  ]
  return reasons.filter(({ holds }) => holds)
}

function clampConfidence(reasons: readonly Reason[]): number {
  const sum = reasons.reduce((total, { points }) => total + points, 0)
  return Math.round(Math.min(0.99, Math.max(0, sum)) * 100) / 100
}

/** The start is seen when the advance is, or when covered days without payments precede (P12). */
function isStartObserved(
  { advances, payments, series }: Contract,
  { coverage, classified }: PositionFacts,
): boolean {
  const first = payments[0]
  if (advances.length > 0 || !first) return true
  const { accountId } = first.tx
  const covered = coverage.firstDate(accountId) ?? earliestDate(classified, accountId)
  // A slower cadence proves a start only by a whole gap without a payment.
  const gapDays = cadenceRule(series?.cadence ?? 'irregular')?.maxGapDays ?? 0
  return businessDaysBetween(covered, first.date) > 5 && daysBetween(covered, first.date) > gapDays
}

function earliestDate(classified: readonly Classified[], accountId: string): PlainDate {
  let earliest = '9999-12-31'
  for (const { row } of classified) {
    if (row.tx.accountId === accountId && row.date < earliest) earliest = row.date
  }
  return earliest
}

/** Expected days without a payment inside coverage, and the days of returned payments (P21). */
function missedPayments(
  contract: Contract,
  facts: PositionFacts,
  returned: readonly Row[],
): PlainDate[] {
  const { series, payments } = contract
  if (!series || payments.length === 0) return returned.map(({ date }) => date)
  const { accountId, rhythm } = series
  const dates = [...new Set(payments.map(({ date }) => date))]
  const missed = missedDates({ accountId, dates, rhythm }, facts.coverage)
  const isOver = contract.isRenewed || facts.asOf > addDays(dates.at(-1)!, 120)
  if (isOver) return [...missed, ...returned.map(({ date }) => date)].toSorted()
  let expected = nextDate(rhythm, dates.at(-1)!)
  while (missed.length < MAX_MISSED && isPast(expected, contract, facts.asOf)) {
    if (facts.coverage.isCovered(accountId, expected)) missed.push(expected)
    expected = nextDate(rhythm, expected)
  }
  return [...missed, ...returned.map(({ date }) => date)].toSorted()
}

/** A day counts as missed at once where every business day counts, else after its grace. */
function isPast(expected: PlainDate, { series }: Contract, asOf: PlainDate): boolean {
  const cadence = series!.cadence
  const isDaily = cadence === 'business_daily' || cadence === 'daily'
  return isDaily ? expected <= asOf : graceEnd(cadence, expected) < asOf
}

function statusFor(contract: Contract, facts: PositionFacts, figures: Figures): Position['status'] {
  const { payments, advances } = contract
  const rows = payments.length > 0 ? payments : advances
  const last = rows.at(-1)!
  const returned = new Set(figures.returned)
  return statusOf({
    asOf: facts.asOf,
    cadence: figures.cadence,
    firstDate: rows[0]!.date,
    lastDate: last.date,
    percentPaid: figures.percentPaid,
    isRenewed: contract.isRenewed,
    hasPayoffDebit: isPayoff(figures),
    recentReturns: payments.slice(-10).filter((row) => returned.has(row)).length,
    hasDistress: returned.size > 0 || hasDistressNear(last, facts.classified),
  })
}

/** The last debit settles the rest: 0.5 to 1.1 of what was left before it, and no usual payment. */
function isPayoff({ kept, remaining, paymentCents }: Figures): boolean {
  const last = kept.at(-1)
  if (!last || !remaining || paymentCents === null || last.absCents < 3 * paymentCents) return false
  const before = remaining.mid + last.absCents
  return last.absCents >= 0.5 * before && last.absCents <= 1.1 * before
}

const DISTRESS_SLUGS = new Set(['debt.collections', 'debt.garnishment_levy', 'fees.stop_payment'])

function hasDistressNear(last: Row, classified: readonly Classified[]): boolean {
  return classified.some(
    ({ row, slug }) =>
      (DISTRESS_SLUGS.has(slug) || row.reading.wordings.has('stop_payment')) &&
      Math.abs(daysBetween(last.date, row.date)) <= 30,
  )
}

/** Stable while payments are added: funder, accounts, first date and first amount do not change. */
function positionId({ funder, payments, advances }: Contract): string {
  const first = [...advances, ...payments][0]!
  const name = funder?.value.id ?? first.reading.groupKey
  return `position:${first.tx.accountId}:${stableKey(`${name}|${first.date}|${first.absCents}`)}`
}
