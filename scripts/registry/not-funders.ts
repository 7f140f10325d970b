import { categorySlug } from '../../src/core/values/categories.ts'
import { capitals, list, optional } from '../../src/core/values/rows/cells.ts'
import { readRows } from '../../src/core/values/rows/rows.ts'

/**
 * Names that look like a funder and are not (formulas 9.4). A funder alias that overlaps one of
 * these words does not count. `in` and `out` are the leaves that the name itself settles.
 */
export interface NotFunder {
  cues: readonly string[]
  in: string | null
  out: string | null
}

export const NOT_FUNDERS: readonly NotFunder[] = readRows(
  new URL('not-funders.csv', import.meta.url),
  { cues: list(capitals), in: optional(categorySlug), out: optional(categorySlug) },
  ['cues'],
)
