import { businessDaysBetween } from '../../values/days/business-days.ts'
import { addDays, daysBetween, type PlainDate } from '../../values/dates.ts'
import type { Cents } from '../../values/money.ts'
import type { Cadence, FoundPosition, KnownPosition } from '../../values/position.ts'
import { nextDate } from '../../values/days/rhythm.ts'
import type { Classified } from '../rules/classified.ts'
import type { Coverage } from '../covered-days.ts'
import { getFunderProduct } from '../data/funder-types.ts'
import { getMatches } from '../descriptor/reading.ts'
import { sumAmounts, type Row } from '../row.ts'
import { graceEnd } from '../streams/cadence.ts'
import { cadenceRule } from '../streams/cadences.ts'
import { missedDates } from '../streams/recurring.ts'
import { detectAmountType } from '../streams/series.ts'
import { confidenceReasons, matchKind, toConfidence } from './confidence.ts'
import type { Identified } from './contracts/contract.ts'
import { findContracts } from './contracts/find.ts'
import {
  detectEnding,
  listNsfDates,
  countStopPayments,
  collectDistress,
  type Distress,
} from './distress.ts'
import { DEFAULT_FACTOR, estimate, monthlyPayment, paymentAmount } from './estimates.ts'
import type { Pattern } from './contracts/patterns.ts'

/** What positions are detected from. */
export interface PositionFacts {
  classified: readonly Classified[]
  patterns: readonly Pattern[]
  coverage: Coverage
  asOf: PlainDate
  factorRates: Readonly<Record<string, number>>
  known: readonly KnownPosition[]
}

/** More trailing missed days add nothing: the payments stopped. */
const MAX_MISSED = 366
/** Days after the last payment after which none is expected. */
const OVER_DAYS = 120
/** A gross advance is round to a hundred. */
const ROUND_CENTS = 100_00

/**
 * The funding contracts that the rows show (formulas section 9), by first date. A position is an
 * inference with a `confidence` and its reasons, and one found by its cadence alone needs
 * confirmation.
 */
export function detectPositions(facts: PositionFacts): FoundPosition[] {
  const contracts = findContracts(facts)
  const replaced = new Set(contracts.flatMap(({ parent }) => (parent ? [getId(parent)] : [])))
  const around = { ...facts, contracts, distress: collectDistress(facts.classified) }
  return contracts.map((contract) =>
    toFound(contract, { ...around, isRenewed: replaced.has(contract.id) }),
  )
}

interface Surroundings extends PositionFacts {
  contracts: readonly Identified[]
  distress: Distress
  isRenewed: boolean
}

/** The payments of a contract by what became of them. */
interface Sorted {
  kept: readonly Row[]
  returned: readonly Row[]
  reversed: readonly Row[]
}

function toFound(contract: Identified, around: Surroundings): FoundPosition {
  const { funder, payments, advances } = contract
  const { classified, coverage, asOf, distress } = around
  const sorted = sortPayments(contract, classified)
  const { kept } = sorted
  const rows = [...advances, ...payments]
  const reasons = confidenceReasons(contract, coverage)
  const paymentCents = paymentAmount(kept)
  const cadence = getCadence(contract)
  const given = funder ? around.factorRates[funder.value.id] : undefined
  const factorRate = given ?? funder?.value.funder.factor ?? DEFAULT_FACTOR
  const leastOwed =
    estimate({
      advanceCents: advances.length === 0 ? null : sumAmounts(advances),
      paymentCents,
      cadence,
      paidCents: sumAmounts(kept),
      factor: factorRate,
      owedCents: null,
    }).remaining?.low ?? 0
  return {
    id: contract.id,
    accountIds: [...new Set(rows.map(({ tx }) => tx.accountId))],
    currency: rows[0]!.tx.currency,
    ...toFunderFields(contract),
    needsConfirmation: !funder && !contract.isStated,
    confidence: contract.confidence ?? toConfidence(reasons),
    confidenceReasons: reasons.map(({ reason }) => reason),
    repaymentChannel: isSplitFunded(contract) ? 'processor_split' : 'debit',
    parentPositionId: contract.parent ? getId(contract.parent) : null,
    childPositionIds: contract.children.map(getId),
    isRenewal: contract.parent !== null,
    advance: buildAdvance(contract),
    payment: buildPayment(contract, kept, paymentCents),
    paidToDate: sumAmounts(kept),
    totals: computeTotals(contract, sorted, distress),
    factorRate,
    isStartObserved: isStartObserved(contract, around),
    monthlyPayment: monthlyPayment(rows[0]!.tx.accountId, { kept, paymentCents, cadence }, around),
    missedDates: missedPayments(contract, around, sorted),
    returnedCount: sorted.returned.length,
    stopPayments: countStopPayments(contract, distress),
    nsfDates: listNsfDates(contract, distress),
    ending: detectEnding(contract, { ...around, leastOwed }, sorted.returned),
    asOf,
    transactionIds: rows.map(({ tx }) => tx.id),
  }
}

function getCadence({ rhythm, remittanceRate }: Identified): Cadence {
  return remittanceRate === null ? (rhythm?.cadence ?? 'irregular') : 'percentage_split'
}

function getId({ id }: { id: string }): string {
  return id
}

