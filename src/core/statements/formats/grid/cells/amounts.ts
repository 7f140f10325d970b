import { getExponent, type Cents } from '../../../../values/money.ts'
import { CURRENCY_CODES, CURRENCY_SYMBOLS } from '../../../currency/currencies.ts'

export type DecimalMark = '.' | ','

/** An amount as a cell prints it; what its separators mean is decided over the whole table. */
export interface PrintedAmount {
  /** Digits with their separators, without sign and currency: `1.234,56`. */
  digits: string
  isNegative: boolean
  currency: string | null
  /** Which side a mark beside the digits names: `120.00 DR`, `120,00 S`. */
  side: 'debit' | 'credit' | null
}

/**
 * The amount in a cell, or null when the cell is not one. Reads `-$100.00`, `(12.00)`, `12.00-`,
 * `1 234,56 €`, `EUR 1'234.50`, `579,68 USD`, `120.00 DR`, `Rs. 23,742`, `.15`.
 */
export function scanAmount(text: string): PrintedAmount | null {
  if (text.length === 0 || text.length > 40) return null
  // `-$` `1,234.56` ` CR`: what stands before the digits, the digits, what stands after them.
  const match = /^(\D*?)([.,]?\d[\d.,'’ \u00a0\u202f]*)(\D*)$/.exec(text.trim())
  if (!match) return null
  const [, before = '', digits = '', after = ''] = match
  // `Rs.16`: the point ends the word.
  const isWord = /\p{L}$/u.test(before) && digits.startsWith('.')
  const around = readSurroundings(`${before}${isWord ? '.' : ''} ${after}`)
  return around && { digits: (isWord ? digits.slice(1) : digits).trim(), ...around }
}

/**
 * The decimal mark that most amounts of a table prove: the last of two different marks, or a mark
 * that no group of exactly three digits follows, or before which thousands are not parted. Without
 * any proof it is the one of a currency of three decimals; else the point, unless points stand only
 * where thousands would (`1.500`).
 */
export function decideDecimalMark(
  amounts: readonly PrintedAmount[],
  currency = 'USD',
): DecimalMark {
  const proven = provenDecimalMark(amounts)
  if (proven !== null) return proven
  const hasComma = amounts.some(({ digits }) => digits.includes(','))
  if (getExponent(currency) === 3) return hasComma ? ',' : '.'
  const isThousands = ({ digits }: PrintedAmount): boolean =>
    digits.includes('.') && decimalProof(digits) === null
  const hasProof = amounts.some(({ digits }) => decimalProof(digits) !== null)
  return !hasProof && amounts.some(isThousands) ? ',' : '.'
}

/**
 * Whether every amount has one mark with three digits behind it, and none shows what it means:
 * `12,500` may be twelve and a half, of three decimals.
 */
export function hasOpenMark(amounts: readonly PrintedAmount[], currency: string): boolean {
  const isOpen = ({ digits }: PrintedAmount): boolean =>
    /[.,]/.test(digits) && decimalProof(digits) === null
  return getExponent(currency) === 2 && amounts.length > 1 && amounts.every(isOpen)
}

/** The mark that more of the amounts prove than its rival; null where neither is ahead. */
export function provenDecimalMark(amounts: readonly PrintedAmount[]): DecimalMark | null {
  const proofs = amounts.map(({ digits }) => decimalProof(digits))
  const points = proofs.filter((proof) => proof === '.').length
  const commas = proofs.filter((proof) => proof === ',').length
  return points === commas ? null : points > commas ? '.' : ','
}

/**
 * Minor units of a printed amount, signed as printed; null when the digits make no amount. Four and
 * more decimals are rounded half to even; three alone may be a thousand and are refused.
 */
export function parseCents(
  amount: PrintedAmount,
  mark: DecimalMark,
  currency: string,
): Cents | null {
  const parts = splitDigits(amount.digits, mark)
  if (parts === null) return null
  const decimals = getExponent(currency)
  const surplus = parts.fraction.length - decimals
  if (surplus > 0 && (decimals === 0 || parts.fraction.length <= LEAST_ROUNDED)) return null
  const cents = surplus > 0 ? halfEven(parts, decimals) : scaled(parts, decimals)
  if (!Number.isSafeInteger(cents)) return null
  return amount.isNegative && cents !== 0 ? -cents : cents
}

/** Fractions of so many digits are no surplus decimals but thousands. */
const LEAST_ROUNDED = 3

/** Whether an amount has more decimals than its currency, and is rounded. */
export function isRounded(amount: PrintedAmount, mark: DecimalMark, currency: string): boolean {
  const parts = splitDigits(amount.digits, mark)
  return parts !== null && parts.fraction.replace(/0+$/, '').length > getExponent(currency)
}

interface DigitParts {
  whole: string
  /** Without zeros at its end, unless it is longer than any currency's. */
  fraction: string
}

function splitDigits(digits: string, mark: DecimalMark): DigitParts | null {
  const parts = digits.split(mark)
  if (parts.length > 2) return null
  const whole = joinThousands(parts[0]!, mark)
  const printed = parts[1] ?? ''
  if (whole === null || !/^\d*$/.test(printed)) return null
  const fraction = printed.length > LEAST_ROUNDED ? printed : printed.replace(/0+$/, '')
  return { whole, fraction }
}

function scaled({ whole, fraction }: DigitParts, decimals: number): number {
  return Number(whole + fraction.padEnd(decimals, '0'))
}

/** 12.3450 is 12.34 and 1.3350 is 1.34. */
function halfEven({ whole, fraction }: DigitParts, decimals: number): number {
  const kept = Number(whole + fraction.slice(0, decimals))
  const rest = fraction.slice(decimals)
  const half = `5${'0'.repeat(rest.length - 1)}`
  if (rest === half) return kept % 2 === 0 ? kept : kept + 1
  return rest > half ? kept + 1 : kept
}

function readSurroundings(text: string): Omit<PrintedAmount, 'digits'> | null {
  const isNegative = /[-−–]/.test(text) || (text.includes('(') && text.includes(')'))
  let currency: string | null = null
  let side: PrintedAmount['side'] = null
  for (const token of text.replace(/[-−–+()'’]/g, ' ').split(/\s+/)) {
    if (token === '') continue
    const upper = token.toUpperCase().replace(/\.$/, '')
    const symbol = CURRENCY_SYMBOLS.get(token.toLowerCase())
    if (DEBIT_MARKS.has(upper)) side = 'debit'
    else if (CREDIT_MARKS.has(upper)) side = 'credit'
    else if (CURRENCY_CODES.has(upper)) currency = upper
    else if (symbol === undefined) return null
    else currency ??= symbol
  }
  return { isNegative, currency, side }
}

const DEBIT_MARKS: ReadonlySet<string> = new Set(['DR', 'D', 'DB', 'S', 'DT', 'OD'])
const CREDIT_MARKS: ReadonlySet<string> = new Set(['CR', 'C', 'H', 'CT', 'K'])

function decimalProof(digits: string): DecimalMark | null {
  const lastPoint = digits.lastIndexOf('.')
  const lastComma = digits.lastIndexOf(',')
  if (lastPoint < 0 && lastComma < 0) return null
  const mark = lastPoint > lastComma ? '.' : ','
  const other = mark === '.' ? ',' : '.'
  if (digits.includes(other)) return mark
  if (digits.indexOf(mark) !== digits.lastIndexOf(mark)) return other
  const [whole = '', fraction = ''] = digits.split(mark)
  // `1387,500`: thousands would have been parted before.
  const isWhole = whole === '0' || whole === '' || /^\d{4}/.test(whole)
  return fraction.length !== 3 || isWhole ? mark : null
}

/** `1,234` → `1234`; null when the groups are none (`1,23`). Indian groups of two are allowed. */
function joinThousands(whole: string, mark: DecimalMark): string | null {
  const groups = whole.split(mark === '.' ? /[,'’ \u00a0\u202f]/ : /[.'’ \u00a0\u202f]/)
  if (groups.some((group) => !/^\d*$/.test(group))) return null
  const areGroups = groups.every((group, index) => {
    if (index === 0) return groups.length === 1 || (group.length > 0 && group.length <= 3)
    return group.length === 3 || (group.length === 2 && index < groups.length - 1)
  })
  return areGroups ? groups.join('') : null
}
