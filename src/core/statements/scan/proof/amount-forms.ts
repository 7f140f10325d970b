import type { Cents } from '../../../values/money.ts'
import { findAmounts, signedCents, type DecimalMark } from '../../print/amounts.ts'

/** Characters that amounts are printed with. */
export const AMOUNT_ALPHABET = '0123456789.,-+()$'

/** Letters that digits are taken for. A digit is never exchanged for another digit. */
const LETTER_DIGITS: Record<string, string> = {
  O: '0', o: '0', Q: '0', D: '0', I: '1', l: '1', i: '1', '|': '1', '!': '1', Z: '2', z: '2', S: '5', s: '5', B: '8',
} // prettier-ignore

// 1,Z34.S6   $ 12.00-   (1.234,56)   l78.40 CR
const SHAPE = /^([($€£+\-−–]*)([\dOoQDIli|!ZzSsB.,'’]+?)([)\-−–+]*)(CR|DR|S|H)?$/

/**
 * What a text may mean if its signs were misread as OCR engines do: letters for digits, a point for
 * a comma, a dollar sign for an S. Only texts that are one amount; the text itself is among them
 * when it is one.
 */
export function amountForms(text: string, mark: DecimalMark): string[] {
  const plain = text.replaceAll(' ', '')
  const forms = new Set([plain, ...listForms(plain, mark)])
  // `S1,250.00` is `$1,250.00` more often than 51,250.00.
  if (/^[Ss]\d/.test(plain))
    for (const form of listForms(`$${plain.slice(1)}`, mark)) forms.add(form)
  return [...forms].filter((form) => isAmount(form, mark))
}

// 312766   4.33747   (39,95 where points are decimal is read by amountForms)
const BARE = /^([($£€+\-−–]*)(\d[\d.,'’]*\d)([)\-−–+]*)$/

/**
 * The amount that digits without their decimal mark may be: a point is a few pixels, which engines
 * lose. Only for words in a column of amounts: elsewhere such digits are a number of something.
 */
export function bareForms(text: string, mark: DecimalMark): string[] {
  const [, lead, body = '', tail] = BARE.exec(text) ?? []
  const digits = body.replace(/\D/g, '')
  if (digits.length < 3 || isAmount(text, mark)) return []
  const point = mark === 'point' ? '.' : ','
  return [`${lead}${digits.slice(0, -2)}${point}${digits.slice(-2)}${tail}`]
}

/** The amount a text is, signed as printed; null when it is none, or more than one. */
export function amountIn(text: string, mark: DecimalMark): Cents | null {
  const [amount, other] = findAmounts(text, mark)
  return amount && !other ? signedCents(amount) : null
}

function isAmount(text: string, mark: DecimalMark): boolean {
  return amountIn(text, mark) !== null
}

function listForms(text: string, mark: DecimalMark): string[] {
  const match = SHAPE.exec(text)
  if (!match || !/\d/.test(text)) return []
  const [, lead = '', body = '', tail = '', marker] = match
  const digits = [...body].map((sign) => LETTER_DIGITS[sign] ?? sign).join('')
  const end = marker === undefined ? tail : `${tail} ${marker}`
  return separated(digits, mark).map((number) => `${lead}${number}${end}`)
}

/** The number with its last separator as the decimal mark, when two digits stand behind it. */
function separated(digits: string, mark: DecimalMark): string[] {
  // 1.234,56   1,234,56   167.16
  const match = /^(\d[\d.,'’]*?)[.,](\d{2})$/.exec(digits)
  if (!match) return []
  const [, whole, cents] = match
  return wholeForms(whole!).map(
    (form) => `${form.replace(/\D/g, '')}${mark === 'point' ? '.' : ','}${cents}`,
  )
}

/**
 * A digit between two others is sometimes read twice: a group of four behind a separator has one
 * too many, and each of them may be it.
 */
function wholeForms(whole: string): string[] {
  // 1,5681   12.4450
  const match = /^(\d{1,3}[.,'’])(\d{4})$/.exec(whole)
  if (!match) return [whole]
  const [, lead, group] = match
  return [...group!].map((_, at) => `${lead}${group!.slice(0, at)}${group!.slice(at + 1)}`)
}
