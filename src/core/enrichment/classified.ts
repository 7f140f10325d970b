import type { Partner } from './matching/pairs.ts'
import type { Row } from './row.ts'
import type { Classification } from './rules/classify.ts'

/** A row with what is said of it, and its partner. */
export interface Classified extends Classification {
  row: Row
  /** Slug of the primary category. */
  slug: string
  partner: Partner | null
}
