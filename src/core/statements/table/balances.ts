import type { Cents } from '../../values/money.ts'
import { signedCents } from '../print/amounts.ts'
import { resolveDate } from '../print/printed-dates.ts'
import type { Dating } from './dating.ts'
import { sumRows } from '../reconcile/reconcile.ts'
import type { Statement } from '../statement.ts'
import type { Figure } from '../head/figures/figure.ts'
import type { PrintedTables } from './assembly/printed-tables.ts'
import { readBalance, movingCell } from './signs/readings.ts'
import { sumsOfTables, type BalancePair, type SummarySource } from './summaries.ts'

/** Printed balances differ by what moved; a document prints few of them. */
const MAX_OPTIONS = 8

/**
 * The opening and closing balance among the labelled ones: the first pair whose difference is
 * `movedCents`, the rows' effect on the balance; else the first opening and the last closing.
 * Balances carried over a page break count only where nothing else is labelled.
 */
export function balancePair(tables: PrintedTables, movedCents: Cents): BalancePair {
  const openings = labelled(tables.figures, 'opening')
  const closings = labelled(tables.figures, 'closing').toReversed()
  const total = tables.columnTotals.balance
  if (closings.length === 0 && total) closings.push(signedCents(total))
  if (closings.length === 0) closings.push(...lastBalance(tables, openings, movedCents))
  for (const opening of openings) {
    if (closings.includes(opening + movedCents)) return { opening, closing: opening + movedCents }
  }
  return { opening: openings[0] ?? null, closing: closings[0] ?? null }
}

/**
 * The running balance on the last row (on the first, when the list runs backwards) where no closing
 * balance is labelled. It counts only when the printed sums of credits and debits lead to it too:
 * else nothing shows that the statement ends there.
 */
function lastBalance(
  tables: PrintedTables,
  openings: readonly Cents[],
  movedCents: Cents,
): Cents[] {
  const [credits, debits] = (['totalCredits', 'totalDebits'] as const).map((label) =>
    tables.figures.find((figure) => figure.label === label),
  )
  if (!credits || !debits) return []
  const printed = Math.abs(credits.cents) - Math.abs(debits.cents)
  if (Math.abs(printed) !== Math.abs(movedCents)) return []
  return [tables.rows.at(-1), tables.rows[0]].flatMap((row) => {
    const balance = row ? readBalance(row) : null
    return balance !== null && openings.some((opening) => opening + movedCents === balance)
      ? [balance]
      : []
  })
}

/**
 * A card's balances as amounts owed. Some cards print debt and charges alike with a minus; a
 * negative balance over plain charges is a credit balance.
 */
export function asOwed(printed: PrintedTables): PrintedTables {
  const tables = withCreditsNegative(printed)
  const isBalance = ({ label }: Figure): boolean => label === 'opening' || label === 'closing'
  const balances = tables.figures.filter(isBalance)
  const minusCount = tables.rows.filter((row) => movingCell(row)[1].sign === -1).length
  const isHolderView =
    balances.length > 0 &&
    balances.every(({ cents }) => cents <= 0) &&
    minusCount * 2 > tables.rows.length
  if (!isHolderView) return tables
  const figures = tables.figures.map((figure) =>
    isBalance(figure) ? { ...figure, cents: Math.abs(figure.cents) } : figure,
  )
  return { ...tables, figures }
}

/** `122.66 CR` beside balances without a mark is in favor of the holder of a card. */
function withCreditsNegative(tables: PrintedTables): PrintedTables {
  const isBalance = ({ label }: Figure): boolean => label === 'opening' || label === 'closing'
  const isMarked = (figure: Figure): boolean => isBalance(figure) && figure.isCredit === true
  const isEvery = tables.figures.filter(isBalance).every(isMarked)
  if (isEvery || !tables.figures.some(isMarked)) return tables
  const figures = tables.figures.map((figure) =>
    isMarked(figure) ? { ...figure, cents: -Math.abs(figure.cents) } : figure,
  )
  return { ...tables, figures }
}

