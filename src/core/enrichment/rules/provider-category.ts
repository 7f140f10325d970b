import { findCategory } from '../../values/categories.ts'
import { PROVIDER_CATEGORIES } from '../data/provider-categories.ts'

const BY_CODE = new Map(PROVIDER_CATEGORIES.map((row) => [row.code.toLowerCase(), row]))

/**
 * The leaf of a category that a provider or a caller gave: one of ours, a Plaid detailed code, a
 * Heron label or an Ocrolus tag, in any case. Null when the word is none of them.
 */
export function providerSlug(given: string, isInflow: boolean): string | null {
  const category = findCategory(given)
  if (category) return category.slug
  const row = BY_CODE.get(given.trim().toLowerCase().replaceAll(' ', '_'))
  if (!row) return null
  return isInflow ? row.in : row.out
}
