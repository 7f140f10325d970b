import { findPhrases } from '../vocabulary/phrases.ts'
import type { ReadLine } from '../print/read-line.ts'
import type { Lexicon } from '../vocabulary/lexicon.ts'
import { spanOfMatch } from './figures/figures.ts'
import { isRowLike, textAfter } from './labels.ts'
import {
  hasUnreadBelow,
  hasUnreadNumber,
  HEADING_WORDS,
  holdsLongNumber,
  isOfAnother,
  LEAST_UNREAD,
  LONG_NUMBER,
  PHONE,
} from './unread-numbers.ts'

/** The number of the account that a statement is of. */
export interface AccountNumber {
  number: string | null
  /** False where the print names several numbers and nothing shows which is the account's. */
  isCertain: boolean
  /** Only the number of a member or a card is printed. */
  isOfOwner: boolean
}

/** Where the first table begins: the indexes of the line of its head and of its first row. */
export interface TableStart {
  head: number
  row: number
}

interface Candidate {
  number: string
  rank: number
  page: number
  /** More digits follow, of which nothing shows whether they are the number's. */
  isPart?: boolean
}

/** How far a number can be trusted to be the account's, best first. */
const RANKS = { labelled: 0, iban: 1, bare: 2, titled: 3, below: 4, listed: 5, owner: 6 } as const

/** The account number a line prints, beside a label or masked; null for rows, which name others. */
export function accountNumberOn(line: ReadLine, lexicon: Lexicon): string | null {
  if (isRowLike(line)) return null
  return listCandidates(line, lexicon).toSorted((a, b) => a.rank - b.rank)[0]?.number ?? null
}

/** A head has so many lines at most; that of a later page fewer. */
const HEAD_LINES = 60
const LATER_HEAD_LINES = 12

/**
 * The account's number by the lines above the first table: in it and below it rows and notes name
 * other accounts. Of several the one that most pages repeat in their heads is the account's, of
 * equals one with the better label, of equals the last, since the first may be the bank's own.
 */
export function findAccountNumber(
  lines: readonly ReadLine[],
  start: TableStart,
  lexicon: Lexicon,
): AccountNumber {
  const end = Math.min(start.head, HEAD_LINES)
  const head = lines.slice(0, end)
  const all = head.flatMap((line, at) =>
    isRowLike(line) ? [] : [...listCandidates(line, lexicon), ...numbersBelow(head, at, lexicon)],
  )
  // Every page may repeat the number of the member over those of the accounts.
  const ofAccount = all.filter(({ rank }) => rank < RANKS.owner)
  const own = ofAccount.length > 0 ? ofAccount : all
  const pages = repeatedOn(lines, lexicon)
  const repeats = ({ number }: Candidate): number => pages.get(toKey(number))?.size ?? 0
  const most = Math.max(0, ...own.map(repeats))
  const likely = own.filter((each) => most < 2 || repeats(each) === most)
  if (own.length === 0) {
    const wallet = walletNumber(head, lexicon)
    // A number between the head and the first row may be the account's.
    const isNamed = lines.slice(end, start.row).some((line) => namesAccount(line, lexicon))
    return { ...wallet, isCertain: wallet.isCertain && !isNamed }
  }
  const best = Math.min(...likely.map(({ rank }) => rank))
  const standing = likely.filter(({ rank }) => rank === best)
  const chosen = (best < RANKS.bare ? standing.at(-1) : standing[0])?.number ?? null
  const number = plainest(chosen, standing)
  // Numbers under other labels of an account are of it too, or leave open which is.
  const named = likely.filter(
    ({ rank }) => best <= RANKS.iban && [RANKS.iban, RANKS.below].includes(rank as 1),
  )
  const isCertain =
    [...standing, ...named].every((each) => isSameAccount(each.number, number!)) &&
    standing.every(({ isPart }) => !isPart)
  return { number, isCertain, isOfOwner: best === RANKS.owner }
}

function namesAccount(line: ReadLine, lexicon: Lexicon): boolean {
  return !isRowLike(line) && listCandidates(line, lexicon).length > 0
}

