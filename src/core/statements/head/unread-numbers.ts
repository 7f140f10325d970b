import { isRoutingNumber } from '../../values/us/routing-number.ts'
import type { ReadLine } from '../print/read-line.ts'
import type { Lexicon } from '../vocabulary/lexicon.ts'
import { findPhrases } from '../vocabulary/phrases.ts'
import { spanOfMatch } from './figures/figures.ts'
import { isRowLike } from './labels.ts'

/** Longer lines are sentences about accounts. */
export const HEADING_WORDS = 10

// 379754289545   0071 4438 20   1042 8806-519   811 0048812 05   271-40912-6
// 08 108 0001234567890 45
export const LONG_NUMBER =
  /(?<![\d-])(?:\d{7,17}|\d{2,6}(?:[ -]\d{2,13}){1,7}(?:-\d)?)(?![\d-]| \d)/

// 555-0188   319-555-0188
export const PHONE = /^(?:\d{3}[ -])?\d{3}[ -]\d{4}$/

/** Whether behind a label of an account stand digits in a form that is not read. */
export function hasUnreadNumber(line: ReadLine, lexicon: Lexicon): boolean {
  return findPhrases(lexicon.accountNumber, line.plain).some(({ start, end }) => {
    const next = line.plain.slice(end).find(({ at }) => !line.words[at]!.text.startsWith('('))
    if (!next || isRowLike(line)) return false
    const from = line.offsets[next.at]!
    const { text } = line.words[next.at]!
    const tokens = [...line.amounts, ...line.dates]
    const isTaken = tokens.some((token) => from < token.to && token.from < from + text.length)
    const isOther = isOfAnother(line, line.offsets[line.plain[start]!.at]!, lexicon)
    return !isTaken && !isOther && text.replace(/\D/g, '').length >= LEAST_UNREAD
  })
}

/** Whether a long number stands under words that are not known, as that of an account may. */
export function holdsLongNumber(line: ReadLine, lexicon: Lexicon): boolean {
  if (isRowLike(line) || line.plain.length > HEADING_WORDS || OF_OTHERS.test(line.text))
    return false
  const tokens = [...line.amounts, ...line.dates]
  return [...line.text.matchAll(new RegExp(LONG_NUMBER, 'g'))].some(({ 0: number, index }) => {
    const isTaken = tokens.some(({ from, to }) => from < index + number.length && index < to)
    const isLong = number.replace(/\D/g, '').length >= LEAST_LOOSE
    const isOther = PHONE.test(number) || ZIP.test(number) || isRoutingNumber(number)
    return isLong && !isTaken && !isOther && !isOfAnother(line, index, lexicon)
  })
}

// 77087-4412
const ZIP = /^\d{5}-\d{4}$/

/** Shorter numbers beside unknown words are phones and postcodes. */
const LEAST_LOOSE = 8
// Customer ID : 20884163   MICR: 415817002   Tel +49 30 901820   GSTIN 27AAACS1234F1Z5
const OF_OTHERS = new RegExp(
  String.raw`(?<!\p{L})(?:${[
    'tel|phone|mobile|fax|call|toll|hotline|whatsapp|tél|telefon|telefono|teléfono|telefone|puh',
    'cust|customer|client|kunden|kundennummer|cliente|invoice|reference|ref|registration|statement',
    'tax|vat|cnpj|cpf|gstin|gst|abn|acn|nif|cif|siret|siren|rcs|ssn|ein|pan|ust|nip|regon|krs',
    'routing|aba|micr|ifsc|bic|swift|blz|bsb|transit|sort|branch|cin|fdic|ncua|nmls|user|ico|dič',
  ].join('|')})(?!\p{L})|\+\d`,
  'iu',
)

/** Whether digits in a form that is not read stand right below a label of an account. */
export function hasUnreadBelow(head: readonly ReadLine[], at: number, lexicon: Lexicon): boolean {
  const [line, below] = [head[at]!, head[at + 1]]
  if (/\d/.test(line.text) || below?.page !== line.page || isRowLike(below)) return false
  const tokens = [...below.amounts, ...below.dates]
  return findPhrases(lexicon.accountNumber, line.plain).some((match) => {
    const { x0, x1 } = spanOfMatch(line, match)
    return below.words.some((word, index) => {
      const from = below.offsets[index]!
      const isTaken = tokens.some((token) => from >= token.from && from < token.to)
      const isUnder = word.x0 < x1 && word.x1 > x0 && !isTaken
      return isUnder && word.text.replace(/\D/g, '').length >= LEAST_UNREAD
    })
  })
}

/** Fewer digits are a branch, a year or a product. */
export const LEAST_UNREAD = 5

/** Whether the words of the same cell speak of another account: linked, of a transfer. */
export function isOfAnother(line: ReadLine, offset: number, lexicon: Lexicon): boolean {
  const start = line.text.lastIndexOf('  ', offset) + 1
  const cut = line.text.indexOf('  ', offset)
  const end = cut < 0 ? line.text.length : cut
  const words = line.plain.filter(({ at }) => {
    const from = line.offsets[at]!
    return from >= start && from < end
  })
  return findPhrases(lexicon.otherAccounts, words).length > 0
}
