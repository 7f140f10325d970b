import { addDays, daysBetween, isPlainDate, type PlainDate } from '../../values/dates.ts'
import { findPhrases, plainWord, type PhraseBook } from '../vocabulary/phrases.ts'
import { resolveDate, type DateOrder, type PrintedDate } from '../print/printed-dates.ts'
import type { ReadLine } from '../print/read-line.ts'
import type { Lexicon } from '../vocabulary/lexicon.ts'
import type { Figure } from './figures/figure.ts'
import { dayInYear, monthInHeading, type OutsideYear } from './years.ts'

export interface Period {
  start: PlainDate | null
  end: PlainDate | null
  /** Where the year comes from when the period prints none; else null. */
  yearFrom: Mention | null
  /** How much speaks for a range of days, with what stands around it; absent for other print. */
  weight?: number
}

/** A day that bounds the period: one in print, else the one on which the file was written. */
export interface Mention {
  date: PlainDate
  isPrinted: boolean
  /** The caller says so. */
  isGiven?: boolean
}

export interface PeriodSource {
  /** The account's own lines; those of the whole document are used when they print no period. */
  lines: readonly ReadLine[]
  documentLines: readonly ReadLine[]
  figures: readonly Figure[]
  lexicon: Lexicon
  order: DateOrder
  /** What says of which year the days are, where the print does not. */
  outside: OutsideYear
}

const MAX_PERIOD_DAYS = 400
const MAX_PERIODS = 6

/** Every period the print may mean, likeliest first; one without dates when nothing is printed. */
export function listPeriods(source: PeriodSource): Period[] {
  const own = printedPeriods(source)
  const found = own.length > 0 ? own : printedPeriods({ ...source, lines: source.documentLines })
  return found.length > 0
    ? found.slice(0, MAX_PERIODS)
    : [{ start: null, end: null, yearFrom: null }]
}

function printedPeriods(source: PeriodSource): Period[] {
  const ranges = source.lines.flatMap((line, index) => rangeAt(source, line, index))
  const labelled = ranges
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ period, weight }) => ({ ...period, weight }))
  const start = labelledDates(source, source.lexicon.startDate)[0] ?? null
  const ends = labelledDates(source, source.lexicon.statementDate).map((end) => ({
    start: start !== null && isPeriod(start, end) ? start : null,
    end,
    yearFrom: null,
  }))
  const days = daysPrinted(source)
  const counted =
    days === null
      ? ends
      : ends.map((each) => ({ ...each, start: each.start ?? addDays(each.end, 1 - days) }))
  return [...labelled, ...balancePeriod(source), ...counted]
}

/** `June 1, 2025 through June 30, 2025`, with or without a label, in one line or over a few. */
function rangeAt(
  source: PeriodSource,
  line: ReadLine,
  index: number,
): { period: Period; weight: number }[] {
  const { lexicon } = source
  const label = findPhrases(lexicon.period, line.plain)[0]
  for (const [at, first] of line.dates.entries()) {
    const second = line.dates[at + 1]
    if (!second) break
    const between = line.text
      .slice(first.to, second.from)
      .trim()
      .toLowerCase()
      .replace(/[.,:]/g, '')
      .trim()
    if (![between, folded(between)].some((words) => lexicon.until.has(words))) continue
    const period = periodBetween(source, first, second)
    // A range in a sentence is of something else, such as interest earned this year.
    const isProse = line.plain.length > 14 || line.amounts.length > 0
    if (period) return [{ period, weight: (label ? 2 : 1) - (isProse ? 2 : 0) }]
  }
  const below = stackedUntil(source, line, source.lines[index + 1])
  if (below) return [{ period: below, weight: 1 }]
  const inMonth = daysOfMonth(source, line)
  if (inMonth) return [{ period: inMonth, weight: 1 }]
  if (!label || line.dates.length > 1) return []
  const dates = [line, ...source.lines.slice(index + 1, index + 4)].flatMap((near) => near.dates)
  const isStacked = dates.length === 2 && label.phrase.length > SHORT_WORD
  const period = isStacked ? periodBetween(source, dates[0]!, dates[1]!) : null
  return period ? [{ period, weight: 1 }] : []
}

function folded(words: string): string {
  return words.split(' ').map(plainWord).join(' ')
}