const WALLET = /\b(?:wallet|mobile money|m-?pesa|momo)\b/iu
// Mobile Number: 0711200733   Phone no. +254 711 200 733   MSISDN 254711200733
const WALLET_NUMBER =
  /\b(?:mobile|phone|msisdn|wallet)(?: (?:number|no\.?|id))?:? {1,3}(\+?\d[\d ]{7,14}\d)(?!\d)/iu

/** The account of a wallet that is kept by its phone is the number of that phone. */
function walletNumber(head: readonly ReadLine[], lexicon: Lexicon): AccountNumber {
  const isWallet = head.some(({ text }) => WALLET.test(text))
  const found = head.flatMap(({ text }) => WALLET_NUMBER.exec(text)?.[1] ?? [])
  const number = isWallet ? (found[0] ?? null) : null
  const isUnread = head.some(
    (line, at) =>
      hasUnreadNumber(line, lexicon) ||
      hasUnreadBelow(head, at, lexicon) ||
      isNumberedName(line, lexicon) ||
      holdsLongNumber(line, lexicon),
  )
  const isCertain = number !== null || !isUnread
  return { number, isCertain, isOfOwner: false }
}

/** The pages on which a number stands in the head, by its key. */
function repeatedOn(lines: readonly ReadLine[], lexicon: Lexicon): Map<string, Set<number>> {
  const pages = new Map<string, Set<number>>()
  for (const [page, own] of Map.groupBy(lines, (line) => line.page)) {
    const firstRow = own.findIndex(isRowLike)
    const end = Math.min(firstRow < 0 ? LATER_HEAD_LINES : firstRow, LATER_HEAD_LINES)
    for (const { number } of own.slice(0, end).flatMap((line) => listCandidates(line, lexicon))) {
      const key = toKey(number)
      pages.set(key, (pages.get(key) ?? new Set()).add(page))
    }
  }
  return pages
}

/** Of two prints of one number the shorter: an IBAN or a CLABE holds the bank's own, too. */
function plainest(chosen: string | null, standing: readonly Candidate[]): string | null {
  if (chosen === null) return null
  const digits = (text: string): string => text.replace(/\D/g, '')
  const inside = standing.find(
    ({ number }) =>
      digits(number).length >= LEAST_SHARED &&
      digits(number).length < digits(chosen).length &&
      digits(chosen).includes(digits(number)),
  )
  return inside?.number ?? chosen
}

/** Masked and whole prints of one number agree in their last four digits. */
function toKey(number: string): string {
  return number.replace(/\D/g, '').slice(-4)
}

/** Whether two prints may be of one account: `22871056` and `IE71 CRRB 9940 1722 8710 56`. */
function isSameAccount(left: string, right: string): boolean {
  const [a, b] = [left, right].map((each) => each.replace(/\D/g, '')).toSorted(byLength)
  return toKey(left) === toKey(right) || (a!.length >= LEAST_SHARED && b!.includes(a!))
}

/** So many digits are not contained in another number by chance. */
const LEAST_SHARED = 6

function byLength(left: string, right: string): number {
  return left.length - right.length
}

/** Signs that fonts have for the hyphen of a number: `30−0417`. */
const DASH = /(?<=[\dxX*])[\u2010-\u2013\u2212](?=[\dxX*])/gu

/** What a line prints that may be its account's number. */
function listCandidates(printed: ReadLine, lexicon: Lexicon): Candidate[] {
  const line = { ...printed, text: printed.text.replaceAll(DASH, '-') }
  const { page } = line
  const candidates: Candidate[] = labelledNumbers(line, lexicon).map((each) => ({ ...each, page }))
  const sorted = SORT_CODE.exec(line.text)
  if (sorted && line.plain.length <= HEADING_WORDS)
    candidates.push({ number: sorted[1]!, rank: RANKS.labelled, page })
  const free = candidates.length === 0
  for (const match of line.text.matchAll(IBAN)) {
    if (!isOfAnother(line, match.index, lexicon))
      candidates.push({ number: match[0], rank: RANKS.iban, page })
  }
  const bare = free ? BARE_NUMBER.exec(line.text) : null
  if (bare && !isOfAnother(line, bare.index, lexicon))
    candidates.push({ number: bare[0], rank: RANKS.bare, page })
  const titled = free ? titledNumber(line, lexicon) : null
  if (titled !== null) candidates.push({ number: titled, rank: RANKS.titled, page })
  // Beside several balances a number stands in a list of accounts.
  const isListed = line.amounts.length > 1
  return candidates.map((each) => (isListed ? { ...each, rank: RANKS.listed } : each))
}

