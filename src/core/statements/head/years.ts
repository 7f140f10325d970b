import { addDays, daysBetween, existingDate, type PlainDate } from '../../values/dates.ts'
import { resolveDate, type DateOrder, type PrintedDate } from '../print/printed-dates.ts'
import type { ReadLine } from '../print/read-line.ts'
import { plainWord } from '../vocabulary/phrases.ts'
import type { Lexicon } from '../vocabulary/lexicon.ts'

/** What stands outside of the print and may say which year its days are of. */
export interface OutsideYear {
  /** The year in which the statement ends, as the caller gives it. */
  given: number | null
  /** A day on or after the end, by the name of the file or by when it was written. */
  day: PlainDate | null
  /** The file is named after no more than a year. */
  named: number | null
}

// `2026-03-31`   `20260331`
const DAY = /(?<!\d)(20\d\d)[-_. ]?(0[1-9]|1[0-2])[-_. ]?([0-2]\d|3[01])(?!\d)/
// `2026-03`   `2026_03`
const MONTH = /(?<!\d)(20\d\d)[-_. ]?(0[1-9]|1[0-2])(?!\d)/
// `03-2026`
const MONTH_FIRST = /(?<!\d)(0[1-9]|1[0-2])[-_. ](20\d\d)(?!\d)/
const YEAR = /(?<!\d)(20\d\d)(?!\d)/

/**
 * What the caller, the name of the file and its date say of the year. A name that has a month goes
 * before the date of the file, which may have been saved again.
 */
export function outsideYear(
  { statementYear, filename }: { statementYear?: number; filename: string },
  writtenAt: PlainDate | null,
  lexicon: Lexicon,
): OutsideYear {
  const given = statementYear ?? null
  const name = filename.replace(/\.\w{1,5}$/, '')
  const month = monthInName(name, lexicon)
  const day = DAY.exec(name)
  const named = Number(YEAR.exec(name)?.[1] ?? 0) || null
  const dayNamed = day && existingDate(Number(day[1]), Number(day[2]), Number(day[3]))
  return { given, day: dayNamed ?? month ?? writtenAt, named }
}

/** The last day of the month that a file is named after. */
function monthInName(name: string, { months }: Lexicon): PlainDate | null {
  const [, year, month] = MONTH.exec(name) ?? []
  const [, monthBefore, yearAfter] = MONTH_FIRST.exec(name) ?? []
  const word = name.split(/[^\p{L}]+/u).find((part) => months.has(plainWord(part)))
  const named = word === undefined ? null : months.get(plainWord(word))!
  const number = Number(month ?? monthBefore ?? named ?? 0)
  const inYear = Number(year ?? yearAfter ?? YEAR.exec(name)?.[1] ?? 0)
  return number === 0 || inYear === 0 ? null : lastOfMonth(inYear, number)
}

function lastOfMonth(year: number, month: number): PlainDate | null {
  const next = existingDate(month === 12 ? year + 1 : year, (month % 12) + 1, 1)
  return next && addDays(next, -1)
}

// `Monthly statement · July 2026`   `Kontoauszug Juni 2026`
const MONTH_OF_YEAR = /(?<![\p{L}\d])(\p{L}{3,10})\.? (20\d\d)(?![\d/.-])/u
/** Longer lines are sentences, which name other months too. */
const HEADING_WORDS = 8

/** The last day of the month that a heading names with its year; null where it names none. */
export function monthInHeading(
  { text, plain, dates, amounts }: ReadLine,
  { months }: Lexicon,
): PlainDate | null {
  if (plain.length > HEADING_WORDS || dates.length + amounts.length > 0) return null
  const [, word, year] = MONTH_OF_YEAR.exec(text) ?? []
  const month = word === undefined ? undefined : months.get(plainWord(word))
  return month === undefined ? null : lastOfMonth(Number(year), month)
}

/** A day without year as one of this year; null when it does not exist. */
export function dayInYear(day: PrintedDate, year: number, order: DateOrder): PlainDate | null {
  return resolveDate({ ...day, year }, { start: null, end: null, order })
}

/**
 * The last of some days of a statement that ends in this year: the one before the longest gap
 * between them, as the year goes round.
 */
export function lastInYear(
  days: readonly PrintedDate[],
  year: number,
  order: DateOrder,
): PlainDate | null {
  const sorted = days
    .map((day) => dayInYear(day, year, order))
    .filter((day) => day !== null)
    .toSorted()
  const [first] = sorted
  if (first === undefined) return null
  const after = (at: number): PlainDate => sorted[at + 1] ?? addDays(first, 365)
  const gaps = sorted.map((day, at) => daysBetween(day, after(at)))
  return sorted[gaps.lastIndexOf(Math.max(...gaps))]!
}
