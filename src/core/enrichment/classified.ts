import type { AssignedCategory } from '../values/transaction.ts'
import type { MatchOf } from './descriptor/lexicon.ts'
import type { Partner } from './matching/pairs.ts'
import type { Row } from './row.ts'

/** A row with its categories, its partner and the funder that it names. */
export interface Classified {
  row: Row
  categories: AssignedCategory[]
  /** Slug of the primary category. */
  slug: string
  partner: Partner | null
  funder: MatchOf<'funder'> | null
}
