import { findCategory } from '../../../core/values/categories.ts'
import type { AssignedCategory } from '../../../core/values/transaction.ts'

/**
 * The categories of a row as its column has them: none; or the slug of the first with a text that
 * has the rest, half the bytes of the list or less; or the list itself, as the release before
 * writes it. Its processes find the slug where they look for it.
 */
export type StoredCategories = readonly AssignedCategory[] | readonly [PackedCategories]

interface PackedCategories {
  slug: string
  /** A list in JSON: `[[0.89,0.99,"rule","cue:RENT"],[0.4,0.95,"model","model","cogs.other"]]`. */
  assigned: string
}

/** The first comes without its slug; names follow from slugs. */
type Assigned = [
  confidence: number,
  familyConfidence: number | null,
  source: AssignedCategory['source'],
  ruleId: string | null,
  slug?: string,
]

/** Rows of one kind share their categories, so what is written of these is shared too. */
const packed = new WeakMap<readonly AssignedCategory[], StoredCategories>()

export function packCategories(categories: readonly AssignedCategory[]): StoredCategories {
  const known = packed.get(categories)
  if (known !== undefined) return known
  const written = pack(categories)
  packed.set(categories, written)
  return written
}

function pack(categories: readonly AssignedCategory[]): StoredCategories {
  const [first] = categories
  if (first === undefined) return []
  const assigned = categories.map(
    ({ slug, confidence, familyConfidence, source, ruleId }, at): Assigned =>
      at === 0
        ? [confidence, familyConfidence, source, ruleId]
        : [confidence, familyConfidence, source, ruleId, slug],
  )
  return [{ slug: first.slug, assigned: JSON.stringify(assigned) }]
}

export function unpackCategories(stored: StoredCategories): AssignedCategory[] {
  const [first] = stored
  if (first === undefined || !('assigned' in first)) return stored as AssignedCategory[]
  const assigned = JSON.parse(first.assigned) as Assigned[]
  return assigned.map(([confidence, familyConfidence, source, ruleId, slug = first.slug]) => {
    return { slug, name: nameOfSlug(slug), confidence, familyConfidence, source, ruleId }
  })
}

/** The primary category alone, as far as ledgers look at it. */
export function toPrimary(slug: string | null): Pick<AssignedCategory, 'slug' | 'name'>[] {
  return slug === null ? [] : [{ slug, name: nameOfSlug(slug) }]
}

function nameOfSlug(slug: string): string {
  return findCategory(slug)?.name ?? slug
}
