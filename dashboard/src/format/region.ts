/** How an organization writes numbers and instants; without a time zone, as the browser has it. */
export interface Region {
  locale: string
  timezone: string | null
}

const USUAL: Region = { locale: 'en-US', timezone: null }

let region = USUAL
let formats = makeFormats(region)

/** Numbers and dates are written that way from now on; says whether it is another way than before. */
export function setRegion(next: Region): boolean {
  if (next.locale === region.locale && next.timezone === region.timezone) return false
  region = next
  formats = makeFormats(next)
  moneys.clear()
  return true
}

export function readRegion(): Region {
  return region
}

export function readFormats(): typeof formats {
  return formats
}

const moneys = new Map<string, Intl.NumberFormat>()

/** Making a formatter takes longer than a table of figures. */
export function findMoney(
  currency: string,
  notation: 'standard' | 'compact' = 'standard',
): Intl.NumberFormat {
  const name = `${currency} ${notation}`
  const known = moneys.get(name)
  if (known) return known
  const money = new Intl.NumberFormat(region.locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    notation,
    maximumFractionDigits: notation === 'compact' ? 2 : 0,
  })
  moneys.set(name, money)
  return money
}

function makeFormats({ locale, timezone }: Region) {
  const isEnglish = locale.startsWith('en')
  const digits = (minimum: number, maximum: number) =>
    new Intl.NumberFormat(locale, {
      minimumFractionDigits: minimum,
      maximumFractionDigits: maximum,
    })
  return {
    /** English months and the order of days are those of every desk in English. */
    isEnglish,
    whole: digits(0, 0),
    cents: digits(2, 2),
    plain: digits(0, 2),
    typed: new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 8 }),
    percent: new Intl.NumberFormat(locale, {
      style: 'percent',
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
    }),
    moment: new Intl.DateTimeFormat(isEnglish ? 'en-GB' : locale, {
      dateStyle: 'medium',
      timeStyle: 'short',
      ...(timezone !== null && { timeZone: timezone }),
    }),
    day: dayFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' }),
    shortDay: dayFormat(locale, { day: 'numeric', month: 'short' }),
    month: dayFormat(locale, { month: 'short', year: 'numeric' }),
  }
}

/** Days of statements have no time zone. */
function dayFormat(locale: string, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, { ...parts, timeZone: 'UTC' })
}

const MARKS = /[.,'\u2019]/g

/**
 * A number as it is typed, with marks between thousands or without, negative in parentheses too;
 * null where it is empty, NaN where it is none. Of two kinds of marks the last is the decimal one; of a single mark the region decides,
 * unless it stands where none between thousands can.
 */
export function parseNumber(text: string): number | null {
  const bare = text
    .replaceAll(/[$€£\s]/g, '')
    .replace('\u2212', '-')
    .replace(/^\((.+)\)$/, '-$1')
  if (bare === '') return null
  const marks: string[] = bare.match(MARKS) ?? []
  const last = marks.at(-1)
  if (last === undefined) return Number(bare)
  const isOnly = marks.length === 1
  const isDecimal = isOnly
    ? last === findDecimal() || (last === '.' && !/^-?\d{1,3}\.\d{3}$/.test(bare))
    : marks.indexOf(last) === marks.length - 1
  const place = isDecimal ? bare.lastIndexOf(last) : bare.length
  const whole = bare.slice(0, place).replaceAll(MARKS, '')
  return Number(`${whole}.${bare.slice(place + 1)}0`)
}

function findDecimal(): string {
  return formats.cents.formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.'
}

/** A number as somebody would type it here: `1204.5`; empty where it is not known. */
export function printNumber(value: number | null | undefined): string {
  return value === null || value === undefined ? '' : formats.typed.format(value)
}
