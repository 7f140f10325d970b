import type { Problem } from '../../../values/problem.ts'
import type { Statement } from '../../statement.ts'
import { getLast4 } from '../tabular.ts'

/** What a table, or a sheet, of a file yields. */
export interface TablePart {
  statements: Statement[]
  problems: Problem[]
  /** A section of rows that are not booked yet. */
  isPending: boolean
}

/** A table that may be any list: nothing shows that it is of an account. */
export interface ReadPart extends TablePart {
  isAnyList: boolean
}

/**
 * The parts with the rows of a section of pending ones in the one statement that they belong to, in
 * the order of the file; as they are where there are several.
 */
export function withPendingRows(parts: readonly TablePart[]): TablePart[] {
  const booked = parts.filter(({ isPending }) => !isPending)
  const [only, ...others] = booked.flatMap(({ statements }) => statements)
  const isOne = only !== undefined && others.length === 0
  if (booked.length === parts.length || !isOne) return [...parts]
  const numbers = parts.flatMap(({ statements }) =>
    statements.flatMap(({ accountNumber }) => accountNumber ?? []),
  )
  const accountNumber = only.accountNumber ?? numbers[0] ?? null
  const rows = parts.flatMap(({ statements }) => statements.flatMap((each) => each.rows))
  const statement = { ...only, rows, accountNumber, accountLast4: getLast4(accountNumber) }
  const problems = parts.flatMap((part) => part.problems)
  return [{ isPending: false, statements: [statement], problems }]
}
