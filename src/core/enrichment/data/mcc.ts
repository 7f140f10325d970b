import { categorySlug } from '../../values/categories.ts'
import { optional, range } from '../../values/rows/cells.ts'
import { readRows } from '../../values/rows/rows.ts'

/** Merchant category codes to leaves, used at layer 11 only (taxonomy 5.5). First range wins. */
export interface MccRange {
  from: number
  to: number
  in: string | null
  out: string | null
}

export const MCC_RANGES: readonly MccRange[] = readRows(
  new URL('mcc.csv', import.meta.url),
  { codes: range(1, 9999), in: optional(categorySlug), out: optional(categorySlug) },
  ['codes'],
).map(({ codes: [from, to], in: into, out }) => ({ from, to, in: into, out }))

/** Leaves that change with the industry of the applicant (taxonomy section 2, hard cases). */
export const INDUSTRY_LEAVES: readonly { naics: readonly string[]; from: string; to: string }[] = [
  { naics: ['48', '49'], from: 'expenses.fuel', to: 'cogs.fuel' },
  { naics: ['62'], from: 'expenses.medical', to: 'cogs.inventory' },
  { naics: ['8111'], from: 'expenses.vehicle', to: 'cogs.auto_parts' },
]

/** NAICS prefixes whose factoring advances count as revenue by default (formulas section 3). */
export const FACTORING_IS_REVENUE: readonly string[] = ['484', '488', '5613']
