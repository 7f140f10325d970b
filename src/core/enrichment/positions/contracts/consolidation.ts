import { coefficientOfVariation, median } from '../../numbers.ts'
import type { Row } from '../../row.ts'
import type { Contract } from './contract.ts'

/** Fewest weekly credits of a reverse consolidation. */
const MIN_CREDITS = 4
/** Share of the other contracts' payments that the credits must cover (formulas P6). */
export const MIN_COVER = 0.6

/** Whether money comes every week, which no advance does. */
export function isWeeklySupport(credits: readonly Row[]): boolean {
  if (credits.length < MIN_CREDITS) return false
  const gaps = credits.slice(1).map((credit, index) => credit.day - credits[index]!.day)
  const gap = median(gaps)
  return gap >= 5 && gap <= 9 && coefficientOfVariation(credits.map((row) => row.absCents)) <= 0.35
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
    const given = contract.advances.reduce((sum, { absCents }) => sum + absCents, 0)
    return { ...contract, children: given >= MIN_COVER * taken ? children : [] }
  })
}

function paidBetween({ payments }: Contract, from: number, to: number): number {
  return payments
    .filter(({ day }) => day >= from && day <= to)
    .reduce((sum, { absCents }) => sum + absCents, 0)
}