function sortPayments({ payments }: Identified, classified: readonly Classified[]): Sorted {
  const getPartner = (row: Row) => classified[row.index]!.partner
  const undone = payments.filter((row) => getPartner(row)?.isUndone)
  const reversed = undone.filter((row) => getPartner(row)!.kind === 'reversal')
  const cameBack = new Set(undone)
  const isReversed = new Set(reversed)
  return {
    kept: payments.filter((row) => !cameBack.has(row)),
    returned: undone.filter((row) => !isReversed.has(row)),
    reversed,
  }
}

function toFunderFields(
  contract: Identified,
): Pick<FoundPosition, 'funderId' | 'funderName' | 'funderMatch' | 'productType'> {
  const match = contract.funder?.value ?? null
  const first = [...contract.payments, ...contract.advances][0]!
  const ownType = match
    ? (getFunderProduct(match.funder.type).productType ?? 'unknown')
    : (contract.product ?? 'mca')
  return {
    funderId: match?.id ?? null,
    funderName: match?.funder.name ?? nameLender(first),
    funderMatch: { alias: match?.alias ?? null, kind: matchKind(contract) },
    productType: contract.isConsolidation ? 'reverse_consolidation' : ownType,
  }
}

/** Whom a row pays, as a registry of merchants or the row itself names them. */
function nameLender({ party, reading }: Row): string {
  const merchant = getMatches(reading, 'merchant')[0]?.value.merchant.name
  return merchant ?? party.name ?? (reading.groupKey || 'Unknown')
}

/** A processor keeps its part of each settlement, so that no payment is seen (formulas P7). */
function isSplitFunded({ funder, payments }: Identified): boolean {
  return funder?.value.funder.type === 'platform_capital' && payments.length === 0
}

function buildAdvance({ advances, funder }: Identified): FoundPosition['advance'] {
  const [first] = advances
  if (!first) return null
  const amount = sumAmounts(advances)
  return {
    amount,
    date: first.date,
    isNet: amount % ROUND_CENTS !== 0,
    confidence: funder ? 0.95 : 0.6,
    transactionIds: advances.map(({ tx }) => tx.id),
  }
}

function buildPayment(
  contract: Identified,
  kept: readonly Row[],
  amount: Cents | null,
): FoundPosition['payment'] {
  const first = kept[0]
  const last = kept.at(-1)
  if (!first || !last || amount === null) return null
  const { rhythm, remittanceRate } = contract
  return {
    amount,
    cadence: getCadence(contract),
    weekday: rhythm?.weekday ?? 1,
    anchorDays: [...(rhythm?.anchorDays ?? [1])],
    amountType: detectAmountType(kept),
    firstDate: first.date,
    lastDate: last.date,
    lastAmount: last.absCents,
    count: kept.length,
    ...(remittanceRate === null ? {} : { remittanceRate }),
  }
}

function computeTotals(
  { advances, payments, funder }: Identified,
  { returned, reversed }: Sorted,
  distress: Distress,
): FoundPosition['totals'] {
  const fees = distress.fees.filter(
    (one) => funder !== null && one.funder?.value.id === funder.value.id,
  )
  return {
    returned: sumAmounts(returned),
    reversed: sumAmounts(reversed),
    fees: sumAmounts(fees.map(({ row }) => row)),
    inflow: sumAmounts(advances),
    outflow: sumAmounts(payments),
  }
}

/** The start is seen when the advance is, or when covered days without payments precede (P12). */
function isStartObserved(
  { advances, payments, rhythm }: Identified,
  { coverage, distress }: Surroundings,
): boolean {
  const first = payments[0]
  if (advances.length > 0 || !first) return true
  const { accountId } = first.tx
  const covered = coverage.firstDate(accountId) ?? distress.firstDates.get(accountId)!
  // A slower cadence proves a start only by a whole gap without a payment.
  const gapDays = cadenceRule(rhythm?.cadence ?? 'irregular')?.maxGapDays ?? 0
  return businessDaysBetween(covered, first.date) > 5 && daysBetween(covered, first.date) > gapDays
}

/**
 * Expected days without a payment inside coverage, and the days of returned payments (P21). A share
 * of the sales is not due on days without sales.
 */
function missedPayments(
  { rhythm, payments, remittanceRate }: Identified,
  { coverage, asOf, isRenewed }: Surroundings,
  { returned }: Sorted,
): PlainDate[] {
  const first = payments[0]
  const cameBack = returned.map(({ date }) => date)
  if (!rhythm || !first || remittanceRate !== null) return cameBack
  const { accountId } = first.tx
  const dates = [...new Set(payments.map(({ date }) => date))]
  const missed = missedDates({ accountId, dates, rhythm }, coverage)
  if (!isRenewed && asOf <= addDays(dates.at(-1)!, OVER_DAYS)) {
    let expected = nextDate(rhythm, dates.at(-1)!)
    while (missed.length < MAX_MISSED && isPast(expected, rhythm.cadence, asOf)) {
      if (coverage.isCovered(accountId, expected)) missed.push(expected)
      expected = nextDate(rhythm, expected)
    }
  }
  return [...missed, ...cameBack].toSorted()
}

/** A daily payment is missed on its day, any other after its grace. */
function isPast(
  expected: PlainDate,
  cadence: NonNullable<Identified['rhythm']>['cadence'],
  asOf: PlainDate,
): boolean {
  const isDaily = cadence === 'business_daily' || cadence === 'daily'
  return isDaily ? expected <= asOf : graceEnd(cadence, expected) < asOf
}
