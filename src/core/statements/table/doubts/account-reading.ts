import type { Dating } from '../dating.ts'
import type { ReadLine } from '../../print/read-line.ts'
import type { DirectionSource } from '../signs/direction.ts'

/** The statement of one account, and what it was read from. */
export interface AccountReading extends DirectionSource {
  lines: readonly ReadLine[]
  dating: Dating
  /** Whether the print shows which of its numbers is the account's. */
  isAccountCertain: boolean
}