/** Distinct figures of a label in printed order, those carried over pages last. */
function labelled(figures: readonly Figure[], label: Figure['label']): Cents[] {
  const all = figures.filter((figure) => figure.label === label)
  const open = all.filter(
    (figure) => !figure.isCarry || !(figure.isPassed || isTaken(figure, figures)),
  )
  const isOpening = label === 'opening'
  // Of several openings one may stand over a page whose rows were not read.
  const isKept = isOpening ? open.length > 0 : all.some(({ isCarry }) => !isCarry)
  const carriedLast = (a: Figure, b: Figure): number => Number(a.isCarry) - Number(b.isCarry)
  const ordered = (isKept ? all : open).toSorted((a, b) =>
    isOpening ? carriedLast(a, b) : carriedLast(b, a),
  )
  const cents = ordered.map((figure) => figure.cents)
  if (isOpening) return [...new Set(cents)].slice(0, MAX_OPTIONS)
  // A balance of every day may stand below that of the end: of equal ones the last counts.
  return [...new Set(cents.toReversed())].slice(0, MAX_OPTIONS).toReversed()
}

/** A balance carried over that the next page takes up again ends nothing, and opens nothing. */
function isTaken({ label, cents, line }: Figure, figures: readonly Figure[]): boolean {
  return figures.some(
    (other) =>
      other.isCarry &&
      other.cents === cents &&
      other.label !== label &&
      (label === 'closing' ? other.line > line : other.line < line),
  )
}

/**
 * Printed sums of all credits and debits. A label like `Deposits and additions` may name one of
 * several tables, so without the word total it counts only when the printed figures themselves
 * add up, opening + credits − debits = closing, or both are the sums of the rows. What sums up some
 * of the tables, `Total purchases` where fees have a table of their own, is none.
 */
export function printedTotals(
  tables: PrintedTables,
  pair: BalancePair,
  { sign, rows, sections }: Pick<SummarySource, 'sign' | 'rows' | 'sections'>,
): Statement['printedTotals'] {
  const sums = sumRows(rows.filter(({ isPending }) => !isPending))
  const moved = [sums.credits, sums.debits]
  const find = (label: Figure['label'], isCertain: boolean): Figure | undefined => {
    const own = tables.figures.filter(
      (figure) => figure.label === label && (!isCertain || figure.phrase.startsWith('total')),
    )
    // Of the totals of payments, of credits and of both, that of both.
    const all = own.find(({ cents }) => cents !== 0 && moved.includes(Math.abs(cents)))
    const parts = sumsOfTables({ rows, sections }, label === 'totalCredits' ? 1 : -1)
    return all ?? own.find(({ isOfList, cents }) => !isOfList && !parts.has(Math.abs(cents)))
  }
  const absolute = (figure: Figure | undefined): Cents | null =>
    figure ? Math.abs(figure.cents) : null
  const { credit, debit } = tables.columnTotals
  const certain = {
    credits: absolute(find('totalCredits', true)) ?? credit?.cents ?? null,
    debits: absolute(find('totalDebits', true)) ?? debit?.cents ?? null,
  }
  const likely = {
    credits: certain.credits ?? absolute(find('totalCredits', false)),
    debits: certain.debits ?? absolute(find('totalDebits', false)),
  }
  const { opening, closing } = pair
  const isProven =
    opening !== null &&
    closing !== null &&
    closing - opening === sign * ((likely.credits ?? 0) - (likely.debits ?? 0))
  const isOfRows = likely.credits === sums.credits && likely.debits === sums.debits
  const findCount = (label: Figure['label'], total: Figure['label']): number | null =>
    find(label, false)?.count ?? find(total, true)?.count ?? null
  return {
    ...(isProven || isOfRows ? likely : certain),
    creditsCount: findCount('creditsCount', 'totalCredits'),
    debitsCount: findCount('debitsCount', 'totalDebits'),
  }
}

/**
 * The bank's daily balances by date; of two for one day the later printed one. A figure beside a
 * day after the period is no balance of it.
 */
export function dailyBalances(
  tables: PrintedTables,
  { frame, period }: Pick<Dating, 'frame' | 'period'>,
): Statement['dailyBalances'] {
  const byDate = new Map<string, Cents>()
  for (const entry of tables.daily) {
    const date = resolveDate(entry.date, frame)
    if (date !== null && date <= (period.end ?? date)) byDate.set(date, entry.cents)
  }
  return [...byDate]
    .map(([date, balance]) => ({ date, balance }))
    .toSorted((a, b) => (a.date < b.date ? -1 : 1))
}
