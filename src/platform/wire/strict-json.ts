import { isUtf8 } from 'node:buffer'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ApiError } from '../errors/api-error.ts'

const DEPTH_MAX = 32
const LIMITS = { keysMax: 200_000, valuesMax: 500_000 }
/** 50,000 transactions of a provider have some thirty names each. */
const PAYLOAD_LIMITS = { keysMax: 3_000_000, valuesMax: 4_000_000 }
const PAYLOAD_NAME = 'payload'
/** More than any shape takes; an object with many keys is slow to look at all at once. */
const KEYS_OF_ONE_MAX = 10_000
/** Of a text with quotes in it, each of which has to be looked at: no file is sent with any. */
const QUOTED_MAX = 1024 * 1024
const TOO_QUOTED = 'A text of the body has quotes or backslashes beyond its first MiB.'
/** Reading so many takes a few milliseconds; then others have their turn. */
const VALUES_PER_TURN = 10_000

/**
 * Parses JSON text. Beyond JSON.parse it refuses what would be read differently by different
 * parsers, be changed silently or break later: repeated keys, `__proto__`, nesting deeper than 32,
 * numbers that a double cannot hold, NUL characters and lone surrogates (PostgreSQL cannot store
 * the first and would silently change the second). What is too much is refused where it begins to
 * be, not after all of it was read.
 */
export function parseStrictJson(text: string): unknown {
  if (!text.isWellFormed()) throw invalid('The body has a lone surrogate, which is not text.')
  const reader = new JsonReader(text)
  reader.read(Infinity)
  return reader.result
}

/** The same of the bytes of a body, which must be UTF-8; a long one is read in turns. */
export async function readJson(bytes: Buffer): Promise<unknown> {
  const reader = new JsonReader(decodeUtf8(bytes))
  while (!reader.read(VALUES_PER_TURN)) await nextTurn()
  return reader.result
}

/** A body that carries a payload of somebody else. */
export interface PayloadBody {
  value: unknown
  /** What stands under the name `payload`, as it was sent; null where no list or object does. */
  payload: string | null
}

/** The same of a payload, which may have more values than any body of ours. */
export async function readPayloadJson(bytes: Buffer): Promise<PayloadBody> {
  const text = decodeUtf8(bytes)
  const reader = new JsonReader(text, PAYLOAD_LIMITS)
  while (!reader.read(VALUES_PER_TURN)) await nextTurn()
  const { result: value, span } = reader
  return { value, payload: span === null ? null : text.slice(...span) }
}

/** Throws `invalid_json` instead of putting replacement characters where bytes are no UTF-8. */
export function decodeUtf8(bytes: Buffer): string {
  requireUtf8(bytes)
  return bytes.toString('utf8')
}

export function requireUtf8(bytes: Buffer): void {
  if (!isUtf8(bytes)) throw invalid('The body is not valid UTF-8.')
}

function invalid(message?: string): ApiError {
  return new ApiError('invalid_json', message)
}

/** A list or object whose end was not read yet. */
interface Open {
  value: unknown[] | Record<string, unknown>
  /** Of the value that comes next; null in a list. */
  key: string | null
  keys: number
  end: ']' | '}'
}

// -12.5e+3
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
// true
const WORD = /true|false|null/y
// a deep indent
const SPACES = /[ \n\r\t]*/y
/** A pattern is faster only for more. */
const SPACES_BY_HAND = 64
const WORDS: Readonly<Record<string, unknown>> = { true: true, false: false, null: null }

/** Reads a text value by value, so that it can pause between any two of them. */
class JsonReader {
  result: unknown
  readonly #text: string
  readonly #open: Open[] = []
  #at = 0
  #keys = 0
  #values = 0
  #isDone = false
  readonly #limits: typeof LIMITS
  #payloadAt: number | null = null
  /** Where the list or object of the name `payload` stands in the text. */
  span: [number, number] | null = null

  constructor(text: string, limits = LIMITS) {
    this.#text = text
    this.#limits = limits
  }

  /** Reads so many values at most; returns whether that was all. */
  read(most: number): boolean {
    for (let left = most; left > 0 && !this.#isDone; left -= 1) this.#readNext()
    return this.#isDone
  }

  /** One value, with its key before it and with what ends after it. */
  #readNext(): void {
    const frame = this.#open.at(-1)
    if (frame?.end === '}') frame.key = this.#readKey(frame)
    const first = this.#skipSpace()
    if (first === '{' || first === '[') return this.#begin(first)
    this.#put(first === '"' ? this.#readText() : this.#readScalar())
    this.#closeAll()
  }

