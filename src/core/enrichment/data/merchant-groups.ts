import { categorySlug } from '../../values/categories.ts'
import { list, choice, text } from '../../values/rows/cells.ts'
import { readRows } from '../../values/rows/rows.ts'
import { FUNDER_TYPES, type FunderType } from './funder-types.ts'

const RISK_LEVELS = ['none', 'low', 'medium', 'high'] as const

export type RiskLevel = (typeof RISK_LEVELS)[number]

/** Merchants that matter to risk together, across categories (taxonomy section 7). */
export interface MerchantGroup {
  slug: string
  name: string
  description: string
  /** How much a deal's dealings with the group call for a closer look. */
  riskLevel: RiskLevel
  /** Leaves whose merchants belong to the group. */
  categories: readonly string[]
  /** Types of the funder registry that belong to it. */
  funderTypes: readonly FunderType[]
}

export const GROUPS: readonly MerchantGroup[] = readRows(
  new URL('merchant-groups.csv', import.meta.url),
  {
    slug: text,
    name: text,
    description: text,
    riskLevel: choice(RISK_LEVELS, 'a level of risk'),
    categories: list(categorySlug),
    funderTypes: list(choice(FUNDER_TYPES, 'a type of funder')),
  },
  ['slug'],
)
