import { isOnlyOrder, KEPT_ANYWHERE } from '../../currency/currencies.ts'
import { weighPlace } from '../../currency/evidence.ts'
import { partedTexts } from '../../currency/parted-texts.ts'
import { addDays, toWeekday, type PlainDate } from '../../../values/dates.ts'
import type { Dating } from '../dating.ts'
import { resolveDate, type DateFrame } from '../../print/printed-dates.ts'
import type { ReadLine } from '../../print/read-line.ts'
import type { Doubt, Statement } from '../../statement.ts'
import type { PlacedDate } from '../../print/read-line.ts'
import type { PrintedTables, PrintedRow } from '../assembly/printed-tables.ts'
import { findDirectionDoubt, type DirectionDoubt } from '../signs/direction.ts'
import type { AccountReading } from './account-reading.ts'
import { uncertainWords } from './row-words.ts'
import { brokenCarries } from './carries.ts'
import { cutCells } from './cut-cells.ts'
import { disagreeingEchoes, looseFigures } from './echoes.ts'
import { disagreeingChecks, disagreeingSums } from './disagreements.ts'
import { rowsOutOfOrder } from './order.ts'
import { emptyTables, unreadBalances } from './unread-balances.ts'
import { unreadPeriod } from './unread-period.ts'

/**
 * The statements of a document with what remains open, however well the sums agree. Any line of the
 * document may repeat a figure of any account.
 */
export function withDoubts(
  readings: readonly AccountReading[],
  documentLines: readonly ReadLine[],
): Statement[] {
  const figures = looseFigures(readings, documentLines)
  return readings.map((reading) => {
    // In a statement that does not close, the right figures are unknown.
    const isOpen = reading.statement.reconciliation.status.startsWith('un')
    const echoes = isOpen ? [] : disagreeingEchoes(figures, reading.statement)
    const doubts = [...ownDoubts(reading), ...unreadBalances(reading, readings), ...echoes]
    return doubts.length > 0 ? { ...reading.statement, doubts } : reading.statement
  })
}

function ownDoubts(reading: AccountReading): Doubt[] {
  const { statement, lines, tables, dating } = reading
  return [
    ...uncertainAccount(reading),
    ...openDirection(reading),
    ...openOrder(reading),
    ...openPeriod(statement),
    ...rivalPeriod(dating),
    ...unreadPeriod(reading),
    ...inferredYear(tables, dating),
    ...undatedRows(dating),
    ...missingDates(tables),
    ...rowsOutOfOrder(statement),
    ...unreadLines(reading),
    ...emptyTables(reading),
    ...uncertainWords(tables, lines),
    ...cutCells(tables),
    ...brokenCarries(lines, tables, statement),
    ...disagreeingChecks(tables),
    ...disagreeingSums(tables),
  ]
}

function uncertainAccount({ isAccountCertain }: AccountReading): Doubt[] {
  const message = 'Several account numbers are printed, and none is shown to be this account.'
  return isAccountCertain ? [] : [{ code: 'account_uncertain', message }]
}

const DIRECTION_DOUBTS: Record<DirectionDoubt, Doubt> = {
  contradicted_by_words: {
    code: 'signs_contradicted',
    message: 'The words of its rows say that their money moved the other way.',
  },
  contradicted_by_sums: {
    code: 'signs_contradicted',
    message: 'The printed sums of money in and out are those of the rows with every sign turned.',
  },
  unproven: {
    code: 'ambiguous_signs',
    message: 'Nothing printed shows whether its plain amounts are deposits or charges.',
  },
}

function openDirection(reading: AccountReading): Doubt[] {
  const doubt = findDirectionDoubt(reading)
  return doubt === null ? [] : [DIRECTION_DOUBTS[doubt]]
}

/** Days that are other days with day and month exchanged, where no country has only one order. */
function openOrder({ statement, dating, lines }: AccountReading): Doubt[] {
  const { currency, currencySource } = statement
  const isMonthFirst = dating.frame.order === 'month-first'
  const isUsual = currencySource !== 'assumed' && isOnlyOrder(currency, isMonthFirst)
  if (!dating.isOrderOpen) return []
  if (isUsual && (!KEPT_ANYWHERE.has(currency) || isOfPlace(currency, lines))) return []
  const order = isMonthFirst ? 'month-first' : 'day-first'
  const message = `Its dates can be read day-first and month-first; they are read ${order}.`
  return [{ code: 'ambiguous_dates', message }]
}

function isOfPlace(currency: string, lines: readonly ReadLine[]): boolean {
  const places = weighPlace(partedTexts(lines.map(({ text }) => text)))
  const own = places.get(currency) ?? 0
  // London - New York - Singapore: a bank of several countries shows none.
  return own > 0 && [...places].every(([code, weight]) => code === currency || weight < own)
}

function openPeriod({ endDate, rows }: Statement): Doubt[] {
  if (endDate !== null || rows.length === 0) return []
  return [{ code: 'period_unknown', message: 'No period is printed that its rows could lie in.' }]
}

