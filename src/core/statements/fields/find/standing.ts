import { addDays, dayNumber, firstOfMonth, lastOfMonth } from '../../../values/dates.ts'
import { findDates, resolveDate, type DateOrder } from '../../print/printed-dates.ts'
import { boxOfText, type Cell, type CellPage } from '../print/cells.ts'
import type { Candidate } from './locate.ts'
import type { FieldRule } from '../rule.ts'
import { findOccurrences, toPhrase } from '../print/tokens.ts'
import { ENGLISH_MONTHS } from '../print/values.ts'

/** Titles of the class are no names, so headings are compared with them. */
export interface StandingSource {
  pages: readonly CellPage[]
  titles: readonly string[]
  order: DateOrder
}

const HEADING_TRUST = 0.75
const PERIOD_TRUST = 0.93

/** A value by where it stands on the page instead of by a label. */
export function readStanding(
  standing: NonNullable<FieldRule['standing']>,
  source: StandingSource,
): Candidate | null {
  return STANDINGS[standing](source)
}

const STANDINGS: Record<
  NonNullable<FieldRule['standing']>,
  (source: StandingSource) => Candidate | null
> = {
  heading: readHeading,
  period_start: (source) => readPeriod(source)?.start ?? null,
  period_end: (source) => readPeriod(source)?.end ?? null,
  tax_year: readTaxYear,
}

// basis, dates, page numbers and addresses stand in headings too
const NO_NAME = new RegExp(
  String.raw`\b(?:basis|as of|page|date|period|year ended|months? ended|prepared|statement|report` +
    String.raw`|unaudited|printed|phone|fax|tel|www|http|form|omb|through|p\.?\s?o\.? box)\b` +
    String.raw`|@|\d{3}[-.)]|:$|\d{4,}`,
  'i',
)
const STREET = /^\d+\s+\p{L}|,\s*[A-Z]{2}\s+\d{5}|\b\d{5}(?:-\d{4})?$/u

/** The first cell of the top of the first page that is a name and no title of the class. */
function readHeading({ pages, titles }: StandingSource): Candidate | null {
  const [page] = pages
  if (!page) return null
  const phrases = titles.map(toPhrase)
  const top = page.cells.filter(({ box }) => box[1] < page.height / 3)
  const cell = top.find((each) => isName(each, phrases))
  if (!cell) return null
  const value = cell.text.replace(/[\s,;:]+$/, '')
  return found(cell, { value, from: 0, to: cell.text.length }, HEADING_TRUST)
}

function isName({ text, tokens }: Cell, titles: readonly string[][]): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  if (letters < 3 || text.length > 70 || NO_NAME.test(text) || STREET.test(text)) return false
  if (findDates(text, ENGLISH_MONTHS).length > 0) return false
  return !titles.some(
    (title) => findOccurrences(tokens, title).length > 0 && title.length * 2 >= tokens.length,
  )
}

interface Period {
  start: Candidate | null
  end: Candidate | null
}

// through   to   -   –   thru   and
const UNTIL = /^\s*(?:through|thru|to|until|and|[-–—])\s*$/i
// January - December 2024   Jan through Jun 2025
const MONTHS =
  /(?<![\p{L}])(?<first>\p{L}{3,9})\.?(?:,? (?<early>(?:19|20)\d{2}))?\s*(?:-|–|—|to|through|thru)\s*(?<last>\p{L}{3,9})\.?,? (?<year>(?:19|20)\d{2})/u
// For the year ended December 31, 2024   twelve months ended 12/31/2024   For the Quarter Ended …
const ENDED =
  /(?:(?<count>one|two|three|six|nine|twelve|\d{1,2})\s+months?|(?<unit>(?:fiscal |calendar )?year|quarter|month))\s+(?:period\s+)?(?:ended|ending)/i
const COUNTS: Record<string, number> = { one: 1, two: 2, three: 3, six: 6, nine: 9, twelve: 12 }
const UNITS: Record<string, number> = { year: 12, quarter: 3, month: 1 }

/** The period a report is of, from the lines at its top. */
function readPeriod({ pages, order }: StandingSource): Period | null {
  const top = (pages[0]?.cells ?? []).filter(({ box }) => box[1] < (pages[0]?.height ?? 0) / 3)
  for (const cell of top) {
    const period = rangeIn(cell, order) ?? monthsIn(cell) ?? endedIn(cell, order)
    if (period) return period
  }
  return null
}

