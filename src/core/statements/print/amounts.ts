import type { Cents } from '../../values/money.ts'

/**
 * Which mark parts the decimals: `1,234.56` or `1.234,56` and `1 234,56`. Where none is printed,
 * `18,665` is in minor units of a currency that has no others (`unit`), else in major (`whole`).
 * Dinars and rials have three decimals: `1,234.567` (`point3`), `1 234,567` (`comma3`).
 */
export type DecimalMark = 'point' | 'comma' | 'point3' | 'comma3' | 'unit' | 'whole'

/** An amount as it stands in a line. */
export interface PrintedAmount {
  cents: Cents
  /** What the print says: −1 for a minus or parentheses, 1 for a plus, 0 for no sign. */
  sign: -1 | 0 | 1
  /** CR or DR beside the number: in the holder's favor, or against. */
  marker: 'credit' | 'debit' | null
  /** Characters of the line, `to` exclusive, with sign and currency. */
  from: number
  to: number
}

// 1,234.56   1'234.56   20,88,721.21   1234.56   .56
const POINT_NUMBER =
  /(?:\d{1,3}(?:[,'’]\d{3}){1,5}|\d{1,2}(?:,\d{2}){1,5},\d{3}|\d{1,15})?\.\d{2}(?!\d)/g
// 1.234,56   1 234,56   1234,56
const COMMA_NUMBER = /(?:\d{1,3}(?:[.'’  ]\d{3}){1,5}|\d{1,15}),\d{2}(?!\d)/g
// 1,234.567   1234.567   .567
const POINT3_NUMBER = /(?:\d{1,3}(?:[,'’]\d{3}){1,5}|\d{1,15})?\.\d{3}(?!\d)/g
// 1 234,567   1.234,567   1234,567
const COMMA3_NUMBER = /(?:\d{1,3}(?:[.'’  ]\d{3}){1,5}|\d{1,15}),\d{3}(?!\d)/g
const CODES = 'USD|CAD|AUD|NZD|SGD|HKD|GBP|EUR|CHF|INR|ZAR|SEK|NOK|DKK|PLN|MXN|BRL'
// `-$`   `- `   `($`   `+ US$`   `= `   `Rs. `   `Dr `   `<`
const BEFORE = new RegExp(
  '(?:(?<![\\p{L}\\p{N}])([-+−–(=<]) ?)?(?<![\\p{L}\\p{N}])(?:(?<= {2})(C[Rr]|D[Rr])\\.? ?)?' +
    `(?:(?:${CODES}|Rs\\.?|[A-Z]{0,2}[$£€₹¥￥₩₫]) ?)?([-+−–(<△▲])?$`,
  'u',
)
// `-`   ` CR`   `) DR`   ` €-`   ` S`   ` D`   `>`   `  Bij`   ` DT`
const AFTER = new RegExp(
  `^(?: ?(?:[$€£]|${CODES}|kr\\b|zł))? ?([)>])? ?` +
    '([-−–+](?! ?[$€£]?[\\d.]))?' +
    '(?: ?((?:CR|Cr|cr|DR|Dr|dr|OD|DB|H|S)\\b|[DC](?= {2}|$))| {1,2}(Bij|Af|DT|CT)(?= {2}|$))?' +
    '(?![\\p{L}\\p{N}%])',
  'u',
)
// $1,200   £ 500   Rs. 1,25,000   (a currency must stand before a number without decimals)
const WHOLE_NUMBER =
  /(?<=(?:[$£€₹]|\bRs\.?|\bINR) ?)(?:\d{1,3}(?:,\d{3}){1,5}|\d{1,2}(?:,\d{2}){1,5},\d{3}|\d{1,9})(?![\d.,]\d|\d)/g
const LOOK_BEHIND = 12
const LOOK_AHEAD = 12

const NUMBERS = {
  point: POINT_NUMBER,
  comma: COMMA_NUMBER,
  point3: POINT3_NUMBER,
  comma3: COMMA3_NUMBER,
}

/** The amounts of a line from left to right, without percentages, dates and parts of words. */
export function findAmounts(text: string, mark: DecimalMark): PrintedAmount[] {
  if (mark === 'unit' || mark === 'whole') return findWholes(text, mark === 'unit' ? 1 : 100)
  const amounts: PrintedAmount[] = []
  for (const match of text.matchAll(NUMBERS[mark])) {
    const amount = amountAt(text, { at: match.index, digits: match[0], scale: 1 })
    if (amount) amounts.push(amount)
  }
  if (mark === 'comma' || mark === 'comma3') return amounts
  const scale = mark === 'point3' ? 1000 : 100
  for (const match of text.matchAll(WHOLE_NUMBER)) {
    const amount = amountAt(text, { at: match.index, digits: match[0], scale })
    const isFree = amounts.every(
      ({ from, to }) => amount && (amount.to <= from || amount.from >= to),
    )
    if (amount && isFree) amounts.push(amount)
  }
  return amounts.toSorted((a, b) => a.from - b.from)
}

// 18,665   1.234.567   12 345
const GROUPED = /(?<!\d[.,'’  ]?)\d{1,3}(?:([.,'’  ])\d{3})(?:\1\d{3}){0,4}(?![.,'’]?\d)/g
// `  286`   `  ¥286`   `  -8582  `   `  △500円  `   (a cell of its own)
const CELL =
  /(?<=(?:^| {2})[-−+△▲¥￥₩$₫ ]{0,3})[1-9]\d{0,8}(?=(?:円|원|元)?[-−]?(?: ?(?:CR|DR|DB|C|D))?(?: {2}|$))|(?<=[¥￥₩₫]) ?\d{1,9}(?![\d.,])/g

/** The amounts of a print without decimals: grouped digits, and numbers that are a cell alone. */
function findWholes(text: string, scale: number): PrintedAmount[] {
  const amounts: PrintedAmount[] = []
  for (const pattern of [GROUPED, CELL])
    for (const match of text.matchAll(pattern)) {
      const amount = amountAt(text, { at: match.index, digits: match[0], scale })
      const isFree = amounts.every(
        ({ from, to }) => amount !== null && (amount.to <= from || amount.from >= to),
      )
      if (amount && isFree) amounts.push(amount)
    }
  return amounts.toSorted((a, b) => a.from - b.from)
}

interface FoundNumber {
  at: number
  digits: string
  scale: number
}

function amountAt(text: string, { at, digits, scale }: FoundNumber): PrintedAmount | null {
  const end = at + digits.length
  if (at > 0 && /[\p{L}\p{N}.,/#*:]/u.test(text[at - 1]!)) return null
  if (/^(?:[.,/-]\d| ?%)/.test(text.slice(end, end + 2))) return null
  const before = BEFORE.exec(text.slice(Math.max(0, at - LOOK_BEHIND), at))
  const after = AFTER.exec(text.slice(end, end + LOOK_AHEAD))
  if (!after) return null
  const cents = Number(digits.replace(/\D/g, '')) * scale
  if (!Number.isSafeInteger(cents)) return null
  const lead = `${before?.[1] ?? ''}${before?.[3] ?? ''}`
  // A hyphen glued to a word is part of the word, so the pattern matches nothing before the digits.
  if (lead === '' && at > 0 && /[-−–]/.test(text[at - 1]!)) return null
  return {
    cents,
    sign: readSign(lead, `${after[1] ?? ''}${after[2] ?? ''}`),
    marker: readMarker(after[3] ?? after[4] ?? before?.[2]),
    from: at - (before?.[0].length ?? 0),
    to: end + after[0].trimEnd().length,
  }
}

function readSign(lead: string, tail: string): -1 | 0 | 1 {
  if (/[-−–(<△▲]/.test(lead) || /[-−–]/.test(tail)) return -1
  return lead.includes('+') || tail.includes('+') ? 1 : 0
}

function readMarker(word: string | undefined): PrintedAmount['marker'] {
  if (!word) return null
  return /^(?:CR|H|C|CT|Bij)$/i.test(word) ? 'credit' : 'debit'
}

// 01.03   31.12   31.12.25
const DOTTED_DATE =
  /(?<![\d.,])(?:0[1-9]|[12]\d|3[01])\.(?:0[1-9]|1[0-2])(?:\.(?:\d{2}|\d{4}))?(?![\d.])/g

/** Of so many lines some print decimals, where a currency is counted with them. */
const LEAST_WHOLES = 6

/** The decimal mark most numbers of the lines have; none where a currency prints no decimals. */
export function detectDecimalMark(lines: Iterable<string>, exponent = 2): DecimalMark {
  let [points, commas, wholes] = [0, 0, 0]
  const texts = [...lines]
  const long = exponent === 3 ? longDecimals(texts) : null
  if (long !== null) return long
  for (const line of texts) {
    points += line.replace(DOTTED_DATE, '').match(/\d\.\d{2}(?![\d.])/g)?.length ?? 0
    commas += line.match(/\d,\d{2}(?![\d,])/g)?.length ?? 0
    if (/ {2}[^ \d]{0,2}\d{1,3}(?:[.,  ]\d{3})+(?![\d.,])/.test(line)) wholes += 1
  }
  if (points + commas === 0 && wholes >= LEAST_WHOLES) return exponent === 0 ? 'unit' : 'whole'
  return commas > points ? 'comma' : 'point'
}

/** The amount as printed: minus and debit marks count, everything else is positive. */
export function signedCents(amount: PrintedAmount): Cents {
  if (amount.marker === 'debit') return -amount.cents
  return amount.sign === -1 ? -amount.cents : amount.cents
}

/** The mark of three decimals where more numbers have three than two; null where none do. */
function longDecimals(texts: readonly string[]): 'point3' | 'comma3' | null {
  const count = (pattern: RegExp): number =>
    texts.reduce((sum, text) => sum + (text.match(pattern)?.length ?? 0), 0)
  const [points, commas] = [count(/\d\.\d{3}(?![\d.,])/g), count(/\d,\d{3}(?![\d.,])/g)]
  const short = count(/\d[.,]\d{2}(?![\d.,])/g)
  if (points + commas <= short) return null
  return points >= commas ? 'point3' : 'comma3'
}
