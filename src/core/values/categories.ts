import { CATEGORY_ROWS, type CategoryRow } from './data/categories.ts'
import { choice } from './rows/cells.ts'

/** One leaf of the taxonomy; what `GET /v1/categories` lists. */
export interface Category extends CategoryRow {
  parentSlug: string
  /** The slug that took over from a retired leaf, else null. */
  replacedBy: string | null
}

/** Date of the category list below; numbers name the version that they were computed with. */
export const TAXONOMY_VERSION = '2026-11-21'

/** Every leaf, in the order of the taxonomy. */
export const CATEGORIES: readonly Category[] = CATEGORY_ROWS.map((row) => ({
  ...row,
  parentSlug: row.slug.slice(0, row.slug.indexOf('.')),
  replacedBy: null,
}))

/** What an underwriter would not confuse: money that is earned, owed, moved, spent or charged. */
export const FAMILIES = ['income', 'debt', 'transfer', 'equity', 'expense', 'fee', 'none'] as const

export type Family = (typeof FAMILIES)[number]

const FAMILY_BY_ROOT: Readonly<Record<string, Family>> = {
  revenue: 'income',
  income: 'income',
  returns: 'income',
  transfers: 'transfer',
  debt: 'debt',
  equity: 'equity',
  cogs: 'expense',
  expenses: 'expense',
  taxes: 'expense',
  fees: 'fee',
}

/** The family of a leaf, also of one that a tenant added. `none` for what is not categorized. */
export function getFamily(slug: string): Family {
  if (slug === 'debt.interest_charge') return 'fee'
  if (slug === 'debt.credit_card_payment') return 'transfer'
  return FAMILY_BY_ROOT[slug.slice(0, slug.indexOf('.'))] ?? 'none'
}

/** The slug of a leaf, in a table of static data. */
export const categorySlug = choice(
  CATEGORY_ROWS.map(({ slug }) => slug),
  'a category',
)

const BY_SLUG = new Map(CATEGORIES.map((category) => [category.slug, category]))

/**
 * The leaf of a slug. A third segment, which a tenant may add, inherits from its leaf:
 * `expenses.software.hosting` gives `expenses.software`. Null for an unknown slug.
 */
export function findCategory(slug: string): Category | null {
  return BY_SLUG.get(slug) ?? BY_SLUG.get(slug.split('.', 2).join('.')) ?? null
}