function rangeIn(cell: Cell, order: DateOrder): Period | null {
  const dates = findDates(cell.text, ENGLISH_MONTHS)
  const [first, second] = dates
  if (!first || !second || !UNTIL.test(cell.text.slice(first.to, second.from))) return null
  const frame = { start: null, end: null, order }
  const end = resolveDate(second, frame)
  const start =
    first.year === null && end
      ? resolveDate(first, { ...frame, end: addDays(end, -6) })
      : resolveDate(first, frame)
  if (!start || !end || dayNumber(start) > dayNumber(end)) return null
  return {
    start: found(cell, { value: start, from: first.from, to: first.to }, PERIOD_TRUST),
    end: found(cell, { value: end, from: second.from, to: second.to }, PERIOD_TRUST),
  }
}

function monthsIn(cell: Cell): Period | null {
  const match = MONTHS.exec(cell.text)
  if (!match) return null
  const { first = '', last = '', year = '', early } = match.groups!
  const [from, to] = [
    ENGLISH_MONTHS.get(first.toLowerCase()),
    ENGLISH_MONTHS.get(last.toLowerCase()),
  ]
  if (from === undefined || to === undefined) return null
  const start = firstOfMonth(`${early ?? year}-${String(from).padStart(2, '0')}`)
  const end = lastOfMonth(`${year}-${String(to).padStart(2, '0')}`)
  return both(cell, { start, end })
}

function endedIn(cell: Cell, order: DateOrder): Period | null {
  const match = ENDED.exec(cell.text)
  const date = findDates(cell.text, ENGLISH_MONTHS)[0]
  const end = match && date ? resolveDate(date, { start: null, end: null, order }) : null
  if (!match || !end) return null
  const { count, unit } = match.groups!
  const months = count
    ? (COUNTS[count.toLowerCase()] ?? Number(count))
    : UNITS[unit!.toLowerCase().split(' ').at(-1)!]
  return months ? both(cell, { start: monthsBefore(end, months), end }) : null
}

/** The first day of the months that end with this day's month. */
function monthsBefore(end: string, months: number): string {
  const index = Number(end.slice(0, 4)) * 12 + Number(end.slice(5, 7)) - months
  return firstOfMonth(`${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`)
}

function both(cell: Cell, { start, end }: { start: string; end: string }): Period {
  const whole = { from: 0, to: cell.text.length }
  return {
    start: found(cell, { value: start, ...whole }, PERIOD_TRUST),
    end: found(cell, { value: end, ...whole }, PERIOD_TRUST),
  }
}

/** The year a tax form prints large: a cell of its own, or behind `calendar year` or the title. */
function readTaxYear({ pages }: StandingSource): Candidate | null {
  const cells = pages.slice(0, 2).flatMap((page) => page.cells)
  for (const pattern of TAX_YEARS) {
    for (const cell of cells) {
      const match = pattern.exec(cell.text)
      const year = match?.[1]
      if (!match || !year) continue
      const from = match.index + match[0].lastIndexOf(year)
      return found(cell, { value: Number(year), from, to: from + year.length }, PERIOD_TRUST)
    }
  }
  return null
}

const TAX_YEARS = [
  // For calendar year 2023   tax year 2023   TAX YEAR: 2023
  /(?:calendar|tax)\s+year:?\s+(?:beginning\s+)?(20\d{2}|19\d{2})/i,
  // Tax Period: December 31, 2023   Tax period ending Dec. 31, 2023
  /tax period\b[^\d]{0,40}(?:\d{1,2},? |\d{1,2}[-/]\d{1,2}[-/])?(20\d{2}|19\d{2})/i,
  // 2020
  /^((?:20|19)\d{2})$/,
  // Form W-2 Wage and Tax Statement 2020   2023 Form 1040   Form 1120 (2023)
  /(?:\bForm\b|Statement|Return|\(Form \d{4}\))[^\d]{0,40}\(?(20\d{2})\)?$|^(20\d{2}) (?:Form|Schedule)\b/i,
]

function found(
  cell: Cell,
  { value, from, to }: { value: string | number; from: number; to: number },
  score: number,
): Candidate {
  const raw = cell.text.slice(from, to)
  return {
    value,
    raw,
    page: cell.page,
    box: boxOfText(cell, from, to),
    score,
    isChecked: false,
    message: null,
  }
}
