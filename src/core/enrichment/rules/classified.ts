import type { Partner } from '../matching/pairs.ts'
import type { Row } from '../row.ts'
import type { Classification } from './classify.ts'

/** A row with its classification and its partner. */
export interface Classified extends Classification {
  row: Row
  partner: Partner | null
}
