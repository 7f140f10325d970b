import type { Cents } from '../../values/money.ts'
import { findPhrases } from '../vocabulary/phrases.ts'
import type { PlacedAmount, ReadLine } from '../print/read-line.ts'
import type { FeesPrinted } from '../statement.ts'
import { spanOfMatch } from './figures/figures.ts'
import type { FeeKind, Lexicon } from '../vocabulary/lexicon.ts'
import { startsColumn } from './labels.ts'

/** The head of the two columns stands among so many lines over a sum. */
const HEAD_LINES = 4

/**
 * Totals of overdraft and returned-item (NSF) fees, for the period and the year to date, which
 * American banks have to print (12 CFR 1030.11(a)); null where neither is printed.
 */
export function feesPrinted(lines: readonly ReadLine[], lexicon: Lexicon): FeesPrinted | null {
  const overdraft = readFeeTotals('overdraft', lines, lexicon)
  const returned = readFeeTotals('returned', lines, lexicon)
  if (!overdraft && !returned) return null
  return {
    overdraftPeriod: overdraft?.period ?? null,
    overdraftYtd: overdraft?.ytd ?? null,
    returnedPeriod: returned?.period ?? null,
    returnedYtd: returned?.ytd ?? null,
  }
}

interface Sums {
  period: Cents | null
  ytd: Cents | null
}

/** The last such line counts: one before it may be of another period. */
function readFeeTotals(kind: FeeKind, lines: readonly ReadLine[], lexicon: Lexicon): Sums | null {
  const at = lines.findLastIndex((line) => listAmounts(kind, line, lexicon).length > 0)
  if (at < 0) return null
  const [first, second] = listAmounts(kind, lines[at]!, lexicon)
  if (second) return { period: Math.abs(first!.cents), ytd: Math.abs(second.cents) }
  const cents = Math.abs(first!.cents)
  return isYearToDate(lines, { at, amount: first!, lexicon })
    ? { period: null, ytd: cents }
    : { period: cents, ytd: null }
}

function listAmounts(kind: FeeKind, line: ReadLine, lexicon: Lexicon): PlacedAmount[] {
  const label = findPhrases(lexicon.feeTotals, line.plain).find(({ meaning }) => meaning === kind)
  if (!label || !startsColumn(line, label.start)) return []
  const { x1 } = spanOfMatch(line, label)
  return line.amounts.filter(({ x0 }) => x0 >= x1)
}

/** Whether the words of the line, or over the amount, say that it is of the year. */
function isYearToDate(
  lines: readonly ReadLine[],
  { at, amount, lexicon }: { at: number; amount: PlacedAmount; lexicon: Lexicon },
): boolean {
  if (findPhrases(lexicon.yearToDate, lines[at]!.plain).length > 0) return true
  return lines.slice(Math.max(0, at - HEAD_LINES), at).some((line) =>
    findPhrases(lexicon.yearToDate, line.plain)
      .map((match) => spanOfMatch(line, match))
      .some(({ x0, x1 }) => x0 <= amount.x1 && amount.x0 <= x1),
  )
}