function rivalPeriod({ period: { start, end }, rival }: Dating): Doubt[] {
  const message = `Two periods are printed that hold its rows: ${start} to ${end}, ${rival?.start} to ${rival?.end}.`
  return rival === null ? [] : [{ code: 'period_not_read', message }]
}

function undatedRows({ dates, frame }: Dating): Doubt[] {
  const undated = [...dates].filter(([, date]) => date === null).map(([row]) => row)
  const count = undated.length
  if (count === 0) return []
  if (frame.end === null && undated.every(({ date }) => date.year === null))
    return [{ code: 'year_missing', message: YEAR_MISSING }]
  return [{ code: 'undated_rows', message: `The dates of ${count} rows cannot be determined.` }]
}

/**
 * A row without a date has that of the row above it. In a table that usually repeats the date for
 * several rows of one day, the date was lost.
 */
function missingDates({ rows }: PrintedTables): Doubt[] {
  const isRepeated = (row: PrintedRow, at: number): boolean => {
    const above = rows[at - 1]
    return above !== undefined && isOfOneTable(row, above) && isSameDay(row.date, above.date)
  }
  const ofSameDay = rows.filter(isRepeated)
  const undated = ofSameDay.filter(({ isUndated }) => isUndated)
  if (undated.length === 0 || undated.length * 2 > ofSameDay.length) return []
  return [
    {
      code: 'date_missing',
      message: `${undated.length} rows print no date, as others of a day do.`,
    },
  ]
}

/** A date may be repeated where the table continues on the next page. */
function isOfOneTable(row: PrintedRow, above: PrintedRow): boolean {
  return row.section === above.section && row.lines[0]!.page === above.lines[0]!.page
}

function isSameDay(left: PlacedDate, right: PlacedDate): boolean {
  return left.first === right.first && left.second === right.second
}

/**
 * A line with a day of its own, `01 Jul  Rate changed to 9.60 %`, is a note where every row prints
 * the balance behind it and none of them leaves room for its money.
 */
function unreadLines({ tables: { unassignedLines }, statement }: AccountReading): Doubt[] {
  const isChained = isWholeChain(statement)
  return unassignedLines
    .filter(({ dates: [day] }) => !isChained || day?.from !== 0)
    .slice(0, MAX_LINES)
    .map(({ page, text }) => ({
      code: 'line_not_read',
      message: `A line between rows on page ${page} belongs to none: ${text.slice(0, MAX_TEXT)}`,
    }))
}

/** Whether all rows print their balances, which agree with each other and with both edges. */
function isWholeChain({ rows, openingBalance, derivedEdges, reconciliation }: Statement): boolean {
  return (
    reconciliation.status === 'reconciled' &&
    openingBalance !== null &&
    derivedEdges.length === 0 &&
    rows.every(({ balance }) => balance !== null)
  )
}

const MAX_LINES = 5
const MAX_TEXT = 80

const YEAR_MISSING =
  'Neither the print nor the file names the year of its rows; give it as statement_year.'

/** A document is written within so many days of the end of its period. */
const WRITTEN_DAYS = 62
/** Earlier years are not compared. */
const YEARS_BACK = 4

/**
 * A year that no period prints is certain when the document prints a day soon after the period.
 * When only the file's date gives it, which may have been saved again, the rows must not fit
 * another year better: banks rarely post on weekends.
 */
function inferredYear(tables: PrintedTables, { period, frame, yearFrom, dates }: Dating): Doubt[] {
  const end =
    period.end ??
    [...dates.values()]
      .filter((date) => date !== null)
      .toSorted()
      .at(-1)
  if (yearFrom === null || end === undefined || yearFrom.isGiven) return []
  const isNear = yearFrom.date <= addDays(end, WRITTEN_DAYS)
  if (isNear && (yearFrom.isPrinted || isOnWorkdays(tables, frame))) return []
  const message = `No year is printed; ${end.slice(0, 4)} is inferred.`
  return [{ code: 'year_uncertain', message }]
}

/** Whether no other year puts fewer rows on weekends. */
function isOnWorkdays(tables: PrintedTables, frame: DateFrame): boolean {
  const weekends = Array.from({ length: YEARS_BACK }, (_, back) => {
    const shifted = {
      ...frame,
      start: yearsBefore(frame.start, back),
      end: yearsBefore(frame.end, back),
    }
    return tables.rows.filter(({ date }) => isWeekend(resolveDate(date, shifted))).length
  })
  return Math.min(...weekends) === weekends[0]
}

function yearsBefore(date: PlainDate | null, years: number): PlainDate | null {
  if (date === null) return null
  return `${Number(date.slice(0, 4)) - years}${date.slice(4).replace('-02-29', '-02-28')}`
}

function isWeekend(date: PlainDate | null): boolean {
  return date !== null && [0, 6].includes(toWeekday(date))
}
