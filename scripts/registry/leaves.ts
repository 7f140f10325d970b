import { categorySlug } from '../../src/core/values/categories.ts'
import { text } from '../../src/core/values/rows/cells.ts'
import { readRows } from '../../src/core/values/rows/rows.ts'

/**
 * Leaves of the kinds of places that name-suggestion-index knows (keys and values of OpenStreetMap),
 * as taxonomy section 2 and its Plaid map of section 5.1 place them.
 */
export const PLACE_KINDS = readRows(
  new URL('leaves.csv', import.meta.url),
  { kind: text, leaf: categorySlug },
  ['kind'],
)
