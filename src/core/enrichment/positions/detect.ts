import { businessDaysBetween } from '../../values/business-days.ts'
import { addDays, daysBetween, type PlainDate } from '../../values/dates.ts'
import type { Cents } from '../../values/money.ts'
import type { Position } from '../../values/position.ts'
import type { Classified } from '../classified.ts'
import type { Coverage } from '../coverage.ts'
import { funderMatchKind } from '../layers.ts'
import { stableKey } from '../numbers.ts'
import type { Row } from '../row.ts'
import { graceEnd, nextDate } from '../streams/cadence.ts'
import { missedDates } from '../streams/recurring.ts'
import { amountTypeOf, type Series } from '../streams/series.ts'
import { findContracts, PRODUCT_TYPES, type Contract } from './contracts.ts'
import { DEFAULT_FACTOR, estimate, monthlyPayment, paymentAmount, payoffDate } from './estimates.ts'
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

function toPosition(contract: Contract, facts: PositionFacts): Position {
  const { funder, payments, advances } = contract
  const returned = payments.filter((row) => facts.classified[row.index]!.partner?.isUndone)
  const kept = payments.filter((row) => !returned.includes(row))
  const entry = funder?.value.funder ?? null
  const accountIds = [...new Set([...payments, ...advances].map(({ tx }) => tx.accountId))]
  const factor = (funder && facts.factorRates[funder.value.id]) ?? entry?.factor ?? DEFAULT_FACTOR
  const cadence = contract.series?.cadence ?? 'irregular'
  const paymentCents = paymentAmount(kept)
  const paidCents = sumOf(kept)
  const advanceCents = advances.length > 0 ? sumOf(advances) : null
  const { rightToReceive, remaining, percentPaid, paymentsRemaining } = estimate({
    advanceCents, paymentCents, cadence, paidCents, factor,
  }) // prettier-ignore
  const reasons = confidenceReasons(contract, facts)
  const last = kept.at(-1) ?? null
  return {
    id: positionId(contract),
    accountIds,
    funderId: funder?.value.id ?? null,
    funderName:
      entry?.name ?? payments[0]?.party.name ?? payments[0]?.reading.groupKey ?? 'Unknown funder',
    funderMatch: { alias: funder?.value.alias ?? null, kind: matchKind(contract) },
    productType: entry ? (PRODUCT_TYPES[entry.type] ?? 'unknown') : 'mca',
    status: statusFor(contract, facts, {
      kept,
      returned,
      percentPaid,
      remaining: remaining?.mid ?? null,
    }),
    confirmation: funder ? 'detected' : 'needs_confirmation',
    confidence: contract.confidence ?? clampConfidence(reasons),
    confidenceReasons: reasons.map(({ reason }) => reason),
    advance: advanceCents === null ? null : {
      amount: advanceCents, date: advances[0]!.date, transactionIds: advances.map(({ tx }) => tx.id),
    }, // prettier-ignore
    payment: paymentCents === null || !last ? null : {
      amount: paymentCents, cadence, firstDate: kept[0]!.date, lastDate: last.date, count: kept.length,
    }, // prettier-ignore
    paidToDate: paidCents,
    factorRate: factor,
    rightToReceive,
    remainingBalance: remaining,
    isUpperBound: remaining !== null && !isStartObserved(contract, facts),
    percentPaid,
    paymentsRemaining,
    estimatedPayoffDate:
      last && paymentsRemaining !== null
        ? payoffDate(contract.series?.rhythm ?? null, last.date, paymentsRemaining)
        : null,
    monthlyPayment: monthlyPayment({
      accountId: accountIds[0]!, kept, paymentCents, cadence, coverage: facts.coverage, asOf: facts.asOf,
    }), // prettier-ignore
    missedDates: missedPayments(contract, facts, returned),
    returnedCount: returned.length,
    transactionIds: [...advances, ...payments].map(({ tx }) => tx.id),
  }
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
  { advances, payments }: Contract,
  { coverage, classified }: PositionFacts,
): boolean {
  const first = payments[0]
  if (advances.length > 0 || !first) return true
  const { accountId } = first.tx
  const covered = coverage.firstDate(accountId) ?? earliestDate(classified, accountId)
  return businessDaysBetween(covered, first.date) > 5
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
  let expected = nextDate(rhythm, dates.at(-1)!)
  while (!isOver && missed.length < MAX_MISSED && isPast(expected, contract, facts.asOf)) {
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

function statusFor(
  contract: Contract,
  facts: PositionFacts,
  paid: {
    kept: readonly Row[]
    returned: readonly Row[]
    percentPaid: number | null
    remaining: Cents | null
  },
): Position['status'] {
  const { payments, advances } = contract
  const rows = payments.length > 0 ? payments : advances
  const last = rows.at(-1)!
  const lastPayment = payments.at(-1)
  const { remaining } = paid
  const recent = payments.slice(-10)
  return statusOf({
    asOf: facts.asOf,
    cadence: contract.series?.cadence ?? 'irregular',
    firstDate: rows[0]!.date,
    lastDate: last.date,
    percentPaid: paid.percentPaid,
    isRenewed: contract.isRenewed,
    hasPayoffDebit: isPayoff(lastPayment, paid.kept, remaining),
    recentReturns: recent.filter((row) => paid.returned.includes(row)).length,
    hasDistress: paid.returned.length > 0 || hasDistressNear(last, facts.classified),
  })
}

/** The last debit settles the rest: 0.5 to 1.1 of what was left before it, and no usual payment. */
function isPayoff(last: Row | undefined, kept: readonly Row[], remaining: Cents | null): boolean {
  const usual = paymentAmount(kept)
  if (!last || remaining === null || usual === null || last.absCents < 3 * usual) return false
  const before = remaining + last.absCents
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
