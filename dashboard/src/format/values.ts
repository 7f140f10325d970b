import { findMoney, readFormats } from './region.ts'

const MINUS = '\u2212'
/** What stands where a value is not known. */
export const UNKNOWN = '\u2013'

/** `61,833`: whole units for tables of months; 0.4 is 0, and −0.4 is 0 as well. */
export function formatWhole(value: number | null | undefined): string {
  if (value === null || value === undefined) return UNKNOWN
  return signed(readFormats().whole.format(Math.abs(value)), Math.round(value) < 0)
}

/** `−412.50` */
export function formatCents(value: number | null | undefined): string {
  if (value === null || value === undefined) return UNKNOWN
  return signed(readFormats().cents.format(Math.abs(value)), value < 0)
}

/** `$61,833`, with the sign of its currency. */
export function formatMoney(value: number | null | undefined, currency: string): string {
  if (value === null || value === undefined) return UNKNOWN
  return signed(findMoney(currency).format(Math.abs(value)), Math.round(value) < 0)
}

/** `18.4%` */
export function formatPercent(value: number | null | undefined): string {
  if (value === null || value === undefined) return UNKNOWN
  return signed(readFormats().percent.format(Math.abs(value)), value < 0)
}

export function formatCount(value: number | null | undefined): string {
  return value === null || value === undefined ? UNKNOWN : readFormats().plain.format(value)
}

/** A metric's value by its unit, as the service names units. */
export function formatUnit(value: unknown, unit: string, currency = 'USD'): string {
  if (value === null || value === undefined) return UNKNOWN
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return unit === 'date' ? formatDay(value) : value
  if (typeof value !== 'number') return UNKNOWN
  if (unit === 'amount') return formatMoney(value, currency)
  if (unit === 'ratio') return formatPercent(value)
  if (unit === 'multiple') return `${readFormats().cents.format(value)}\u00d7`
  return signed(readFormats().plain.format(Math.abs(value)), value < 0)
}

/** Ratios that are read as how many times one figure covers another, as the service's files have them. */
const MULTIPLES = new Set(['debt_service_coverage_ratio', 'leverage_ratio'])

/** The unit by which a metric is written: `1.25\u00d7` and not `125.0%` where that is usual. */
export function findUnit(metric: string, unit: string): string {
  return unit === 'ratio' && MULTIPLES.has(metric) ? 'multiple' : unit
}

function signed(text: string, isNegative: boolean): string {
  return isNegative ? MINUS + text : text
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** `2025-10-30` → `30 Oct 2025`; a day of a statement has no time zone. */
export function formatDay(day: string | null | undefined, hasYear = true): string {
  const [year, month, date] = (day ?? '').slice(0, 10).split('-')
  if (!year || !month || !date) return UNKNOWN
  const formats = readFormats()
  if (!formats.isEnglish)
    return (hasYear ? formats.day : formats.shortDay).format(Date.UTC(+year, +month - 1, +date))
  const short = `${Number(date)} ${MONTHS[Number(month) - 1]}`
  return hasYear ? `${short} ${year}` : short
}

/** A day or a month that is no part of a name of a file. */
const DAYS = /(?<![\w.-])\d{4}-(?:0[1-9]|1[0-2])(?:-\d\d)?(?![\w-]|\.\w)/g

/** A minus before an amount, which is written as in the tables. */
const MINUS_BEFORE_DIGIT = /(?<=^|[\s(])-(?=[$€£]?\d)/g

/** A sentence of the service, with its days, minus signs and percents as they are written here. */
export function formatText(text: string): string {
  return text
    .replaceAll(DAYS, (day) => (day.length === 7 ? formatMonth(day) : formatDay(day)))
    .replaceAll(MINUS_BEFORE_DIGIT, MINUS)
    .replaceAll(/(?<=\d) %/g, '%')
}

/** `2025-10` → `Oct 2025` */
export function formatMonth(month: string | null | undefined): string {
  const [year, number] = (month ?? '').split('-')
  if (!year || !number) return UNKNOWN
  const formats = readFormats()
  if (!formats.isEnglish) return formats.month.format(Date.UTC(+year, +number - 1))
  return `${MONTHS[Number(number) - 1]} ${year}`
}

const RANGE = /^last_(\d+)_(days|(?:full_)?calendar_months)$/
const RANGE_UNITS: Record<string, readonly [one: string, many: string]> = {
  days: ['day', 'days'],
  calendar_months: ['month', 'months'],
  full_calendar_months: ['full month', 'full months'],
}

/** The days of a number in two or three words: `last 90 days`, `last 3 full months`. */
export function nameRange({ name, start_date, end_date }: DateRange): string {
  const [, count, unit] = RANGE.exec(name) ?? []
  if (count !== undefined) return `last ${formatCounted(Number(count), ...RANGE_UNITS[unit!]!)}`
  if (name === 'all') return 'all statements'
  if (name === 'latest') return `as of ${formatDay(end_date)}`
  if (name === 'custom') return `${formatDay(start_date)} to ${formatDay(end_date)}`
  return toWords(name).toLowerCase()
}

interface DateRange {
  name: string
  start_date: string | null
  end_date: string | null
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** `4 min`, `2 h`, and a day once it is one or more. */
export function formatAgo(instant: string, now: number): string {
  const passed = Math.max(0, now - Date.parse(instant))
  if (passed < MINUTE) return 'just now'
  if (passed < HOUR) return `${Math.floor(passed / MINUTE)} min ago`
  if (passed < DAY) return `${Math.floor(passed / HOUR)} h ago`
  return formatDay(new Date(instant).toISOString())
}

export function formatInstant(instant: string): string {
  return readFormats().moment.format(new Date(instant))
}

const SHORT = /\b(?:ach|api|atm|crm|csv|dba|ein|id|iso|mca|mcp|nsf|p2p|pdf|sba|ssn|url)\b/g

/** `average_daily_balance` → `Average daily balance`, `debt.mca` → `Debt MCA` */
export function toWords(name: string): string {
  const text = name.replaceAll(/[_.]/g, ' ').replaceAll(SHORT, (word) => word.toUpperCase())
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** `1 row`, `14 rows` */
export function formatCounted(count: number, one: string, many = `${one}s`): string {
  return `${readFormats().whole.format(count)} ${count === 1 ? one : many}`
}

/** `4.1 MB` */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000_000) return `${readFormats().whole.format(Math.max(1, bytes / 1_000))} KB`
  return `${readFormats().plain.format(Math.round(bytes / 100_000) / 10)} MB`
}