/** Words for a beginning; many stand in sentences too, so they count only over one for an end. */
const FROM = new Set('from desde de von vom ab du dal da od van vanaf fra fran'.split(' '))

/** `Desde  01/08/2026` over `Hasta  31/08/2026`. */
function stackedUntil(
  source: PeriodSource,
  line: ReadLine,
  below: ReadLine | undefined,
): Period | null {
  const [first, second] = line.dates
  const [last, another] = below?.dates ?? []
  if (!below || !first || second || !last || another || below.page !== line.page) return null
  const isNamed =
    FROM.has(wordBefore(line, first)) && source.lexicon.until.has(wordBefore(below, last))
  return isNamed ? periodBetween(source, first, last) : null
}

/** The words of the cell right before a date, folded. */
function wordBefore({ text }: ReadLine, { from }: PrintedDate): string {
  return plainWord(text.slice(0, from).trim().split('  ').at(-1)!)
}

/** `1 - 31 March 2026`, `August 1 - 31, 2026`: two days of one month. */
function daysOfMonth({ order, lexicon }: PeriodSource, line: ReadLine): Period | null {
  if (line.amounts.length > 0) return null
  const [, name = '', from = '', to = '', year = ''] = MONTH_DAYS.exec(line.text) ?? []
  const month = lexicon.months.get(plainWord(name))
  if (month !== undefined) {
    const [start, end] = [from, to].map(
      (day) => `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`,
    ) as [PlainDate, PlainDate]
    if (isPlainDate(start) && isPlainDate(end) && start < end) return { start, end, yearFrom: null }
  }
  for (const date of line.dates) {
    const first = firstDay(line.text.slice(0, date.from), lexicon.until)
    if (first === undefined || date.year === null || date.order !== 'fixed') continue
    const end = resolveDate(date, { start: null, end: null, order })
    const start = end && `${end.slice(0, 8)}${first.padStart(2, '0')}`
    if (start && isPlainDate(start) && start < end) return { start, end, yearFrom: null }
  }
  return null
}

// August 1 - 31, 2026   Feb. 3–28 2026
const MONTH_DAYS = /(\p{L}{3,12})\.? (\d{1,2}) ?[-–—] ?(\d{1,2}),? (\d{4})(?!\d)/u
// `1 - `   `1er au `   `1st to `   `1. bis `
const FIRST_DAY = /(?<![\d.,/-] ?)(\d{1,2})(?:er|re|st|nd|rd|th|[.º°ª])? ?([-–—]|\p{L}+) ?$/u

/** The first day of two, where a dash or a word that means `until` stands behind it. */
function firstDay(text: string, until: ReadonlySet<string>): string | undefined {
  const [, day, word = ''] = FIRST_DAY.exec(text) ?? []
  return until.has(word) || until.has(plainWord(word)) ? day : undefined
}

/** `from`, `vom` and `du` lead to many dates; a period's own name to two. */
const SHORT_WORD = 5

function periodBetween(
  source: PeriodSource,
  first: PrintedDate,
  second: PrintedDate,
): Period | null {
  const { order } = source
  const hasYear = first.year !== null || second.year !== null
  const yearFrom = hasYear ? null : mentionAfter(source, second)
  const end = resolveDate(second, { start: null, end: yearFrom?.date ?? null, order })
  if (!end) return null
  // A start without year is the latest such day before the end: December before January.
  const start = resolveDate(first, { start: null, end: addDays(end, -6), order })
  return start && isPeriod(start, end) ? { start, end, yearFrom } : null
}

function isPeriod(start: PlainDate, end: PlainDate): boolean {
  return start <= end && daysBetween(start, end) <= MAX_PERIOD_DAYS
}

// `Days in Billing Period: 31`   `Number of Days in Cycle  31`
const DAYS =
  /\bdays in (?:the |this )?(?:billing |statement )?(?:period|cycle)\b\D{0,8}(\d{1,3})\b/i

function daysPrinted({ lines }: PeriodSource): number | null {
  const found = lines.map(({ text }) => DAYS.exec(text)?.[1]).find((days) => days !== undefined)
  return found && Number(found) > 0 ? Number(found) : null
}

