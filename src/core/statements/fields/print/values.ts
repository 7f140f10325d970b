import { plainDate, isPlainDate } from '../../../values/dates.ts'
import { findDates, resolveDate, type DateOrder } from '../../print/printed-dates.ts'
import { ENGLISH } from '../../vocabulary/languages.ts'
import { FORMATS } from './formats.ts'
import type { FieldKind, FieldSpec, FieldValue } from '../rule.ts'
import { toPhrase } from './tokens.ts'

export interface FoundValue {
  value: FieldValue
  from: number
  to: number
  isChecked: boolean
  message: string | null
}

/** How a text is read: the kind and what the class says of it. */
export type ValueSpec = Pick<FieldSpec, 'kind' | 'pattern' | 'options' | 'rule'>

export interface ReadingContext {
  order: DateOrder
}

type Reader = (text: string, spec: ValueSpec, context: ReadingContext) => FoundValue | null

const TEXT_MAX = 300
/** Month names by their folded words. */
export const ENGLISH_MONTHS: ReadonlyMap<string, number> = new Map(Object.entries(ENGLISH.months))

/**
 * The first value of the field's kind in the text; null when there is none. A tenant's pattern and
 * the format's own check do not hide a value: they report that it failed.
 */
export function readValue(
  text: string,
  spec: ValueSpec,
  context: ReadingContext,
): FoundValue | null {
  const found = READERS[spec.kind](text, spec, context)
  if (!found || spec.pattern === null) return found
  return withPattern(text, found, spec.pattern)
}

const READERS: Record<FieldKind, Reader> = {
  string: readText,
  money: readMoney,
  integer: (text) => {
    const found = readNumber(text)
    return found && Number.isInteger(found.value) ? found : null
  },
  number: readNumber,
  date: readDate,
  boolean: readBoolean,
  enum: readChoice,
  table: () => null,
}

function readText(text: string, spec: ValueSpec): FoundValue | null {
  const { rule } = spec
  if (rule.choices) return readChoice(text, spec)
  const { pattern, read } = FORMATS[rule.format ?? 'text']
  const match = pattern.exec(text)
  if (!match) return null
  const formatted = read(match[0].trim())
  if (!formatted || PLACEHOLDER.test(formatted.value)) return null
  const { message, isChecked } = formatted
  return { ...foundAt(match, tidy(formatted.value)), isChecked, message }
}

function foundAt<Value extends FieldValue>(match: RegExpExecArray, value: Value) {
  const to = match.index + match[0].length
  return { value, from: match.index, to, isChecked: false, message: null }
}

// N/A   none   TBD   ____   -
const PLACEHOLDER = /^(?:n\/?a|none|null|tbd|not applicable|[-_.\s]+)$/i

function tidy(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/^[\s:;,*]+|[\s:;,*]+$/g, '')
    .slice(0, TEXT_MAX)
}

// 1,234.56   $250,000   (1,200.00)   -61,500.00   9,80,000.00   32   1 234,56   2,608.20-
const AMOUNT = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,/#-])(?<open>\()?\s?(?<minus>[-–−])?\s?(?:[A-Z]{2,3}\s?)?[$€£₹]?\s?` +
    String.raw`(?<late>[-–−(])?(?<whole>\d{1,3}(?:,\d{2,3})+|\d{1,3}(?: \d{3})+(?=[.,]\d{2})|\d{1,12})` +
    String.raw`(?:\.(?<cents>\d{1,2})?(?!\d))?(?<comma>,\d{2}(?!\d))?` +
    String.raw`(?<tail>\s?\)|[-–−](?!\d)| ?CR\b)?(?!\s?%|[\p{L}\p{N}/]|[-–]\d)`,
  'gu',
)

/** Minor units of an amount; percentages, dates and numbers inside words are none. */
function readMoney(text: string): FoundValue | null {
  for (const match of text.matchAll(AMOUNT)) {
    const { open, minus, late, whole = '', cents, comma, tail } = match.groups!
    const fraction = (cents ?? comma?.slice(1) ?? '').padEnd(2, '0')
    const size = Number(whole.replace(/[ ,]/g, '')) * 100 + Number(fraction)
    if (!Number.isSafeInteger(size) || isDateAt(text, match.index)) continue
    const isNegative = Boolean(minus ?? late ?? open) || /[-–−]/.test(tail ?? '')
    const value = isNegative && size !== 0 ? -size : size
    const to = match.index + match[0].trimEnd().length
    return { value, from: match.index, to, isChecked: false, message: null }
  }
  return null
}