function labelledNumbers(line: ReadLine, lexicon: Lexicon): Omit<Candidate, 'page'>[] {
  return findPhrases(lexicon.accountNumber, line.plain).flatMap(({ start, end, phrase }) => {
    const behind = textAfter(line, end)
    const number =
      phrase === 'iban' ? null : (pairedNumber(line, end, behind) ?? numberAtStart(behind))
    const offset = line.offsets[line.plain[start]!.at]!
    if (number === null || isOfAnother(line, offset, lexicon)) return []
    // Reserve account ••0264 is on a statement of its own: a sentence names other accounts too.
    const next = behind.slice(behind.indexOf(number) + number.length)
    const rank = IN_SENTENCE.test(next) ? RANKS.listed : rankLabel(phrase, line)
    return [{ number, rank, ...(MORE_DIGITS.test(next) && { isPart: true }) }]
  })
}

// Account No. 40281177 / 03   40281177 (02)
const MORE_DIGITS = /^ ?[/(:] ?\d{1,6}(?![\d/.,:]|-\d)/

const IN_SENTENCE = /^ \p{Ll}+(?: \S+){2}/u

function rankLabel(phrase: string, { amounts }: ReadLine): number {
  if (OWNER_LABEL.test(phrase)) return RANKS.owner
  // A list of accounts with their balances names those of others too.
  if (amounts.length > 0) return RANKS.listed
  return BANK_WIDE.has(phrase) ? RANKS.iban : RANKS.labelled
}

/** Numbers that hold the bank's own, too. */
const BANK_WIDE = new Set(['clabe', 'rib'])

/** Numbers of a member or a card stand beside that of the account. */
const OWNER_LABEL = /^(?:member|folio|card|karten?|kreditkarten)/

/** How far below its label a number stands in a box of cells, in lines. */
const BELOW_LINES = 2

/** Numbers under a label that has nothing behind it. */
function numbersBelow(head: readonly ReadLine[], at: number, lexicon: Lexicon): Candidate[] {
  const line = head[at]!
  if (/\d/.test(line.text)) return []
  return findPhrases(lexicon.accountNumber, line.plain).flatMap((match) => {
    const { x0, x1 } = spanOfMatch(line, lastCell(line, match))
    const below = head.slice(at + 1, at + 1 + BELOW_LINES).filter(({ page }) => page === line.page)
    for (const { text, words, offsets, amounts, dates, page } of below) {
      const first = words.findIndex((word) => word.x0 < x1 && word.x1 > x0)
      const paired = first < 0 ? null : pairedNumber(line, match.end, text.slice(offsets[first]))
      if (paired !== null) return [{ number: paired, rank: RANKS.below, page }]
      const number = first < 0 ? null : NUMBER_BELOW.exec(text.slice(offsets[first]))
      const from = offsets[first]! + (number?.index ?? 0)
      const isTaken = [...amounts, ...dates].some((each) => from >= each.from && from < each.to)
      const least =
        number?.[0].includes('-') && line.text.includes('  ') ? LEAST_UNREAD : LEAST_TITLED
      if (number?.index === 0 && !isTaken && number[0].replace(/\D/g, '').length >= least)
        return [{ number: number[0], rank: RANKS.below, page }]
    }
    return []
  })
}

/** The last cell of a label that the heads of two columns make: `Agência  Conta`. */
function lastCell<Match extends { start: number; end: number }>(
  line: ReadLine,
  match: Match,
): Match {
  const place = (at: number): number => line.offsets[line.plain[at]!.at]!
  const gap = line.text.slice(place(match.start), place(match.end - 1)).includes('  ')
  return gap ? { ...match, start: match.end - 1 } : match
}

// `: ****7731`   `02-1234-0567890-00`   `FR00 0000 0000`   `CHK-112233`   `...1234`
// `000000123456789`   `58.447-3`
const NUMBER_START =
  /^[\s:#.–-]*((?:[\dxX*•·●.-]|[A-Z]{1,4}[-\d])(?:[\dxX*•·●A-Z-]|[ .](?=[\dxX*•·●])|(?<=\d{4})\/(?=\d{6})){2,40})/

/**
 * What stands between a label and its number: `口座番号 普通 0562817` names the kind of account,
 * `Numer rachunku (NRB) 27 9043` has the label once more, in brackets.
 */
const BEFORE_NUMBER = /^\s*(?:\([\p{L} .]{2,12}\)|ending in|(?:普通|当座|貯蓄|定期)(?:預金)?)/iu

function numberAtStart(text: string): string | null {
  const number = NUMBER_START.exec(text.replace(BEFORE_NUMBER, ''))?.[1]?.trim()
  if (!number || (number.match(/\d/g)?.length ?? 0) < 3) return null
  // A date, or a phone number, is no account number.
  return /^\d{1,2}[/.]\d{1,2}(?!\d)/.test(number) || /^1-8\d\d-/.test(number) ? null : number
}

// ` 0417 / 20931-8`   `: 1802-X / 4471120-5`
const PAIR = /^[\s:#]{0,3}(\d[\d-]*[xX]?) ?\/ ?(\d[\d.-]*[xX]?)(?=$|\s)/

/**
 * The part of a pair of numbers that stands where its label does: `Agência / Conta` names the
 * branch first. Null where label and number are not both a pair.
 */
function pairedNumber(line: ReadLine, end: number, text: string): string | null {
  const pair = PAIR.exec(text)
  if (!pair) return null
  const last = line.plain[end - 1]!
  const to = line.offsets[last.at]! + line.words[last.at]!.text.length
  if (SECOND_LABEL.test(line.text.slice(0, to))) return pair[2]!
  return FIRST_LABEL.test(line.text.slice(to)) ? pair[1]! : null
}

// `Agência / Conta:`   `Agencia/Cuenta`
const SECOND_LABEL = /\p{L}\.? ?\/ ?\p{L}+[.:º°]*$/u
// ` / BLZ`
const FIRST_LABEL = /^ ?\/ ?\p{L}/u

// Sort code 20-61-55 Account 70551292
const SORT_CODE =
  /\bsort ?code:? {0,2}\d\d-\d\d-\d\d,? {1,2}account(?: no\.?| number)?:? {1,2}(\d{8})(?!\d)/iu

// DE45 7999 4411 5548 6358 56   IT20 K083 6601 7880 0000 0914 425
const IBAN =
  /(?<![\p{L}\d])[A-Z]{2} ?\d{2} ?[\dA-Z]{4}(?: ?(?=[A-Z]*\d)[\dA-Z]{4}){1,6}(?: ?(?=[A-Z]*\d)[\dA-Z]{1,4})?(?![\p{L}\d])/gu
// 5488-2926-6730-9473   4835 ****** 1234   XXXXXXXX3276   ...7731   x9914
const BARE_NUMBER =
  /(?<![\d*xX•·●]|\d )(?:\d{4}[ -](?:[\d*xX]{4,6}[ -]){1,2}|[*xX•·●]{2,16}[ -]?|\.{3} ?|(?<![\p{L}\d])[xX*])\d{4}(?! ?\d)/u

// 23417-9   04417-2207-X   (under the head of a column the last group may be a check digit)
const NUMBER_BELOW =
  /(?<![\d-])(?:\d{5,17}|\d{2,10}(?:[ -]\d{2,8}){0,7}(?:[ -]\d{2,8}|-[\dX]))(?![\d-]| \d)/

/** The number behind an account's name: `Business Membership Savings - 379754289545`, or alone. */
function titledNumber(line: ReadLine, lexicon: Lexicon): string | null {
  if (OF_PERSON.test(line.text)) return null
  const isNamed =
    findPhrases(lexicon.accountTypes, line.plain).length > 0 ||
    NUMBERED_TITLE.test(line.text) ||
    /^Number \d/.test(line.text)
  const short = (isNamed && SHORT_TITLE.exec(line.text)?.[1]) || ENDING_TITLE.exec(line.text)?.[1]
  if (short !== undefined && line.amounts.length === 0 && line.plain.length <= HEADING_WORDS)
    return short
  // Number 408-226838 29 December 2025 to 28 January 2026
  const day = line.dates.find(({ from }) => from > 0)
  const isTitle = isNamed && line.amounts.length === 0
  const number = isTitle ? LONG_NUMBER.exec(line.text.slice(0, day?.from)) : null
  if (!number || number[0].replace(/\D/g, '').length < LEAST_TITLED) return null
  if (PHONE.test(number[0])) return null
  return isOfAnother(line, number.index, lexicon) ? null : number[0]
}

// Business Checking (4471)   Payroll account (*0926)   Business Checking - 7714; no year
const SHORT_TITLE = /\p{L}(?: \([*.•·●xX ]{0,12}| [-–—] ?#?(?!(?:19|20)\d\d))(\d{4})\)?(?= {2}|$)/u
// Spark Small Business Card | Visa Signature Business ending in 4410: words of a title in capitals
const ENDING_TITLE =
  /(?:^| {2})(?=.*\b(?:Card|Visa|Mastercard|Account|Checking|Savings)\b)(?:[\p{Lu}\d][\p{L}\d&'’.®™-]* (?:\| )?){2,10}ending in (\d{4})(?= {2}|$)/u

/** `Business Checking 7714`: a product, or the end of a number. */
function isNumberedName(line: ReadLine, lexicon: Lexicon): boolean {
  const isNamed = findPhrases(lexicon.accountTypes, line.plain).length > 0
  return isNamed && line.amounts.length === 0 && NUMBERED_NAME.test(line.text)
}

const NUMBERED_NAME = /(?:^| {2})[\p{L}&.'’ -]{3,40} (?!(?:19|20)\d\d(?!\d))\d{4}(?= {2}|$)/u

// HOLIDAY CLUB  40022917705   (a name of unknown words and a long number, nothing else)
const NUMBERED_TITLE = /^\p{Lu}[\p{L}&'’ -]{2,40} {2}\d{7,17}$/u

// Mobile number  0711200733   Customer ID  41120938   Tax no. 4471120938
const OF_PERSON = new RegExp(
  String.raw`^(?:${[
    'mobile|phone|tel|telephone|fax|msisdn|telefon|teléfono|telefone',
    'cust|customer|client|kundennummer|invoice|reference|registration',
    'tax|vat|cnpj|cpf|gstin|nif|siret|ssn|ein',
  ].join('|')})\b`,
  'iu',
)

// PRIMARY SHARE 3001   FREE SHARE DRAFT 3075   REGULAR SAVINGS - SHARE 0001; a year is no number
const SHARE_TITLE = /^\p{L}[\p{L} –-]{2,40} #?(?!(?:19|20)\d\d$)(\d{4,6})$/u

/** The short numbers behind names of accounts, by which the accounts of a member are parted. */
export function shareNumbers(lines: readonly ReadLine[], lexicon: Lexicon): Set<string> {
  const numbers = lines.flatMap(({ text, plain }) => {
    const number = SHARE_TITLE.exec(text)?.[1]
    return number && findPhrases(lexicon.accountTypes, plain).length > 0 ? [number] : []
  })
  return new Set(numbers)
}

/** Shorter numbers behind an account's name are rates, years and branches. */
const LEAST_TITLED = 7

/** The four digits an account is known by. */
export function getLast4(accountNumber: string | null): string | null {
  const digits = accountNumber?.replace(/\D/g, '') ?? ''
  return digits.length >= 4 ? digits.slice(-4) : null
}
