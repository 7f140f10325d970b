import { isPlainDate } from '../values/dates.ts'
import { toCents } from '../values/money.ts'
import { compilePattern } from '../values/patterns/pattern.ts'
import type { Attribute, AttributeType } from './entity.ts'

const TEXT_MAX = 1000
const LIST_MAX = 500
const OBJECT_TEXT_MAX = 4000

interface Kind {
  /** What a value must be, in words. */
  words: string
  /** The value as the type has it; undefined when it is none. */
  read: (value: unknown, attribute: Pick<Attribute, 'enum'>) => unknown
}

const NUMBER: Kind = { words: 'a number', read: readNumber }

const KINDS: Record<AttributeType, Kind> = {
  string: { words: 'a text of 1 to 1,000 characters', read: readText },
  integer: {
    words: 'a whole number',
    read: (value) => {
      const number = readNumber(value)
      return Number.isSafeInteger(number) ? number : undefined
    },
  },
  number: NUMBER,
  decimal: NUMBER,
  money: {
    words: 'an amount',
    read: (value) => {
      const amount = readNumber(value)
      return amount !== undefined && toCents(amount) !== null ? amount : undefined
    },
  },
  boolean: { words: 'true or false', read: readBoolean },
  date: { words: 'a date as YYYY-MM-DD', read: (value) => whenText(value, isPlainDate) },
  datetime: { words: 'a date and time in ISO 8601', read: readInstant },
  enum: {
    words: 'one of the values that the attribute lists',
    read: (value, { enum: options }) =>
      typeof value === 'string'
        ? options.find((option) => option.toLowerCase() === value.trim().toLowerCase())
        : undefined,
  },
  array: {
    words: 'a list of up to 500 entries',
    read: (value) => (Array.isArray(value) && value.length <= LIST_MAX ? value : undefined),
  },
  object: { words: 'an object', read: readObject },
}

/** The parts of an attribute that decide which values it accepts. */
export type Typed = Pick<Attribute, 'type' | 'enum' | 'pattern' | 'isList'>

/**
 * The value as the attribute's type has it, of a list each entry; undefined for what is not of the
 * type or does not fit its pattern. An empty text is no value.
 */
export function toTyped(value: unknown, attribute: Typed): unknown {
  const read = createReader(attribute)
  if (!attribute.isList) return read(value)
  const entries = Array.isArray(value) ? value : [value]
  const typed = entries.map(read)
  return entries.length > LIST_MAX || typed.includes(undefined) ? undefined : typed
}

/** What a value of this attribute must be, for a message. */
export function describeType({ type, pattern, isList }: Omit<Typed, 'enum'>): string {
  const words =
    pattern === null ? KINDS[type].words : `a text that as a whole fits the pattern ${pattern}`
  return isList ? `a list, each entry ${words}` : words
}

function createReader(attribute: Typed): (value: unknown) => unknown {
  const { read } = KINDS[attribute.type]
  if (attribute.pattern === null) return (value) => read(value, attribute)
  const fits = compilePattern(attribute.pattern)
  return (value) => {
    const typed = read(value, attribute)
    return typeof typed === 'string' && fits?.(typed) ? typed : undefined
  }
}

function whenText(value: unknown, holds: (text: string) => boolean): string | undefined {
  return typeof value === 'string' && holds(value) ? value : undefined
}

function readText(value: unknown): string | undefined {
  return whenText(value, (text) => text.trim() !== '' && text.length <= TEXT_MAX)
}

function readNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  // 12, -3.5
  return typeof value === 'string' && /^-?\d{1,15}(?:\.\d{1,10})?$/.test(value.trim())
    ? Number(value)
    : undefined
}

function readBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  const word = typeof value === 'string' ? value.trim().toLowerCase() : ''
  if (word === 'true' || word === 'yes') return true
  return word === 'false' || word === 'no' ? false : undefined
}

// 2026-01-31T10:00:00Z
const INSTANT = /^(?<date>\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/

function readInstant(value: unknown): string | undefined {
  return whenText(value, (text) => isPlainDate(INSTANT.exec(text)?.groups?.date ?? ''))
}

function readObject(value: unknown): object | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return JSON.stringify(value).length <= OBJECT_TEXT_MAX ? value : undefined
}
