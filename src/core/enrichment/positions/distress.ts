import { daysBetween, type PlainDate } from '../../values/dates.ts'
import type { FoundPosition } from '../../values/position.ts'
import type { Classified } from '../classified.ts'
import { isWithinBusinessDays } from '../distance.ts'
import type { Row } from '../row.ts'
import type { Identified } from './contracts/contract.ts'

const DISTRESS_SLUGS = new Set(['debt.collections', 'debt.garnishment_levy', 'fees.stop_payment'])
const NSF_SLUG = 'fees.nsf_overdraft'
/** Days around the last payment in which distress explains why it was the last. */
const NEAR_DAYS = 30

/** How a contract ended, if it did (formulas P23). */
export function endingOf(
  contract: Identified,
  facts: {
    classified: readonly Classified[]
    contracts: readonly Identified[]
    isRenewed: boolean
  },
  returned: readonly Row[],
): FoundPosition['ending'] {
  const { payments, advances } = contract
  const last = [...advances, ...payments].at(-1)!
  const cameBack = new Set(returned)
  const recentReturns = payments.slice(-10).filter((row) => cameBack.has(row)).length
  const hasDistress = recentReturns > 0 || hasDistressNear(last, facts.classified)
  const isBoughtOut = !hasDistress && wasBoughtOut(contract, facts.contracts)
  return { isRenewed: facts.isRenewed, isBoughtOut, recentReturns, hasDistress }
}

/** Stop payments near the last payment or of the same amount. */
export function stopPaymentsOf(
  { payments }: Identified,
  classified: readonly Classified[],
): number {
  const last = payments.at(-1)
  if (!last) return 0
  return classified.filter(
    ({ row, slug }) =>
      row.tx.accountId === last.tx.accountId &&
      (slug === 'fees.stop_payment' || row.reading.wordings.has('stop_payment')) &&
      Math.abs(daysBetween(last.date, row.date)) <= NEAR_DAYS,
  ).length
}

/** Days of payments on which their account was charged for lack of funds. */
export function nsfDatesOf(
  { payments }: Identified,
  classified: readonly Classified[],
): PlainDate[] {
  const charged = new Set(
    classified
      .filter(({ slug }) => slug === NSF_SLUG)
      .map(({ row }) => `${row.tx.accountId}|${row.date}`),
  )
  const dates = payments
    .filter((row) => charged.has(`${row.tx.accountId}|${row.date}`))
    .map(({ date }) => date)
  return [...new Set(dates)]
}

function hasDistressNear(last: Row, classified: readonly Classified[]): boolean {
  return classified.some(
    ({ row, slug }) =>
      (DISTRESS_SLUGS.has(slug) || row.reading.wordings.has('stop_payment')) &&
      Math.abs(daysBetween(last.date, row.date)) <= NEAR_DAYS,
  )
}

/** Another funder's money came within ten business days of the last payment. */
function wasBoughtOut(contract: Identified, contracts: readonly Identified[]): boolean {
  const last = contract.payments.at(-1)
  if (!last) return false
  return contracts.some(
    (other) =>
      other.id !== contract.id &&
      other.funder?.value.id !== contract.funder?.value.id &&
      !other.isConsolidation &&
      other.advances.some((advance) => isWithinBusinessDays(last, advance, [-3, 10])),
  )
}
