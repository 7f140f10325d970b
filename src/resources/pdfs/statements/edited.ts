import type { EditResult } from '../../../core/statements/edits/edit.ts'
import type { PlacedStatement } from '../../../core/statements/edits/rows.ts'
import type { StatementValues } from '../../documents/statements/overrides.ts'
import type { LoadedStatement } from '../../documents/statements/stored.ts'
import type { StatementPatch } from '../schemas.ts'

/** A statement in the course of a request. */
export interface EditedStatement {
  before: LoadedStatement
  read: PlacedStatement
  after: EditResult | PlacedStatement
  /** All overrides in force. */
  values: StatementValues
  patches: StatementPatch[]
}
