import type { Statement, StatementRow, StatementSection } from '../../statement.ts'
import type { Evidence, Figure, InspectedPage } from './inspection.ts'

/** Fewer rows prove nothing of how the rest was read. */
const ROWS_MIN = 5
/** Of the rows so many print a balance where balances prove the reading … */
const CHAIN_SHARE = 0.8
/** … and so many of them, at most, do not follow: a reader that errs does so more often. */
const BREAK_SHARE = 0.1
/** Lines that touch a row by less than this are not its line. */
const LINE_POINTS = 1

/** Problems of a file of which a part is not read. */
const PARTIAL: ReadonlySet<string> = new Set(['missing_page', 'unreadable_page'])

/**
 * Whether the rows are all that the document prints, as far as print can show: no doubt is open, no
 * figure between the rows was left unread, and the balances or totals prove the reading but for few
 * places. Only then is what does not add up the print's and not the reader's.
 */
export function isComplete(statement: Statement, evidence: Evidence): boolean {
  const { problems, inspection } = evidence
  if (problems.some(({ code }) => PARTIAL.has(code))) return false
  if (statement.rows.length < ROWS_MIN || (statement.doubts ?? []).length > 0) return false
  const pages = inspection?.pages ?? []
  if (pages.some(({ isScan }) => isScan) || evidence.facts.hasTextLayer === false) return false
  if (pages.some((page) => hasUnreadFigure(page, statement))) return false
  // A table with a sum and no row: its rows were not read.
  if (statement.sections.some(isUnread)) return false
  if (beginsAnother(statement, evidence)) return false
  return isChained(statement) || hasProvenTotal(statement)
}

function isUnread({ printedTotal, parsedCount }: StatementSection): boolean {
  return (printedTotal ?? 0) !== 0 && parsedCount === 0
}

/** Whether a balance that does not follow begins an account of its own: its opening is printed. */
function beginsAnother(statement: Statement, evidence: Evidence): boolean {
  const check = statement.reconciliation.checks.find(({ id }) => id === 'T3')
  return (check?.rows ?? []).some((at) => {
    const row = typeof at === 'number' ? statement.rows[at] : undefined
    const above = typeof at === 'number' ? statement.rows[at - 1] : undefined
    if (!row || row.balance === null || row.page === above?.page) return false
    return isPrintedElsewhere(row.balance - row.amount, statement, evidence)
  })
}

/** Whether running balances prove the rows but for few of them. */
export function isChained({ rows, reconciliation }: Statement): boolean {
  const check = reconciliation.checks.find(({ id }) => id === 'T3')
  const balances = rows.filter(({ balance }) => balance !== null).length
  if (!check || balances < CHAIN_SHARE * rows.length) return false
  return check.passed || check.rows.length <= Math.max(1, BREAK_SHARE * balances)
}

function hasProvenTotal({ reconciliation }: Statement): boolean {
  return reconciliation.checks.some(({ id, passed }) => passed && (id === 'T2' || id === 'T8'))
}

/** A figure between the first and last row of a page that is neither a row's nor a summary's. */
function hasUnreadFigure(page: InspectedPage, statement: Statement): boolean {
  const rows = placedRows(page, statement)
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return false
  const known = listKnown(statement)
  return page.figures
    .filter(({ kind, box }) => kind === 'amount' && box[3] > first.box![1] && box[1] < last.box![3])
    .some((figure) => !rows.some((row) => isOnRow(figure, row)) && !known.has(toCents(figure)))
}

function placedRows({ number }: InspectedPage, { rows }: Statement): StatementRow[] {
  return rows
    .filter(({ page, box }) => page === number && box !== null)
    .toSorted((left, right) => left.box![1] - right.box![1])
}

function isOnRow({ box }: Figure, row: StatementRow): boolean {
  const middle = (box[1] + box[3]) / 2
  return middle > row.box![1] - LINE_POINTS && middle < row.box![3] + LINE_POINTS
}

/** Balances and totals that the statement names, without their signs. */
function listKnown({
  openingBalance,
  closingBalance,
  printedTotals,
  rows,
  reconciliation,
}: Statement): Set<number> {
  const expected = reconciliation.checks.flatMap((check) => [check.expected, check.actual])
  const named = [
    openingBalance,
    closingBalance,
    printedTotals.credits,
    printedTotals.debits,
    ...expected,
  ]
  const balances = rows.map(({ balance }) => balance)
  return new Set(
    [...named, ...balances].flatMap((value) =>
      typeof value === 'number' ? [Math.abs(value)] : [],
    ),
  )
}

/** Whether a page prints this amount anywhere but on a row: then the reader took another one. */
export function isPrintedElsewhere(
  cents: number,
  statement: Statement,
  { inspection }: Evidence,
): boolean {
  return (inspection?.pages ?? []).some((page) => {
    const rows = placedRows(page, statement)
    return page.figures.some(
      (figure) =>
        figure.kind === 'amount' &&
        toCents(figure) === Math.abs(cents) &&
        !rows.some((row) => isOnRow(figure, row)),
    )
  })
}

// 1,234.56   1.234,56-   $45.00   (12,00)
function toCents({ text }: Figure): number {
  return Number(text.replaceAll(/\D/g, ''))
}