/** The full dates in print, and the ends of months that headings name, latest first. */
function mentions({ documentLines, order, lexicon }: PeriodSource): PlainDate[] {
  const dates = documentLines
    .flatMap((line) => line.dates)
    .filter((date) => date.year !== null)
    .map((date) => resolveDate(date, { start: null, end: null, order }))
  return [...dates, ...documentLines.map((line) => monthInHeading(line, lexicon))]
    .filter((date) => date !== null)
    .toSorted((a, b) => (a < b ? 1 : -1))
}

/**
 * What dates a day without a year: the caller; else the full date in print that most closely
 * follows it, of equals the latest, since a browser prints a later date than the statement's own on
 * every page; else the name of the file, or when it was written.
 */
export function mentionAfter(source: PeriodSource, day: PrintedDate): Mention | null {
  const { order, outside } = source
  const given = outside.given === null ? null : dayInYear(day, outside.given, order)
  if (given !== null) return { date: given, isPrinted: true, isGiven: true }
  const computeGap = (date: PlainDate): number => {
    const resolved = resolveDate(day, { start: null, end: date, order })
    return resolved === null ? Infinity : Math.abs(daysBetween(resolved, date))
  }
  const date = mentions(source)
    .map((each) => ({ each, gap: computeGap(each) }))
    .reduce<{ each: PlainDate; gap: number } | null>(
      (best, next) => (best === null || next.gap < best.gap ? next : best),
      null,
    )?.each
  if (date !== undefined) return { date, isPrinted: true }
  const named = outside.named === null ? null : dayInYear(day, outside.named, order)
  const likely = outside.day ?? named
  return likely === null ? null : { date: likely, isPrinted: false }
}

/** `Beginning balance on April 1` and `Ending balance on April 30, 2025` bound the period too. */
function balancePeriod(source: PeriodSource): Period[] {
  const opening = source.figures.find(({ label, date }) => label === 'opening' && date !== null)
  const first = opening?.date
  const second = source.figures.findLast(
    ({ label, date }) => label === 'closing' && date !== null,
  )?.date
  const period = first && second ? periodBetween(source, first, second) : null
  return period ? [afterOldBalance(period, isLastStatement(opening!), daysPrinted(source))] : []
}

/** Words for a balance that the statement before ended with. */
const OLD = new RegExp(
  String.raw`\b(?:${[
    'previous|prior|last|old|prev|alter|altes|letzter|vorheriger|ancien|precedent|anterior|precedente',
    'vorig|vorige|oud|forrige|sidste|siste|foregaende|edellinen',
    'poprzednie|poprzedni|predchozi|elozo|onceki',
  ].join('|')})\b`,
)

function isLastStatement({ phrase }: Figure): boolean {
  return OLD.test(phrase)
}

/**
 * `Previous balance on January 20`, or `Balance on January 31` to `Balance on February 28`: the
 * first is what the last statement ended with, and the period begins on the day after it. The
 * number of days, where it is printed, decides.
 */
function afterOldBalance(period: Period, isLast: boolean, days: number | null): Period {
  const { start, end } = period
  if (!start || !end) return period
  const isMonthEnd = (date: PlainDate): boolean => addDays(date, 1).endsWith('-01')
  const between = daysBetween(start, end)
  const isWholeMonth = addDays(end, 1).slice(8) === start.slice(8)
  if (days === between + 1 || (days !== between && isWholeMonth)) return period
  const isOld =
    days === between ||
    isLast ||
    start.slice(8) === end.slice(8) ||
    (isMonthEnd(start) && isMonthEnd(end))
  return isOld && start < end ? { ...period, start: addDays(start, 1) } : period
}

function labelledDates(source: PeriodSource, labels: PhraseBook<true>): PlainDate[] {
  const { lines, order } = source
  const frame = { start: null, end: mentions(source)[0] ?? source.outside.day, order }
  return lines.flatMap((line, index) => {
    const match = findPhrases(labels, line.plain)[0]
    if (!match || line.plain.length > 16) return []
    const label = line.words[line.plain[match.start]!.at]!
    const rightDate = line.dates.find(({ x0 }) => x0 > label.x0)
    const below = lines[index + 1]?.dates.find(({ x0, x1 }) => x0 < label.x1 + 60 && x1 > label.x0)
    const date = rightDate ?? (line.dates.length === 0 ? below : undefined)
    return (date ? resolveDate(date, frame) : null) ?? []
  })
}
