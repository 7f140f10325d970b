import { ibanIn } from '../../../../values/banks/iban.ts'
import { looksLikeDate } from '../cells/dates.ts'
import { LANGUAGES } from '../../../vocabulary/languages.ts'
import { hasPhrase, plainWords } from '../../../vocabulary/plain-words.ts'
import { ACCOUNT_TYPE_WORDS, FACT_LABELS } from '../words/summary-words.ts'
import { mentions } from './summary-rows.ts'

/** `PL61 1090 1014 0000 0712 1981 2874` */
const IBAN = /(?<![\p{L}\d])[A-Z]{2} ?\d{2}(?: ?[\dA-Z]{4}){2,7}(?: ?[\dA-Z]{1,4})?(?![\p{L}\d])/u
/** `****3318`, `...4408`, `50100XXXXX7719`, `x4410`, `ending in 6093` */
const MASKED = new RegExp(
  [
    String.raw`(?<![\p{L}\d])(?:\d{0,10}(?:[xX*•·●]{2,}[xX*•·● -]*|\.{3} ?|…)|x)\d{2,6}(?![\d/])`,
    String.raw`(?<=ending (?:in )?|endet auf |terminada en |finissant par |final )\d{3,4}(?!\d)`,
  ].join('|'),
  'iu',
)
/** `20-45-18 73310482`, `30002 05500 0000157841Z 25`, `33520-8`, `12-3140-0287715-00` */
const PLAIN = new RegExp(
  [
    String.raw`(?<![\p{L}\d.,/-])\d{3,}(?:[ -]?[\dXZ]+)*(?![\p{L}\d/]|[.,]\d)`,
    String.raw`(?<![\d.,/-])\d{2}(?:-\d{2}){2} \d{4,}`,
    String.raw`(?<![\p{L}\d.,/-])(?!1-8\d\d-)\d{1,2}(?:-\d{3,}){1,3}(?:-\d{1,3})?(?![\p{L}\d/]|[.,-]\d)`,
  ].join('|'),
  'gu',
)

/** `0234 00103914.40`: branch, account and check digits of a Swiss bank. */
const SWISS = /(?<![\d.])\d{3,4} \d{6,8}\.\d{2}(?!\d)/

/** Signs that fonts have for the hyphen of a number. */
const DASH = /(?<=[\dxX*])[\u2010-\u2012\u2212](?=[\dxX*])/gu

/** `98-91-26 55014471`: a British sort code and its account need no label. */
const SORTED = /(?<![\d.,/-])\d{2}-\d{2}-\d{2} \d{7,8}(?![\d/-]|[.,]\d)/

/** `38-9012-0123456-00`: bank, branch, account and suffix of New Zealand need none either. */
const FOUR_PARTS = /(?<![\d.,/-])\d{2}-\d{4}-\d{7}-\d{2,3}(?![\d/-]|[.,]\d)/

/** `foretagskonto`: kind and label in one word; a `gegenkonto` is of the other party. */
const COMPOUND =
  /(?<![\p{L}\d])(?!gegen|referenz|ziel|empfanger|verrechnung|mot|mottag|avsand)\p{L}{3,}konto(?![\p{L}\d])/u