function isDateAt(text: string, at: number): boolean {
  return findDates(text, ENGLISH_MONTHS).some((date) => at >= date.from - 1 && at < date.to)
}

// 51   8.75%   1,234   100.0 %
const NUMBER =
  /(?<![\p{L}\p{N}.,/-])(-?\d{1,3}(?:,\d{3})+|-?\d{1,12})(\.\d+)?(?![\p{L}\p{N}/]|,\d)/u

function readNumber(text: string) {
  const match = NUMBER.exec(text)
  if (!match) return null
  return foundAt(match, Number(`${match[1]!.replaceAll(',', '')}${match[2] ?? ''}`))
}

function readDate(text: string, _: ValueSpec, { order }: ReadingContext): FoundValue | null {
  for (const date of findDates(text, ENGLISH_MONTHS)) {
    const value = resolveDate(date, { start: null, end: null, order })
    if (value) return { value, from: date.from, to: date.to, isChecked: true, message: null }
  }
  return readCompactDate(text) ?? readMonth(text)
}

// 02/01/1957 as 02011957 on cards; 20250131
function readCompactDate(text: string): FoundValue | null {
  const match =
    /(?<!\d)(?:(\d{2})(\d{2})((?:19|20)\d{2})|((?:19|20)\d{2})(\d{2})(\d{2}))(?!\d)/.exec(text)
  if (!match) return null
  const [, month, day, year, year2, month2, day2] = match
  const value = year ? `${year}-${month}-${day}` : `${year2}-${month2}-${day2}`
  if (!isPlainDate(value)) return null
  return { ...foundAt(match, value), isChecked: true }
}

/** A month with its year stands for its first day: `March 2019`, `03/2019`. */
function readMonth(text: string): FoundValue | null {
  const match =
    /(?<![\p{L}\d])(\p{L}{3,9})\.?,? ((?:19|20)\d{2})(?!\d)|(?<![\d/])(\d{1,2})\/((?:19|20)\d{2})(?!\d)/u.exec(
      text,
    )
  if (!match) return null
  const month = match[3] ? Number(match[3]) : ENGLISH_MONTHS.get(match[1]!.toLowerCase())
  if (month === undefined || month < 1 || month > 12) return null
  return foundAt(match, plainDate(Number(match[2] ?? match[4]), month, 1))
}

// yes   No   [X]   ☑   true
function readBoolean(text: string): FoundValue | null {
  const match = /^\W*(?:(yes|true|y|x|on)|(no|false|n|off))(?!\p{L})|([☑☒✓✔])|(☐)/iu.exec(text)
  if (!match) return null
  return foundAt(match, Boolean(match[1] ?? match[3]))
}

/** One of the options as it stands in the text; of several the longest. */
function readChoice(text: string, { options, rule }: ValueSpec): FoundValue | null {
  const choices: Readonly<Record<string, readonly string[]>> =
    rule.choices ?? Object.fromEntries(options.map((option) => [option, [option]]))
  const words = ` ${toPhrase(text).join(' ')} `
  const found = Object.entries(choices)
    .flatMap(([value, prints]) =>
      prints.map((print) => ({ value, print: toPhrase(print).join(' ') })),
    )
    .filter(({ print }) => words.includes(` ${print} `))
    .toSorted((a, b) => b.print.length - a.print.length)[0]
  if (!found) return null
  return { value: found.value, from: 0, to: text.length, isChecked: true, message: null }
}

/**
 * The part of the text that matches a tenant's pattern is the value; no match is a failed check.
 */
function withPattern(text: string, found: FoundValue, pattern: string): FoundValue {
  const match = new RegExp(pattern, 'u').exec(typeof found.value === 'string' ? found.value : text)
  const message = `The value does not match the pattern ${pattern}.`
  if (!match) return { ...found, isChecked: true, message }
  const value = typeof found.value === 'string' ? match[0] : found.value
  return { ...found, value, isChecked: true }
}
