import type { ReadLine } from '../print/read-line.ts'
import type { Lexicon } from '../vocabulary/lexicon.ts'
import { figuresAt } from './figures/figures.ts'
import type { Figure } from './figures/figure.ts'
import { headingNumber, NamedAccounts } from './named-accounts.ts'

export interface Span {
  start: number
  end: number
}

const HEADING_LINES = 25

/**
 * Where each account of a combined statement begins and ends. A new account begins when, after rows
 * of the account before, an opening balance is printed that is not carried over a page break: under
 * another account's number, or below a closing balance, another one brought forward opens as well.
 * Its heading begins at the line
 * that names its number. With `isDormantOne` an account may have no rows: its closing balance ends
 * it as well.
 */
export function accountSpans(
  lines: readonly ReadLine[],
  lexicon: Lexicon,
  { isDormantOne = false } = {},
): Span[] {
  const starts: number[] = []
  const named = new NamedAccounts(lexicon)
  let hasRows = false
  let closed: Figure | null = null
  lines.forEach((line, index) => {
    const isRow = line.dates[0]?.from === 0 && line.amounts.length > 0
    named.take(line)
    const figures = figuresAt(lines, index, lexicon).filter(
      (figure) => !figure.isCarry || named.isOther(figure) || isOther(figure, closed),
    )
    const opening = figures.find(({ label }) => label === 'opening')
    // The balance brought forward above the first rows was not known for one of an account.
    const isNext = opening && (isOther(opening, closed) || (hasRows && named.isOther(opening)))
    if (isNext && starts.length === 0) starts.push(0)
    if (opening && (hasRows || starts.length === 0)) {
      starts.push(
        starts.length === 0
          ? 0
          : findHeading(lines, { index, after: lastRowBefore(lines, index) }, lexicon),
      )
      hasRows = false
    }
    if (isRow && !opening) {
      if (!hasRows) named.hold()
      hasRows = true
    }
    if (isRow) closed = null
    closed = figures.find(({ label, isCarry }) => label === 'closing' && !isCarry) ?? closed
    if (isDormantOne && figures.some(({ label }) => label === 'closing')) hasRows = true
  })
  return starts.map((start, at) => ({ start, end: starts[at + 1] ?? lines.length }))
}

/** Whether a balance brought forward is not the one that closed the account above. */
function isOther({ label, cents, isCarry }: Figure, closed: Figure | null): boolean {
  return label === 'opening' && isCarry && closed !== null && closed.cents !== cents
}

function lastRowBefore(lines: readonly ReadLine[], index: number): number {
  return lines.findLastIndex(
    ({ dates, amounts }, at) => at < index && dates[0]?.from === 0 && amounts.length > 0,
  )
}

function findHeading(
  lines: readonly ReadLine[],
  { index, after }: { index: number; after: number },
  lexicon: Lexicon,
): number {
  for (let at = index; at > Math.max(after, index - HEADING_LINES); at -= 1) {
    if (headingNumber(lines[at]!, lexicon) !== null) return pageHead(lines, at, after)
  }
  return headAbove(lines, index)
}

/** The first line of the page where neither rows nor figures stand above the heading. */
function pageHead(lines: readonly ReadLine[], heading: number, after: number): number {
  const { page } = lines[heading]!
  const first = lines.findIndex((line) => line.page === page)
  const isHead = lines.slice(first, heading).every(({ amounts }) => amounts.length === 0)
  return first > after && isHead ? first : heading
}

/** A table's title and head are so many lines at most … */
const HEAD_LINES = 5
/** … and stand apart from what is above them by this share of their height. */
const HEAD_GAP = 0.8

/**
 * Where the lines right above begin, if blank space or a figure separates them from the account
 * before: otherwise they may be the end of its last row.
 */
function headAbove(lines: readonly ReadLine[], index: number): number {
  for (let at = index - 1; at > index - 1 - HEAD_LINES; at -= 1) {
    const [line, above] = [lines[at], lines[at - 1]]
    if (!line || line.page !== lines[index]!.page || line.amounts.length + line.dates.length > 0)
      return index
    const isApart = above?.page !== line.page || line.y0 - above.y1 > HEAD_GAP * (line.y1 - line.y0)
    if (isApart || above.amounts.length > 0) return at
  }
  return index
}
