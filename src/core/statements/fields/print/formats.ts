import { isRoutingNumber } from '../../../values/us/routing-number.ts'
import { STATES } from '../../../values/us/states.ts'

/** What a text of a format is: the value in its standard form, and whether its check agrees. */
export interface Formatted {
  value: string
  /** Null when the format has nothing to check beyond its shape. */
  message: string | null
  isChecked: boolean
}

interface Format {
  /** Finds the format in a text; the whole match is the value's print. */
  pattern: RegExp
  /** The standard form; null when the print is of another kind after all. */
  read: (print: string) => Formatted | null
  isSensitive?: boolean
}

const STATE_NAMES = Object.entries(STATES).map(([code, name]) => ({
  code,
  name: name.toLowerCase(),
}))

/** The two digits that no EIN begins with (IRS, "How EINs are assigned"). */
const EIN_UNUSED = new Set('00 07 08 09 17 18 19 28 29 49 69 70 78 79 89 96 97'.split(' '))

const plain = (value: string): Formatted => ({ value, message: null, isChecked: false })

const READERS = {
  // 12-3456789   123456789   8 4 - 4 4 1 0 2 7 6 in boxes
  ein: {
    pattern: /(?<![\d-])(?:\d\s?\d\s?[-–]\s?\d(?:\s?\d){6}|\d{9})(?![\d-])/,
    read: readEin,
    isSensitive: true,
  },
  // 123-45-6789   ***-**-6789   XXX-XX-6789   123456789
  ssn_last4: {
    pattern:
      /(?<![\w-])(?:[\d*Xx•·●](?:\s?[\d*Xx•·●]){1,2}\s?[-–]?\s?[\d*Xx•·●](?:\s?[\d*Xx•·●]){1,2}\s?[-–]?\s?)?\d(?:\s?\d){3}(?![\d-])/,
    read: (print) => plain(print.replace(/\D/g, '').slice(-4)),
    isSensitive: true,
  },
  // an EIN or a social security number; the latter is masked
  tin: {
    pattern: /(?<![\d-])(?:\d{2}-\d{7}|[\d*Xx]{3}-[\d*Xx]{2}-\d{4}|\d{9})(?![\d-])/,
    read: (print) => plain(maskSsn(print)),
    isSensitive: true,
  },
  // 021000021   0210 0002 1
  routing: { pattern: /(?<!\d)\d{9}(?!\d)/, read: readRouting },
  // 000123456789   ****6789   XXXX-6789   1234 5678 9012
  account: {
    pattern: /(?<![\w-])[\d*Xx•·●.](?:[ -]?[\d*Xx•·●.]){3,19}(?!\w)/,
    read: (print) => {
      const value = print.replace(/[ .]/g, '')
      return /\d{3}$/.test(value) ? plain(value) : null
    },
    isSensitive: true,
  },
  // 45402   45402-1200
  zip: { pattern: /(?<![\d-])\d{5}(?:-\d{4})?(?![\d-])/, read: plain },
  // 000123456789   ****6789: of an account only the last four digits are kept
  account_last4: {
    pattern: /(?<![\w-])[\d*Xx•·●.](?:[ -]?[\d*Xx•·●.]){3,19}(?!\w)/,
    read: (print) => {
      const last4 = /\d{4}$/.exec(print.replace(/[ .-]/g, ''))?.[0]
      return last4 === undefined ? null : plain(last4)
    },
    isSensitive: true,
  },
  // (555) 321-1234   555.321.1234   +1 555 321 1234
  phone: {
    pattern: /(?<!\d)(?:\+?1[ .-]?)?\(?\d{3}\)?[ .-]?\d{3}[ .-]\d{4}(?!\d)|(?<!\d)\d{10}(?!\d)/,
    read: (print) => plain(`+1${print.replace(/\D/g, '').slice(-10)}`),
  },
  // owner@example.com
  email: { pattern: /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/, read: (print) => plain(print.toLowerCase()) },
  // DE   Delaware
  state: { pattern: /\p{L}[\p{L} ]*/u, read: readState },
  // 2024
  year: { pattern: /(?<!\d)(?:19|20)\d{2}(?!\d)/, read: plain },
  // 10%   8.75 %
  percent_text: { pattern: /\d{1,3}(?:\.\d{1,4})?\s?%/, read: plain },
  // INV-01699   14   D12345678   A 123 456
  identifier: {
    pattern: /#?\s?[\p{L}\p{N}][\p{L}\p{N}/._-]*(?: [\p{N}][\p{L}\p{N}/._-]*)*/u,
    read: (print) => (/\d/.test(print) ? plain(print.replace(/^#\s?/, '')) : null),
  },
  name: { pattern: /.+/s, read: readName },
  address: { pattern: /.+/s, read: (print) => (/\p{L}/u.test(print) ? plain(print) : null) },
  text: { pattern: /.+/s, read: (print) => (/[\p{L}\p{N}]/u.test(print) ? plain(print) : null) },
} satisfies Record<string, Format>

export type FormatName = keyof typeof READERS
export const FORMATS: Record<FormatName, Format> = READERS

function readEin(print: string): Formatted | null {
  const digits = print.replace(/\D/g, '')
  const value = `${digits.slice(0, 2)}-${digits.slice(2)}`
  const message = isUsedEinPrefix(value) ? null : 'No EIN begins with these two digits.'
  return { value, message, isChecked: true }
}

/** Whether an EIN begins with two digits that the IRS gives. */
export function isUsedEinPrefix(ein: string): boolean {
  return !EIN_UNUSED.has(ein.slice(0, 2))
}

function readRouting(print: string): Formatted | null {
  const message = isRoutingNumber(print)
    ? null
    : 'The checksum of the routing number does not agree.'
  return { value: print, message, isChecked: true }
}

function readState(print: string): Formatted | null {
  const upper = print.trim().toUpperCase()
  if (upper in STATES) return plain(upper)
  const lower = print
    .trim()
    .toLowerCase()
    .replace(/^(?:the )?(?:state|commonwealth) of /, '')
  const state = STATE_NAMES.find(({ name }) => lower === name || lower.startsWith(`${name} `))
  return state ? plain(state.code) : null
}

/** A name has letters and is neither an amount nor a date nor a sentence. */
function readName(print: string): Formatted | null {
  // `Cattail Credit Fund, 12 Reed Street, Duluth`: the address of a party is not its name.
  const bare = print.replaceAll('<', ' ').replace(/,\s+\d{1,6}\s+\p{Lu}.*$/su, '')
  const value = bare.replace(/^[\s:;,.*"“”'-]+|[\s:;,*"“”-]+$/g, '')
  const letters = value.match(/\p{L}/gu)?.length ?? 0
  const isName =
    letters >= 2 &&
    letters * 2 >= value.replace(/\s/g, '').length &&
    value.length <= 120 &&
    !/^(?:ssn|ein|tin|id|no)\b\W*[\dX*]/i.test(value)
  return isName ? plain(value) : null
}

// 554-03-0876   554 03 0876
const SSN = /(?<![\d-])\d{3}([- ])\d{2}\1(\d{4})(?![\d-])/g

/** Text with every full social security number masked to its last four digits. */
export function maskSsn(text: string): string {
  return text.replace(SSN, (_, __, last4: string) => `***-**-${last4}`)
}
