import { addDays, type PlainDate } from '../../../../values/dates.ts'
import type { Problem } from '../../../../values/problem.ts'
import { plainWords } from '../../../vocabulary/plain-words.ts'
import { monthOfName } from '../words/month-names.ts'
import type { FactLine, SummaryRow, TransactionRow, Writing } from '../read-rows.ts'
import { datesIn } from './period-line.ts'
import type { TableFacts } from './table-facts.ts'

/**
 * Takes the two days of one line above the rows that hold all of them between them, whatever words
 * stand beside them. Days on lines of their own that do the same may be a period or not: a doubt.
 */
export function readOpenPeriod(
  lines: readonly FactLine[],
  rows: readonly TransactionRow[],
  { facts, writing }: { facts: TableFacts; writing: Writing },
): Problem[] {
  const days = rows.map(({ date }) => date).toSorted()
  const [first] = days
  const last = days.at(-1)
  if (first === undefined || last === undefined) return []
  if (facts.startDate !== null || facts.endDate !== null) return []
  const printed = lines
    .filter(({ isAbove }) => isAbove)
    .map(({ cells }) => datesIn(cells.join('  '), writing.order))
  const line = printed.find(
    ([start, end, ...more]) => more.length === 0 && start! <= first && (end ?? '') >= last,
  )
  if (line) {
    facts.startDate = line[0]!
    facts.endDate = line[1]!
    return []
  }
  const month = lines
    .filter(({ isAbove }) => isAbove)
    .map(readMonth)
    .find((each) => each !== null)
  if (month && month.start <= first && month.end >= last) {
    Object.assign(facts, { startDate: month.start, endDate: month.end })
    return []
  }
  const [start, end] = [/\b(?:start|from) ?date$/, /\b(?:end|to) ?date$/].map((label) =>
    findDayAfter(lines, label, writing),
  ) as [PlainDate | null, PlainDate | null]
  if (start !== null && end !== null && start <= first && end >= last) {
    Object.assign(facts, { startDate: start, endDate: end })
    return []
  }
  const alone = printed.filter((dates) => dates.length === 1).flat()
  const isBracketed = alone.some((day) => day <= first) && alone.some((day) => day >= last)
  return isBracketed ? [PERIOD_OPEN] : []
}

// `March 2026`   `January - March, 2026`   `Dec 2025 to Jan 2026`
const MONTHS =
  /^(?:(\p{L}{3,12})\.?,? ?(20\d{2})? ?(?:-|–|—|to|through|bis|au|à|al|a|t\/m) ?)?(\p{L}{3,12})\.?,? (20\d{2})$/u

/** The days of the month, or of the months from one to another, that are all that a line says. */
export function readMonth({ cells }: FactLine): { start: PlainDate; end: PlainDate } | null {
  const found = MONTHS.exec(cells.filter((cell) => cell !== '').join('  '))
  if (!found) return null
  const [, from, fromYear, to, year] = found
  const [first, last] = [from ?? to!, to!].map((name) => monthOfName(plainWords(name)))
  if (first == null || last == null) return null
  const start = firstOfMonth(fromYear ?? year!, first)
  // In 31 days it is the next month, on one of its first days.
  const next = `${addDays(firstOfMonth(year!, last), 31).slice(0, 8)}01`
  return start < next ? { start, end: addDays(next, -1) } : null
}

function firstOfMonth(year: string, month: number): PlainDate {
  return `${year}-${String(month).padStart(2, '0')}-01`
}

/** The day of a line above the rows whose label ends in the words: `transactions start date`. */
function findDayAfter(
  lines: readonly FactLine[],
  label: RegExp,
  { order }: Writing,
): PlainDate | null {
  const line = lines.find(
    ({ cells: [name = ''], isAbove }) => isAbove && label.test(plainWords(name)),
  )
  return line ? (datesIn(line.cells.slice(1).join('  '), order)[0] ?? null) : null
}

/**
 * Takes the days of the rows of the opening and the closing balance where no line prints a period.
 * A balance of the end of a month opens the next one, where that of its end closes it.
 */
export function readEdgeDays(
  summaries: readonly SummaryRow[],
  rows: readonly TransactionRow[],
  facts: TableFacts,
): void {
  if (facts.startDate !== null || facts.endDate !== null) return
  const findDay = (wanted: SummaryRow['kind']): PlainDate | null =>
    summaries.find(({ kind, date }) => kind === wanted && date)?.date ?? null
  const [start, end] = [findDay('opening'), findDay('closing')]
  if (start === null || end === null) return
  if (rows.some(({ date }) => date < start || date > end)) return
  const isOfMonths = isMonthEnd(start) && isMonthEnd(end) && start < end
  facts.startDate = isOfMonths ? addDays(start, 1) : start
  facts.endDate = end
}

function isMonthEnd(day: PlainDate): boolean {
  return addDays(day, 1).endsWith('-01')
}

const PERIOD_OPEN: Problem = {
  code: 'period_unknown',
  where: null,
  message: 'Days above the rows may be those of the period; nothing says so.',
}
