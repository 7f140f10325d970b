import type { Dating } from '../dating.ts'
import type { ReadLine } from '../../print/read-line.ts'
import type { Statement } from '../../statement.ts'
import type { Lexicon } from '../../vocabulary/lexicon.ts'
import type { PrintedTables } from '../assembly/printed-tables.ts'

/** The statement of one account, and what it was read from. */
export interface AccountReading {
  statement: Statement
  lines: readonly ReadLine[]
  tables: PrintedTables
  lexicon: Lexicon
  dating: Dating
  /** Whether the print shows which of its numbers is the account's. */
  isAccountCertain: boolean
}