  #begin(first: '{' | '['): void {
    const frame: Open =
      first === '{'
        ? { value: {}, key: null, keys: 0, end: '}' }
        : { value: [], key: null, keys: 0, end: ']' }
    this.#put(frame.value)
    if (this.#open.length === 1 && this.#open[0]!.key === PAYLOAD_NAME) this.#payloadAt = this.#at
    this.#at += 1
    this.#open.push(frame)
    if (this.#open.length > DEPTH_MAX)
      throw invalid(`The body is nested deeper than ${DEPTH_MAX} levels.`)
    if (this.#skipSpace() === frame.end) this.#closeAll()
  }

  /** After a value stands a comma, the end of what holds it, or the end of the text. */
  #closeAll(): void {
    for (;;) {
      const char = this.#skipSpace()
      const frame = this.#open.at(-1)
      if (frame === undefined) {
        if (char !== '') throw invalid()
        this.#isDone = true
        return
      }
      this.#at += 1
      if (char === ',') return
      if (char !== frame.end) throw invalid()
      this.#open.pop()
      if (this.#open.length === 1 && this.#payloadAt !== null)
        this.span ??= [this.#payloadAt, this.#at]
    }
  }

  #put(value: unknown): void {
    this.#values += 1
    const { valuesMax } = this.#limits
    if (this.#values > valuesMax) throw invalid(`The body has more than ${valuesMax} values.`)
    const frame = this.#open.at(-1)
    if (frame === undefined) this.result = value
    else if (Array.isArray(frame.value)) frame.value.push(value)
    else frame.value[frame.key!] = value
  }

  #readKey(frame: Open): string {
    if (this.#skipSpace() !== '"') throw invalid()
    const key = this.#readText()
    if (this.#skipSpace() !== ':') throw invalid()
    this.#at += 1
    this.#keys += 1
    frame.keys += 1
    const { keysMax } = this.#limits
    if (this.#keys > keysMax) throw invalid(`The body has more than ${keysMax} keys.`)
    if (frame.keys > KEYS_OF_ONE_MAX)
      throw invalid(`An object of the body has more than ${KEYS_OF_ONE_MAX} keys.`)
    if (key === '__proto__') throw invalid('The body has a key __proto__.')
    if (Object.hasOwn(frame.value, key))
      throw invalid(`The body has the key ${key.slice(0, 64)} twice.`)
    return key
  }

  #readText(): string {
    const start = this.#at
    let end = this.#text.indexOf('"', start + 1)
    while (end > 0 && this.#isEscaped(start, end)) {
      if (end - start > QUOTED_MAX) throw invalid(TOO_QUOTED)
      end = this.#text.indexOf('"', end + 1)
    }
    if (end < 0) throw invalid()
    this.#at = end + 1
    const raw = this.#text.slice(start + 1, end)
    // oxlint-disable-next-line no-control-regex -- JSON has no control characters in its texts
    return /[\u0000-\u001f\\]/.test(raw) ? unescape(raw) : raw
  }

  /** Whether an odd number of backslashes stands before this quote. */
  #isEscaped(start: number, quote: number): boolean {
    let from = quote
    while (from - 1 > start && this.#text[from - 1] === '\\') from -= 1
    if (quote - from > QUOTED_MAX) throw invalid(TOO_QUOTED)
    return (quote - from) % 2 === 1
  }

  #readScalar(): unknown {
    const number = this.#match(NUMBER)
    if (number !== undefined) return toNumber(number)
    const word = this.#match(WORD)
    if (word === undefined) throw invalid()
    return WORDS[word]
  }

  #match(token: RegExp): string | undefined {
    token.lastIndex = this.#at
    const found = token.exec(this.#text)?.[0]
    this.#at += found?.length ?? 0
    return found
  }

  /** Stops at the first character that is no space and returns it; empty at the end. */
  #skipSpace(): string {
    const text = this.#text
    for (let spaces = 0; spaces < SPACES_BY_HAND; spaces += 1) {
      const code = text.charCodeAt(this.#at)
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09)
        return text.charAt(this.#at)
      this.#at += 1
    }
    this.#match(SPACES)
    return text.charAt(this.#at)
  }
}

/** A text with escapes. Throws for an unknown one, and for what is not text. */
function unescape(raw: string): string {
  let text: string
  try {
    text = JSON.parse(`"${raw}"`) as string
  } catch (error) {
    throw new ApiError('invalid_json', undefined, { cause: error })
  }
  if (text.includes('\u0000')) throw invalid('The body has a NUL character.')
  if (!text.isWellFormed()) throw invalid('The body has a lone surrogate, which is not text.')
  return text
}

/** Digits beyond those shown in an error help nobody. */
const DIGITS_SHOWN = 40

/**
 * A number as a double, where that is the number that was written: `1e999` would become infinite,
 * `1e-999` nothing, and 9007199254740993 its neighbor.
 */
function toNumber(written: string): number {
  const value = Number(written)
  const isWhole = /^-?\d+$/.test(written)
  const isLost = value === 0 && /^-?[\d.]*[1-9]/.test(written)
  if (Number.isFinite(value) && !isLost && (!isWhole || Number.isSafeInteger(value))) return value
  const shown = written.slice(0, DIGITS_SHOWN)
  throw invalid(`The number ${shown} cannot be held exactly; send it as a text.`)
}
