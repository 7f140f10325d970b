import { monospaceLines } from '../print/monospace.ts'
import { isProven } from '../reconcile/reconcile.ts'
import type { ReadingHints, Statement } from '../statement.ts'
import { readTables } from '../table/read-tables.ts'
import type { TabularReading } from './tabular.ts'

/** Fewer lines with blanks between their words are no table. */
const LEAST_LINES = 5
/** What is no table either would keep the reader for longer than it may take. */
const MOST_LINES = 20_000

/**
 * A list that a core system printed into a file, with heads and carries on each page and days
 * without a year: read as print, by the places of its words. Null where its own figures do not
 * prove what was read.
 */
export function readTextPrint(text: string, hints: ReadingHints): TabularReading | null {
  const lines = text.split('\n').filter((line) => /\S {2,}\S/.test(line))
  if (lines.length < LEAST_LINES || lines.length > MOST_LINES) return null
  const statements = readTables(monospaceLines(text.split('\f')), hints, null)
  const isRead = statements.every((each) => each.rows.length > 0 && isProven(each))
  if (statements.length === 0 || !isRead) return null
  return { statements: statements.map(withoutPlaces), problems: [], failure: null }
}

/** A file of text has no pages that could be shown. */
function withoutPlaces(statement: Statement): Statement {
  const rows = statement.rows.map((row) => ({ ...row, page: null, box: null }))
  return { ...statement, rows, pages: null }
}
