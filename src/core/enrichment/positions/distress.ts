import { daysBetween, type PlainDate } from '../../values/dates.ts'
import type { FoundPosition } from '../../values/position.ts'
import type { Classified } from '../rules/classified.ts'
import { isWithinBusinessDays } from '../distance.ts'
import type { Cents } from '../../values/money.ts'
import { sumAmounts, type Row } from '../row.ts'
import type { Identified } from './contracts/contract.ts'

const DISTRESS_SLUGS = new Set(['debt.collections', 'debt.garnishment_levy', 'fees.stop_payment'])
const NSF_SLUG = 'fees.nsf_overdraft'
/** Days around the last payment in which distress explains the end of the payments. */
const NEAR_DAYS = 30

/** Rows of distress, collected once for all positions. */
export interface Distress {
  distress: readonly Row[]
  stopPayments: readonly Row[]
  /** `account|date` of the days on which an account was charged for lack of funds. */
  nsfDays: ReadonlySet<string>
  /** Fees of funders. */
  fees: readonly Classified[]
  firstDates: ReadonlyMap<string, PlainDate>
}

export function collectDistress(classified: readonly Classified[]): Distress {
  const isStop = ({ row, slug }: Classified): boolean =>
    slug === 'fees.stop_payment' || row.reading.wordings.has('stop_payment')
  const firstDates = new Map<string, PlainDate>()
  for (const { row } of classified) {
    const known = firstDates.get(row.tx.accountId)
    if (known === undefined || row.date < known) firstDates.set(row.tx.accountId, row.date)
  }
  const stopped = classified.filter(isStop)
  const distressed = classified.filter((one) => DISTRESS_SLUGS.has(one.slug) || isStop(one))
  const charged = classified.filter(({ slug }) => slug === NSF_SLUG)
  return {
    distress: distressed.map(({ row }) => row),
    stopPayments: stopped.map(({ row }) => row),
    nsfDays: new Set(charged.map(({ row }) => buildDayKey(row))),
    fees: classified.filter(({ slug }) => slug === 'debt.mca_fee'),
    firstDates,
  }
}

function buildDayKey({ tx, date }: Row): string {
  return `${tx.accountId}|${date}`
}

/** How a contract ended, if it did (formulas P23). */
export function detectEnding(
  contract: Identified,
  facts: {
    distress: Distress
    contracts: readonly Identified[]
    isRenewed: boolean
    /** The lower end of what remains to be paid (formulas P15). */
    leastOwed: Cents
  },
  returned: readonly Row[],
): FoundPosition['ending'] {
  const { payments, advances } = contract
  const last = [...advances, ...payments].at(-1)!
  const cameBack = new Set(returned)
  const recentReturns = payments.slice(-10).filter((row) => cameBack.has(row)).length
  const hasDistress = recentReturns > 0 || hasDistressNear(last, facts.distress)
  const isBoughtOut = !hasDistress && wasBoughtOut(contract, facts)
  return { isRenewed: facts.isRenewed, isBoughtOut, recentReturns, hasDistress }
}

/** Stop payments near the last payment or of the same amount. */
export function countStopPayments({ payments }: Identified, { stopPayments }: Distress): number {
  const last = payments.at(-1)
  if (!last) return 0
  return stopPayments.filter((row) => row.tx.accountId === last.tx.accountId && isNear(last, row))
    .length
}

/** Days of payments on which their account was charged for lack of funds. */
export function listNsfDates({ payments }: Identified, { nsfDays }: Distress): PlainDate[] {
  const dates = payments.filter((row) => nsfDays.has(buildDayKey(row))).map(({ date }) => date)
  return [...new Set(dates)]
}

function hasDistressNear(last: Row, { distress }: Distress): boolean {
  return distress.some((row) => isNear(last, row))
}

function isNear(last: Row, row: Row): boolean {
  return Math.abs(daysBetween(last.date, row.date)) <= NEAR_DAYS
}

/**
 * Another funder's money came within ten business days of the last payment, and was enough for the
 * least that was owed. Capital of a platform is paid out to the business, never to its funders.
 */
function wasBoughtOut(
  contract: Identified,
  { contracts, leastOwed }: { contracts: readonly Identified[]; leastOwed: Cents },
): boolean {
  const last = contract.payments.at(-1)
  if (!last) return false
  return contracts.some(
    (other) =>
      other.id !== contract.id &&
      other.funder?.value.id !== contract.funder?.value.id &&
      !other.isConsolidation &&
      other.funder?.value.funder.type !== 'platform_capital' &&
      sumAmounts(other.advances) >= leastOwed &&
      other.advances.some((advance) => isWithinBusinessDays(last, advance, [-3, 10])),
  )
}
