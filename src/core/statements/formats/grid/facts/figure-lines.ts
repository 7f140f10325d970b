import type { PlainDate } from '../../../../values/dates.ts'
import type { Cents } from '../../../../values/money.ts'
import type { Problem } from '../../../../values/problem.ts'
import { plainWords } from '../../../vocabulary/plain-words.ts'
import { parseCents } from '../cells/amounts.ts'
import { looksLikeDate, parseDate } from '../cells/dates.ts'
import type { FactLine, SummaryRow, TableRows, TransactionRow, Writing } from '../read-rows.ts'
import { isNewestFirst } from '../row-order.ts'
import { findRole } from '../words/header-words.ts'
import { findLabelKind } from './label-kinds.ts'
import { labelledFigures } from './labelled-figures.ts'
import { readEdgeDays, readMonth, readOpenPeriod } from './open-period.ts'
import { datesIn } from './period-line.ts'
import { addSummary, NOTHING_PRINTED, type TableFacts } from './table-facts.ts'

interface Figure {
  label: string
  cents: Cents
  date: PlainDate | null
  isAbove: boolean
}

/**
 * Takes the figures of lines that stand in one cell with their label, or under words that no list
 * has as a whole. A balance of some day is the opening or the closing one by its day. What is left
 * of labelled money while an edge is unknown is a doubt: one problem for each figure.
 */
export function readFigureLines(
  lines: readonly FactLine[],
  { transactions, summaries }: Pick<TableRows, 'transactions' | 'summaries'>,
  { facts, writing, edges }: { facts: TableFacts; writing: Writing; edges: readonly Cents[] },
): Problem[] {
  const standing: Figure[] = []
  const open: Figure[] = []
  const printedOn = dayOfPrint(lines, writing)
  for (const { cells, isAbove } of lines)
    for (const { label, printed, isMoney } of labelledFigures(cells)) {
      const amount = parseCents(printed, writing.mark, printed.currency ?? writing.currency)
      if (amount === null) continue
      const cents = printed.side === 'debit' ? -Math.abs(amount) : amount
      const kind = findLabelKind(label)
      const date = datesIn(label, writing.order)[0] ?? printedOn
      const figure = { label, cents, date, isAbove }
      if (kind === 'standing') standing.push(figure)
      else if (kind === null && isMoney) open.push(figure)
      else if (kind !== null && kind !== 'other' && kind !== 'daily')
        addSummary({ kind, label, ...NOTHING_PRINTED, isAbove, amount: cents }, facts, writing)
    }
  const plain = lines.filter(
    (line) => labelledFigures(line.cells).length === 0 || readMonth(line) !== null,
  )
  const period = readOpenPeriod(plain, transactions, { facts, writing })
  readEdgeDays(summaries, transactions, facts)
  takeStandingRows(summaries, transactions, { facts, writing })
  const unplaced = standing.filter((figure) => !takeStanding(figure, transactions, facts))
  const unread = open.filter(
    (figure) => !edges.includes(figure.cents) && isOpen(figure, transactions, facts),
  )
  return [...[...unplaced, ...unread].map(doubt), ...period]
}

/** The one day that a line of two cells names (`Date ;31/03/2026`), when the file was made. */
function dayOfPrint(lines: readonly FactLine[], { order }: Writing): PlainDate | null {
  const days = lines
    .map(({ cells }) => cells.filter((cell) => cell !== ''))
    .filter(([label = '', day = '', ...more]) => {
      const name = findRole(plainWords(label))
      return more.length === 0 && name?.role === 'date' && looksLikeDate(day)
    })
    .map(([, day]) => parseDate(day!, order))
  return days.length === 1 ? days[0]! : null
}

/** Balances of some day that stand among the rows: by their day, else by their place. */
function takeStandingRows(
  summaries: readonly SummaryRow[],
  rows: readonly TransactionRow[],
  { facts, writing }: { facts: TableFacts; writing: Writing },
): void {
  for (const summary of summaries.filter(({ kind }) => kind === 'standing')) {
    const { label, isAbove, balance, amount, credit, debit, side } = summary
    const shown = balance ?? amount ?? (credit === 0 ? null : credit) ?? debit
    if (shown === null) continue
    const cents =
      side === 'debit' || (shown === debit && balance === null) ? -Math.abs(shown) : shown
    const date = datesIn(label, writing.order)[0] ?? null
    if (date !== null && takeStanding({ label, cents, date, isAbove }, rows, facts)) continue
    if (isAbove !== isNewestFirst(rows)) facts.openingBalance ??= cents
    else facts.closingBalance ??= cents
  }
}

/**
 * Whether its day, or the running balances, show which edge a balance is. One without any is that
 * of the day when the file was made: the closing one, which a person confirms.
 */
function takeStanding(
  { cents, date, isAbove }: Figure,
  rows: readonly TransactionRow[],
  facts: TableFacts,
): boolean {
  if (facts.openingBalance === cents || facts.closingBalance === cents) return true
  const days = rows.map((row) => row.date).toSorted()
  const [first = null, last = null] = [days[0], days.at(-1)]
  const latest = isNewestFirst(rows) ? rows[0] : rows.at(-1)
  const isLatest = latest !== undefined && latest.balance === cents
  const isUndated = date === null && isAbove && facts.closingBalance === null
  if (isUndated && !isLatest && latest?.balance == null) {
    facts.closingBalance = cents
    return false
  }
  if (isLatest || (date !== null && (last === null || date >= last))) {
    const isLate = !isLatest && facts.endDate !== null && date! > facts.endDate
    if (isLate || facts.closingBalance !== null) return false
    facts.closingBalance = cents
    return true
  }
  const isEarly = date !== null && first !== null && (date < first || (date === first && isAbove))
  if (!isEarly || facts.openingBalance !== null) return false
  facts.openingBalance = cents
  return true
}

/** No figure of the rows or of the account says the same. */
function isOpen(
  { cents }: Figure,
  rows: readonly TransactionRow[],
  { openingBalance, closingBalance, credits, debits }: TableFacts,
): boolean {
  if (openingBalance !== null && closingBalance !== null) return false
  const known = [openingBalance, closingBalance, credits, debits]
  const own = rows.flatMap(({ amount, debit, credit, balance }) => [amount, debit, credit, balance])
  return [...known, ...own].every((each) => each === null || Math.abs(each) !== Math.abs(cents))
}

function doubt({ label }: Figure): Problem {
  const message = `The figure beside "${label.trim()}" is none that is known; it may be the opening or closing balance.`
  return { code: 'figure_not_read', where: null, message }
}
