import type { Classified } from '../../rules/classified.ts'
import { coefficientOfVariation, median } from '../../streams/numbers.ts'
import { sumAmounts, type Row } from '../../row.ts'
import type { Contract } from './contract.ts'

/** Fewest weekly credits of a reverse consolidation. */
const MIN_CREDITS = 4
/** Share of the other contracts' payments that the credits must cover (formulas P6). */
const MIN_COVER = 0.6

/** Whether money comes every week, which no advance does. */
export function isWeeklySupport(credits: readonly Row[]): boolean {
  if (credits.length < MIN_CREDITS) return false
  const gaps = credits.slice(1).map((credit, index) => credit.day - credits[index]!.day)
  const gap = median(gaps)
  return gap >= 5 && gap <= 9 && coefficientOfVariation(credits.map((row) => row.absCents)) <= 0.35
}

/**
 * The weekly credits of a party when they fund the payments to other funders (formulas P6); none
 * when they are not weekly, or cover too little of these payments.
 */
export function findSupport(credits: readonly Row[], classified: readonly Classified[]): Set<Row> {
  if (!isWeeklySupport(credits)) return new Set()
  const [from, to] = [credits[0]!.day, credits.at(-1)!.day]
  const remittances = classified.filter(
    ({ row, slug }) => slug === 'debt.mca_payment' && row.day >= from && row.day <= to,
  )
  const taken = sumAmounts(remittances.map(({ row }) => row))
  return new Set(taken > 0 && sumAmounts(credits) >= MIN_COVER * taken ? credits : [])
}

/**
 * The contracts, with each reverse consolidation linked to the contracts that it funds: those that
 * collect in its time, when its credits cover enough of their payments (formulas P6).
 */
export function findConsolidations(contracts: readonly Contract[]): Contract[] {
  return contracts.map((contract) => {
    if (!contract.isConsolidation) return contract
    const [from, to] = [contract.advances[0]!.day, contract.advances.at(-1)!.day]
    const children = contracts.filter(
      (other) => other !== contract && paidBetween(other, from, to) > 0,
    )
    const taken = children.reduce((sum, child) => sum + paidBetween(child, from, to), 0)
    const isCovered = sumAmounts(contract.advances) >= MIN_COVER * taken
    return { ...contract, children: isCovered ? children : [] }
  })
}

function paidBetween({ payments }: Contract, from: number, to: number): number {
  return sumAmounts(payments.filter(({ day }) => day >= from && day <= to))
}
