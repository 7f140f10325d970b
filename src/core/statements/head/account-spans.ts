import type { ReadLine } from '../print/read-line.ts'
import type { Lexicon } from '../vocabulary/lexicon.ts'
import { accountNumberOn, last4Of } from './account-facts.ts'
import { figuresAt } from '../table/figures.ts'

/** Lines of one account, `end` exclusive. */
export interface Span {
  start: number
  end: number
}

/** How far above its opening balance an account's heading may stand. */
const HEADING_LINES = 25

/**
 * Where each account of a combined statement begins and ends. A new account begins when, after
 * rows of the account before, an opening balance is printed again that is not carried over a page
 * break; the heading above it, from the line that names its number, belongs to it.
 */
export function accountSpans(lines: readonly ReadLine[], lexicon: Lexicon): Span[] {
  const starts: number[] = []
  let hasRows = false
  lines.forEach((line, index) => {
    const isRow = line.dates[0]?.from === 0 && line.amounts.length > 0
    const opening = figuresAt(lines, index, lexicon).find(({ label }) => label === 'opening')
    if (opening && !opening.isCarry && (hasRows || starts.length === 0)) {
      starts.push(
        starts.length === 0
          ? 0
          : headingOf(lines, { index, after: lastRowBefore(lines, index) }, lexicon),
      )
      hasRows = false
    }
    if (isRow && !opening) hasRows = true
  })
  return starts.map((start, at) => ({ start, end: starts[at + 1] ?? lines.length }))
}

function lastRowBefore(lines: readonly ReadLine[], index: number): number {
  return lines.findLastIndex(
    ({ dates, amounts }, at) => at < index && dates[0]?.from === 0 && amounts.length > 0,
  )
}

/** The nearest line above that names an account number, else the opening balance's own line. */
function headingOf(
  lines: readonly ReadLine[],
  { index, after }: { index: number; after: number },
  lexicon: Lexicon,
): number {
  for (let at = index; at > Math.max(after, index - HEADING_LINES); at -= 1) {
    if (last4Of(accountNumberOn(lines[at]!, lexicon)) !== null) return at
  }
  return index
}
