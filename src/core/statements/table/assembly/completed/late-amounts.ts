import { textWithout, type ReadLine } from '../../../print/read-line.ts'
import { hasAmount } from '../../row-lines.ts'
import { hasNoWords } from '../../../currency/money-abroad.ts'
import type { PrintedRow } from '../printed-tables.ts'

/** One row alone may end with its amount by chance. */
const LEAST_LATE = 2

/**
 * The rows of a table that prints amounts on the last line of each row, where words below an amount
 * begin the next row of the day. Where a row shows that words go on below its amount, none move.
 */
export function withLateAmounts(rows: readonly PrintedRow[]): readonly PrintedRow[] {
  if (!isLate(rows) || rows.some((row, at) => goesOn(row, rows[at + 1]))) return rows
  const found = [...rows]
  for (const [at, row] of rows.entries()) {
    const count = linesBelow(row)
    const text = row.lines.slice(row.lines.length - count).map((line) => textWithout(line, []))
    if (count === 0 || row.description.slice(-count).join('\n') !== text.join('\n')) continue
    const next = found[at + 1]!
    found[at] = {
      ...found[at]!,
      description: found[at]!.description.slice(0, -count),
      lines: found[at]!.lines.slice(0, -count),
    }
    found[at + 1] = {
      ...next,
      description: [...text, ...next.description],
      lines: [...row.lines.slice(-count), ...next.lines],
    }
  }
  return found
}

/** Words between two amounts of a day, in a table of which rows both end and begin with theirs. */
export function wordsOfEither(rows: readonly PrintedRow[]): string[] {
  if (!isLate(rows)) return []
  return rows
    .flatMap((row, at) =>
      linesBelow(row) > 0 && mayTake(rows[at + 1], row.lines) ? [row.lines.at(-1)!.text] : [],
    )
    .filter((text) => !hasNoWords(text))
}

function isLate(rows: readonly PrintedRow[]): boolean {
  return rows.filter((row) => amountLine(row) > 0).length >= LEAST_LATE
}

/** Words below the amount of a row that no row without a day follows: they are its own. */
function goesOn(row: PrintedRow, next: PrintedRow | undefined): boolean {
  return linesBelow(row) > 0 && !mayTake(next, row.lines)
}

/** Gaps between lines that are set alike differ by less than this, in points. */
const GAP_SLACK = 1.5

/** Whether the row begins with its amount and the day of the row above, as near to it. */
function mayTake(next: PrintedRow | undefined, lines: readonly ReadLine[]): boolean {
  const [above, last] = lines.slice(-2)
  const [first] = next?.lines ?? []
  if (!next?.isUndated || first!.page !== last!.page || amountLine(next) > 0) return false
  return first!.y0 - last!.y1 < last!.y0 - above!.y1 + GAP_SLACK
}

function linesBelow(row: PrintedRow): number {
  return hasAmount(row) && !row.isListed ? row.lines.length - 1 - amountLine(row) : 0
}

/** The index of the line that has the amount of the row. */
function amountLine({ cells, loose, lines }: PrintedRow): number {
  const own = cells.amount ?? cells.debit ?? cells.credit ?? loose[0]
  const at = lines.findIndex(({ amounts }) =>
    amounts.some(
      ({ from, x0, cents }) => from === own?.from && x0 === own.x0 && cents === own.cents,
    ),
  )
  return Math.max(at, 0)
}
