import type { Cents } from '../../values/money.ts'
import { signedCents } from '../print/amounts.ts'
import type { Figure } from '../head/figures/figure.ts'
import type { PlacedAmount, ReadLine } from '../print/read-line.ts'

/** A summary has no more lines between its balances. */
const MAX_LINES = 14
/** Of more figures without a sign not every combination is added up. */
const MAX_OPEN = 7
/** One figure alone is the difference of any two balances. */
const LEAST_FIGURES = 2
/** Figures of a summary agree in their right edge within this many points. */
const EDGE_DRIFT = 4

/**
 * Whether a summary leads from its opening to its closing balance by the figures between them, one
 * a line and whatever their words: `Previous balance 412.90`, `Payments 431.80`, `New balance …`.
 */
export function hasBridge(lines: readonly ReadLine[], figures: readonly Figure[]): boolean {
  const openings = figures.filter(({ label, isCarry }) => label === 'opening' && !isCarry)
  if (lines.some(isBridgeLine)) return true
  return openings.some((opening) =>
    figures.some(
      (closing) =>
        closing.label === 'closing' &&
        closing.line > opening.line + LEAST_FIGURES &&
        closing.line <= opening.line + MAX_LINES &&
        isBridge(lines.slice(opening.line, closing.line + 1), [opening.cents, closing.cents]),
    ),
  )
}

function isBridge(block: readonly ReadLine[], [opening, closing]: [Cents, Cents]): boolean {
  const [{ amounts: head }, ...rest] = block as [ReadLine, ...ReadLine[]]
  const first = head.findLast((amount) => signedCents(amount) === opening)
  if (!first) return false
  // Other panels may stand beside the summary.
  const between = rest
    .slice(0, -1)
    .filter(({ text }) => !LIMIT.test(text))
    .map(({ amounts }) => amounts.find((each) => isUnder(each, first)))
  return leadsTo(between, [opening, closing])
}

// `Overdraft limit  $100.00`   `Available credit  $8,072`: between the balances, but no movement
const LIMIT = /\blimit\b|\bavailable credit\b/i

/** The figures of a summary on one line, from the old balance to the new one. */
function isBridgeLine({ amounts, dates, text }: ReadLine): boolean {
  if (amounts.length < LEAST_ON_LINE || dates.length > 0 || /\p{L}{3}/u.test(text)) return false
  const [opening, closing] = [amounts[0]!, amounts.at(-1)!].map(signedCents) as [Cents, Cents]
  return leadsTo(amounts.slice(1, -1), [opening, closing])
}

/** Fewer figures on a line are those of a row. */
const LEAST_ON_LINE = 5

function leadsTo(
  between: readonly (PlacedAmount | undefined)[],
  [opening, closing]: [Cents, Cents],
): boolean {
  const parts = between.filter((amount) => amount !== undefined && amount.cents !== 0)
  if (parts.length < LEAST_FIGURES) return false
  const isOpen = (amount: PlacedAmount): boolean => amount.sign === 0 && amount.marker === null
  const open = parts.filter((amount) => isOpen(amount!))
  if (open.length > MAX_OPEN) return false
  const signed = parts.filter((amount) => !isOpen(amount!))
  let sums = [signed.reduce((sum, amount) => sum + signedCents(amount!), 0)]
  for (const amount of open)
    sums = sums.flatMap((sum) => [sum + amount!.cents, sum - amount!.cents])
  return sums.some((sum) => [opening + sum, opening - sum].includes(closing))
}

/** Marks behind a figure may be hung out: `400.00 CR` under `1,186.30`. */
function isUnder({ x0, x1, marker }: PlacedAmount, above: PlacedAmount): boolean {
  const isOver = marker !== null && x0 < above.x1 && x1 > above.x1
  return isOver || Math.abs(x1 - above.x1) < EDGE_DRIFT
}
