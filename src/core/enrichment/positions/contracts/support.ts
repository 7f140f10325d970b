import type { Classified } from '../../classified.ts'
import type { Row } from '../../row.ts'
import { isWeeklySupport, MIN_COVER } from './consolidation.ts'

/** What is paid to funders, by which support is measured. */
const REMITTANCE = 'debt.mca_payment'

/**
 * The weekly credits of a party when they feed what other funders take (formulas P6): nothing of
 * all when they come otherwise than weekly, or cover less than the rule asks.
 */
export function supportIn(credits: readonly Row[], classified: readonly Classified[]): Row[] {
  if (!isWeeklySupport(credits)) return []
  const [from, to] = [credits[0]!.day, credits.at(-1)!.day]
  const taken = classified
    .filter(({ row, slug }) => slug === REMITTANCE && row.day >= from && row.day <= to)
    .reduce((sum, { row }) => sum + row.absCents, 0)
  const given = credits.reduce((sum, { absCents }) => sum + absCents, 0)
  return taken > 0 && given >= MIN_COVER * taken ? [...credits] : []
}