/** `1010 Checking (8816)`, `Business savings (*4410)`, `Business checking - 7714`; no year */
const BRACKETED = /\p{L}{3}(?: \([*.•·●xX ]{0,12}| [-–—] ?#?(?!(?:19|20)\d\d$))(\d{3,})\)?$/u

/** `Livret Pro n° 00418779948`, `Tagesgeld Nr. 4471 0021`: a kind of account and its number */
const NUMBERED = /(?<!\p{L})(?:n[°ºo]|nr|n[uú]m|№)\.?:? ?(\d[\d -]{4,30}\d)(?![\p{L}\d/]|[.,]\d)/iu
/** `Savings statement no. 000418`, `Kunden-Nr.`: what else has a number */
const OTHERS =
  'statement auszug releve relevé extrait extracto extrato estratto overzicht kunde customer client ' +
  'cliente member contract contrat vertrag contrato ref branch agence agencia filiale page seite ' +
  'invoice facture phone tel depot card carte karte tarjeta tax vat steuer siret order'
const OF_OTHERS = new RegExp(String.raw`(?:${OTHERS.replaceAll(' ', '|')})\p{L}*[\s.:-]*$`, 'iu')
/** Names of kinds of accounts, as programs head the rows of one by them. */
export const TYPE_WORDS = ACCOUNT_TYPE_WORDS.flatMap(([, words]) => words)
/** `01/00418/00004470`: bank, branch and account; `1000/00003347`: branch and account. */
const PARTED = /(?<![\d/])\d{2,5}\/(?:\d{3,5}\/)?\d{6,12}(?!\d)/

/** `000019-2000418827/9955`: prefix, account and bank, as in Czechia. */
const BEFORE_BANK = /(?<![\d/-])(?:\d{1,6}-)?\d{6,10}(?=\/\d{4}(?![\d/]))/

/**
 * The account number that a line above a table names: an IBAN, a masked number, or digits behind a
 * label. Null for a line of dates and amounts alone. Of two numbers behind a label (`0417 /
 * 33520-8`, `8327-9, 924 412 229-0`) the last is the account's, behind that of its branch.
 */
export function accountNumberIn(text: string): string | null {
  return numberIn(text, LABELS)
}

/** The number of a member or a folio, by which an account without one of its own is known. */
export function ownerNumberIn(text: string): string | null {
  return numberIn(text, OWNER_LABELS)
}

function numberIn(printed: string, labels: readonly string[]): string | null {
  const text = printed.replaceAll(DASH, '-')
  const iban = ibanIn(text) ?? IBAN.exec(text)?.[0]
  if (iban !== undefined && /\d{6}/.test(iban.replaceAll(' ', ''))) return iban
  const masked = MASKED.exec(text)
  if (masked) return masked[0]
  const sorted = SORTED.exec(text) ?? FOUR_PARTS.exec(text)
  if (sorted) return sorted[0]
  const inBrackets = BRACKETED.exec(text)
  if (inBrackets && mentions(text, TYPE_WORDS)) return inBrackets[1]!
  const numbered = NUMBERED.exec(text)
  const isOwn = numbered !== null && !OF_OTHERS.test(text.slice(0, numbered.index))
  if (isOwn && mentions(text.slice(0, numbered.index), TYPE_WORDS)) return numbered[1]!
  const words = plainWords(text)
  const label = labels.find((phrase) => hasPhrase(words, phrase)) ?? COMPOUND.exec(words)?.[0]
  if (label === undefined) return null
  const parts = PARTED.exec(text)
  if (parts) return parts[0]
  const beforeBank = BEFORE_BANK.exec(text)
  if (beforeBank) return beforeBank[0]
  const swiss = SWISS.exec(text)
  if (swiss) return swiss[0]
  const plain = withoutDates(text)
  const behind = numbersIn(plain.slice(endOfLabel(plain, label)))
  const numbers = behind.length > 0 ? behind : numbersIn(plain)
  const last = /\d(?: \/|,) \d/.test(text) ? numbers.at(-1) : numbers[0]
  const isOther = last !== undefined && (isSortCode(text, last) || isYearInName(plain, label, last))
  return last === undefined || isOther ? null : last.trim()
}

/** `MICR : 411240003`: the bank's own number in the cell of its account's. */
const OF_BANK =
  /\b(?:micr|ifsc|rout(?:ing|e)|aba|swift|bic|branch)(?: (?:no|code|number))?[\s.:#-]*$/i

function numbersIn(text: string): string[] {
  return [...text.matchAll(PLAIN)].flatMap(({ 0: number, index }) =>
    OF_BANK.test(text.slice(0, index)) ? [] : [number],
  )
}

/** `Account name  Petty cash 2026`: a year behind words of its own is no number. */
function isYearInName(text: string, label: string, number: string): boolean {
  const between = text.slice(endOfLabel(text, label), text.indexOf(number))
  return /^(?:19|20)\d\d$/.test(number) && /\p{L}{3}/u.test(between)
}

/** The bank's branch, not the account: `account sort code 040099`. */
export function isSortCode(text: string, number: string): boolean {
  return /sort ?code/i.test(text) && number.replace(/\D/g, '').length === 6
}

/** Where the words of a label end in a text; 0 where they stand apart in it. */
function endOfLabel(text: string, label: string): number {
  const bare = [...text].map((sign) => sign.normalize('NFD')[0]!.toLowerCase()).join('')
  const words = label.split(' ').map((word) => word.replace(/[^\p{L}\p{N}]/gu, ''))
  const found = new RegExp(`(?<![\\p{L}\\d])${words.join('[^\\p{L}\\d]+')}`, 'u').exec(bare)
  return found ? found.index + found[0].length : 0
}

const OWNER = /^(?:member|folio)/
const PRINTED = LANGUAGES.flatMap(({ accountNumber }) => accountNumber ?? []).map(plainWords)
const OWNER_LABELS = longestFirst(PRINTED.filter((label) => OWNER.test(label)))

/** Longer labels first, so that `account number` is no `account` whose number is missing. */
const LABELS = longestFirst([
  ...FACT_LABELS.account,
  ...PRINTED.filter((label) => !OWNER.test(label)),
  'account',
  'konto',
  'cuenta',
  'compte',
  'conta',
  'conto',
])

function longestFirst(labels: readonly string[]): string[] {
  return [...new Set(labels)].toSorted((left, right) => right.length - left.length)
}

function withoutDates(text: string): string {
  return text.replace(/\d{1,4}([./-])\d{1,2}\1\d{2,4}/g, (found) =>
    looksLikeDate(found) ? ' ' : found,
  )
}

/**
 * The number in the name of a file or a sheet: only a masked one or digits behind a word for an
 * account, since most digits of a file's name are its day.
 */
export function accountNumberInName(name: string): string | null {
  const words = name.replace(/\.\w{2,5}$/, '').replace(/[_-]+/g, ' ')
  const found =
    /(?:\b(?:x{2,}|acct?|account|card|chk|checking|savings|ending|konto|cuenta|compte|conta)|[*•·●]{2,}) ?(\d{4,})\b/i.exec(
      words,
    )
  return found && !/^(?:19|20)\d{6}$|^20\d{2}$/.test(found[1]!) ? found[1]! : null
}
