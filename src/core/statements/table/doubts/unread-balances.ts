import type { Cents } from '../../../values/money.ts'
import { formatCents } from '../../reconcile/repair.ts'
import type { Doubt, Statement } from '../../statement.ts'
import type { Figure } from '../../head/figures/figure.ts'
import { headerAt } from '../heads/columns.ts'
import type { AccountReading } from './account-reading.ts'
import { heldFigures, standingFigures } from './echoes.ts'

/**
 * Printed balances beyond those the rows run between: of an account of which no row was read, or of
 * the statement itself, whose first or last rows are then missing.
 */
export function unreadBalances(
  { tables, statement }: AccountReading,
  readings: readonly AccountReading[],
): Doubt[] {
  const known = new Set(
    readings.flatMap((reading) => [
      ...standingFigures(reading.statement),
      ...heldFigures(reading.statement),
    ]),
  )
  const open = tables.figures.filter(({ cents }) => !known.has(Math.abs(cents)))
  const opening = open.find(({ label, isCarry }) => label === 'opening' && !isCarry)
  const closing = open.find(
    ({ label, line, isCarry }) => label === 'closing' && !isCarry && line >= (opening?.line ?? 0),
  )
  if (opening && closing) {
    const [from, to] = [opening, closing].map(({ cents }) => formatCents(cents))
    const message = `An account from ${from} to ${to} is printed, of which no row was read.`
    return [{ code: 'account_not_read', message }]
  }
  const beyond = open.find((figure) => isBeyond(figure, tables.figures, statement))
  if (!beyond) return []
  const [printed, read] = [beyond.cents, getBalance(statement, beyond)].map(formatCents)
  const message = `A ${beyond.phrase} of ${printed} is printed beyond that of ${read}.`
  return [{ code: 'figure_disagrees', message }]
}

/**
 * Whether the figure stands outside of the balance that was used, in the same words, or in other
 * words where the balance used is only carried over a page.
 */
function isBeyond(figure: Figure, own: readonly Figure[], statement: Statement): boolean {
  const { label, phrase, line } = figure
  if (label !== 'opening' && label !== 'closing') return false
  const balance = getBalance(statement, figure)
  const taken = own.filter((each) => each.label === label && Math.abs(each.cents) === balance)
  const isOutside = (each: Figure): boolean =>
    label === 'opening' ? line < each.line : line > each.line
  const isLike = (each: Figure): boolean =>
    each.phrase === phrase || (each.isCarry && !figure.isCarry)
  return taken.length > 0 && taken.every((each) => isLike(each) && isOutside(each))
}

function getBalance({ openingBalance, closingBalance }: Statement, { label }: Figure): Cents {
  return Math.abs((label === 'opening' ? openingBalance : closingBalance) ?? 0)
}

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
