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
 * `1 234,56 €`, `EUR 1'234.50`, `579,68 USD`, `120.00 DR`.
 */
export function scanAmount(text: string): PrintedAmount | null {
  if (text.length === 0 || text.length > 40) return null
  // `-$` `1,234.56` ` CR`: what stands before the digits, the digits, what stands after them.
  const match = /^([^\d.,]*)([.,]?\d[\d.,'’ \u00a0\u202f]*)(\D*)$/.exec(text.trim())
  if (!match) return null
  const around = readSurroundings(`${match[1]} ${match[3]}`)
  return around && { digits: match[2]!.trim(), ...around }
}

/**
 * The decimal mark that most amounts of a table prove: the last of two different marks, or a mark
 * that no group of exactly three digits follows. Without any proof it is the point, unless points
 * stand only where thousands would (`1.500`).
 */
export function decideDecimalMark(amounts: readonly PrintedAmount[]): DecimalMark {
  let points = 0
  let commas = 0
  let thousandsPoints = 0
  for (const { digits } of amounts) {
    const proof = decimalProof(digits)
    if (proof === '.') points += 1
    else if (proof === ',') commas += 1
    else if (digits.includes('.')) thousandsPoints += 1
  }
  if (points !== commas) return points > commas ? '.' : ','
  return points === 0 && thousandsPoints > 0 ? ',' : '.'
}

/** Minor units of a printed amount, signed as printed; null when the digits make no amount. */
export function parseCents(
  amount: PrintedAmount,
  mark: DecimalMark,
  currency: string,
): Cents | null {
  const parts = amount.digits.split(mark)
  if (parts.length > 2) return null
  const whole = joinThousands(parts[0]!, mark)
  const decimals = getExponent(currency)
  const fraction = (parts[1] ?? '').replace(/0+$/, '')
  if (whole === null || !/^\d*$/.test(fraction) || fraction.length > decimals) return null
  const cents = Number(whole + fraction.padEnd(decimals, '0'))
  if (!Number.isSafeInteger(cents)) return null
  return amount.isNegative && cents !== 0 ? -cents : cents
}

function readSurroundings(text: string): Omit<PrintedAmount, 'digits'> | null {
  const isNegative = /[-−–]/.test(text) || (text.includes('(') && text.includes(')'))
  let currency: string | null = null
  let side: PrintedAmount['side'] = null
  for (const token of text.replace(/[-−–+()]/g, ' ').split(/\s+/)) {
    if (token === '') continue
    const upper = token.toUpperCase()
    const symbol = CURRENCY_SYMBOLS.get(token.toLowerCase())
    if (['DR', 'D', 'DB', 'S'].includes(upper)) side = 'debit'
    else if (['CR', 'C', 'H'].includes(upper)) side = 'credit'
    else if (CURRENCY_CODES.has(upper)) currency = upper
    else if (symbol === undefined) return null
    else currency ??= symbol
  }
  return { isNegative, currency, side }
}

function decimalProof(digits: string): DecimalMark | null {
  const lastPoint = digits.lastIndexOf('.')
  const lastComma = digits.lastIndexOf(',')
  if (lastPoint < 0 && lastComma < 0) return null
  const mark = lastPoint > lastComma ? '.' : ','
  const other = mark === '.' ? ',' : '.'
  if (digits.includes(other)) return mark
  if (digits.indexOf(mark) !== digits.lastIndexOf(mark)) return other
  const [whole = '', fraction = ''] = digits.split(mark)
  return fraction.length !== 3 || whole === '0' || whole === '' ? mark : null
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
