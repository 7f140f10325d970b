import { headerAt } from '../heads/columns.ts'
import type { Doubt } from '../../statement.ts'
import type { AccountReading } from './account-reading.ts'

/** A note or two under an empty table may name a sum. */
const LEAST_LINES = 3

/**
 * Lines with money under the head of a table of which no row was read: where nothing moved in sum,
 * the balances agree all the same.
 */
export function emptyTables({ statement, lines, tables, lexicon }: AccountReading): Doubt[] {
  if (statement.rows.length > 0) return []
  const head = lines.findIndex((_, at) => headerAt(lines, at, lexicon) !== null)
  if (head < 0) return []
  const known = new Set(tables.figures.map(({ line }) => line))
  const loose = lines.filter(
    ({ amounts, text }, at) =>
      at > head &&
      !known.has(at) &&
      /\p{L}{3}/u.test(text) &&
      amounts.some(({ cents }) => cents !== 0),
  )
  if (loose.length < LEAST_LINES) return []
  const message = `${loose.length} lines with money stand under the head of a table, of which no row was read.`
  return [{ code: 'line_not_read', message }]
}
