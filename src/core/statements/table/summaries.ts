import type { Cents } from '../../values/money.ts'
import { sumRows } from '../reconcile/reconcile.ts'
import type { StatementRow, StatementSection } from '../statement.ts'
import type { Figure, Place } from '../head/figures/figure.ts'
import type { PrintedTables } from './assembly/printed-tables.ts'

/** The printed balances a statement runs between; null where none is printed. */
export interface BalancePair {
  opening: Cents | null
  closing: Cents | null
}

export interface SummarySource {
  tables: PrintedTables
  pair: BalancePair
  /** −1 where balances are owed. */
  sign: 1 | -1
  rows: readonly StatementRow[]
  sections: readonly StatementSection[]
}

/** With more tables, not every combination is added up. */
const MAX_TABLES = 8

/**
 * Printed sums of money in and out that match neither all rows nor any of the tables, as sections
 * that do not close (formulas T2). A summary whose own figures lead from the opening to the closing
 * balance is left alone: it may group the rows in its own way.
 */
export function unmatchedSummaries(source: SummarySource): StatementSection[] {
  const { figures } = source.tables
  const printed = figures.filter(
    ({ label, isOfList }) => (label === 'totalCredits' || label === 'totalDebits') && !isOfList,
  )
  if (printed.length === 0 || source.tables.isBridged || isConsistent(source, printed)) return []
  const sums = sumRows(source.rows.filter(({ isPending }) => !isPending))
  return printed.flatMap((figure) => {
    const { label, phrase, cents, count } = figure
    const isCredit = label === 'totalCredits'
    const parsed = isCredit ? sums.credits : sums.debits
    const isKnown = sumsOfTables(source, isCredit ? 1 : -1).has(Math.abs(cents))
    if (isKnown || parsed === Math.abs(cents)) return []
    if (headsPart(figure, printed, source.rows) || isPart(figure, printed, parsed)) return []
    const [printedTotal, parsedTotal] = [Math.abs(cents), parsed].map((sum) =>
      isCredit ? sum : -sum,
    ) as [Cents, Cents]
    return {
      name: phrase,
      printedTotal,
      printedCount: count,
      parsedTotal,
      parsedCount: isCredit ? sums.creditsCount : sums.debitsCount,
      difference: printedTotal - parsedTotal,
      isSummary: true,
    }
  })
}

/** Whether a sum of the same kind agrees with all rows, so that a smaller one is a part of it. */
function isPart({ label, cents }: Figure, printed: readonly Figure[], parsed: Cents): boolean {
  const hasWhole = printed.some((one) => one.label === label && Math.abs(one.cents) === parsed)
  return hasWhole && Math.abs(cents) < parsed
}

/** Whether the figure sums up the rows from its line down to the next one of its kind. */
function headsPart(
  { label, cents, place }: Figure,
  printed: readonly Figure[],
  rows: readonly StatementRow[],
): boolean {
  if (!place) return false
  const next = printed.find((other) => other.label === label && isBelow(other.place, place))
  const own = rows.filter(({ page, box, isPending }) => {
    const at = page !== null && box !== null ? { page, y0: box[1] } : undefined
    return !isPending && isBelow(at, place) && !(next && isBelow(at, next.place))
  })
  const { credits, debits } = sumRows(own)
  const sum = label === 'totalCredits' ? credits : debits
  return cents !== 0 && own.length < rows.length && sum === Math.abs(cents)
}

function isBelow(lower: Place | undefined, upper: Place | undefined): boolean {
  if (!lower || !upper) return false
  return lower.page > upper.page || (lower.page === upper.page && lower.y0 > upper.y0)
}

/**
 * Whether the summary's figures alone lead from the opening to the closing balance, with charges
 * counted among the debits or separately.
 */
function isConsistent({ pair, sign, tables }: SummarySource, printed: readonly Figure[]): boolean {
  const { opening, closing } = pair
  if (opening === null || closing === null) return false
  const moved = printed.reduce(
    (sum, { label, cents }) => sum + (label === 'totalCredits' ? 1 : -1) * Math.abs(cents),
    0,
  )
  const charges = tables.figures
    .filter(({ label }) => label === 'charges')
    .reduce((sum, { cents }) => sum + Math.abs(cents), 0)
  return [moved, moved - charges].includes(sign * (closing - opening))
}

/** What the tables of a direction, those without a title as one, and combinations come to. */
export function sumsOfTables(
  { sections, rows }: Pick<SummarySource, 'sections' | 'rows'>,
  direction: 1 | -1,
): Set<Cents> {
  const untitled = sumRows(rows.filter(({ section, isPending }) => section === null && !isPending))
  const totals = [untitled.credits, -untitled.debits, ...sections.map((each) => each.parsedTotal)]
    .filter((total) => Math.sign(total) === direction)
    .slice(0, MAX_TABLES)
  let sums: Cents[] = [0]
  for (const total of totals) sums = [...sums, ...sums.map((sum) => sum + Math.abs(total))]
  return new Set(sums.map((sum) => Math.abs(sum)))
}
