import { findPhrases } from '../vocabulary/phrases.ts'
import type { ReadLine } from '../print/read-line.ts'
import type { AccountType } from '../statement.ts'
import type { Lexicon } from '../vocabulary/lexicon.ts'
import { findHolder } from './holder.ts'
import { findInstitution } from './institution.ts'
import { isRowLike, textAfter } from './labels.ts'

export interface AccountFacts {
  institutionName: string | null
  accountHolderNames: string[]
  accountHolderAddress: string | null
  accountNumber: string | null
  routingNumber: string | null
  accountType: AccountType
  /** Only one word of a card is printed, which is too little to reverse signs. */
  mayBeCard: boolean
}

const HEAD_LINES = 60

export function accountFacts(lines: readonly ReadLine[], lexicon: Lexicon): AccountFacts {
  const head = lines.slice(0, HEAD_LINES)
  const holder = findHolder(head, lexicon)
  return {
    institutionName: findInstitution(lines, lexicon),
    accountHolderNames: holder.names,
    accountHolderAddress: holder.address,
    accountNumber: findAccountNumber(head, lexicon),
    routingNumber: findRoutingNumber(lines, lexicon),
    ...detectAccountType(lines, lexicon),
  }
}

/** The account number a line prints, beside a label or masked; null for rows, which name others. */
export function accountNumberOn(line: ReadLine, lexicon: Lexicon): string | null {
  if (isRowLike(line)) return null
  return (
    labelledNumber(line, lexicon)?.number ??
    BARE_NUMBER.exec(line.text)?.[0] ??
    titledNumber(line, lexicon)
  )
}

/** The number behind an account's name: `Business Membership Savings - 379754289545`. */
function titledNumber(line: ReadLine, lexicon: Lexicon): string | null {
  const isNamed = findPhrases(lexicon.accountTypes, line.plain).length > 0
  return isNamed ? (/(?<![\d-])\d{7,17}(?![\d-])/.exec(line.text)?.[0] ?? null) : null
}

function labelledNumber(
  line: ReadLine,
  lexicon: Lexicon,
): { label: string; number: string } | null {
  for (const match of findPhrases(lexicon.accountNumber, line.plain)) {
    const number = numberAtStart(textAfter(line, match.end))
    if (number) return { label: match.phrase, number }
  }
  return null
}

// `: ****7731`   `02-1234-0567890-00`   `FR00 0000 0000`   `CHK-112233`   `...1234`
// `000000123456789`
const NUMBER_START =
  /^[\s:#.–-]*((?:[\dxX*•.-]|[A-Z]{1,4}[-\d])(?:[\dxX*•A-Z-]| (?=[\dxX*•])){2,40})/

function numberAtStart(text: string): string | null {
  const number = NUMBER_START.exec(text.replace(/^\s*ending in/i, ''))?.[1]?.trim()
  if (!number || (number.match(/\d/g)?.length ?? 0) < 3) return null
  // A date, or a phone number, is no account number.
  return /^\d{1,2}[/.]\d{1,2}/.test(number) || /^1-8\d\d-/.test(number) ? null : number
}

/**
 * Of several numbers in the head the last labelled one is the account's, since the first may be the
 * bank's own; a plain account number is preferred to an IBAN.
 */
function findAccountNumber(head: readonly ReadLine[], lexicon: Lexicon): string | null {
  const own = head.filter((line) => !isRowLike(line))
  const numbers = own.map((line) => labelledNumber(line, lexicon)).filter((found) => found !== null)
  const plain = numbers.findLast(({ label }) => label !== 'iban') ?? numbers.at(-1)
  return (
    plain?.number ??
    bareNumber(own) ??
    own.map((line) => titledNumber(line, lexicon)).find((number) => number !== null) ??
    null
  )
}

// DE45 7999 4411 5548 6358 56   5488-2926-6730-9473   4835 ****** 1234   XXXXXXXX3276   ...7731
const BARE_NUMBER = new RegExp(
  '(?<![\\p{L}\\d])[A-Z]{2}\\d{2}(?: ?[\\dA-Z]{4}){2,7}(?: ?[\\dA-Z]{1,4})?(?![\\p{L}\\d])|' +
    '(?<![\\d*xX•])(?:\\d{4}[ -](?:[\\d*xX]{4,6}[ -]){1,2}|[*xX•]{2,16}[ -]?|\\.{3} ?)\\d{4}(?!\\d)',
  'u',
)

function bareNumber(head: readonly ReadLine[]): string | null {
  const match = head.map(({ text }) => BARE_NUMBER.exec(text)).find((found) => found !== null)
  return match?.[0] ?? null
}

/** The four digits an account is known by. */
export function getLast4(accountNumber: string | null): string | null {
  const digits = accountNumber?.replace(/\D/g, '') ?? ''
  return digits.length >= 4 ? digits.slice(-4) : null
}

function findRoutingNumber(lines: readonly ReadLine[], lexicon: Lexicon): string | null {
  for (const line of lines) {
    for (const match of findPhrases(lexicon.routingNumber, line.plain)) {
      const number = /^\D{0,24}(\d{9})(?!\d)/.exec(textAfter(line, match.end))?.[1]
      if (number) return number
    }
  }
  return null
}

/**
 * The type named by most short lines. A card needs two different words of its own, since reading an
 * account as a card reverses every sign.
 */
function detectAccountType(
  lines: readonly ReadLine[],
  lexicon: Lexicon,
): Pick<AccountFacts, 'accountType' | 'mayBeCard'> {
  const counts = new Map<AccountType, number>()
  const cardPhrases = new Set<string>()
  for (const line of lines) {
    // Rows name other accounts (`Transfer from savings`), and prose mentions many products.
    if (line.plain.length > MAX_TITLE_WORDS || isRowLike(line)) continue
    for (const { meaning, phrase } of findPhrases(lexicon.accountTypes, line.plain)) {
      counts.set(meaning, (counts.get(meaning) ?? 0) + (line.plain.length <= 6 ? 2 : 1))
      if (meaning === 'credit_card') cardPhrases.add(phrase)
    }
  }
  const [first, second] = [...counts].toSorted((a, b) => b[1] - a[1])
  const mayBeCard = first?.[0] === 'credit_card' && cardPhrases.size < 2
  // `Credit limit` is a word of cards and of lines of credit, which name themselves.
  if (mayBeCard && second?.[0] === 'line_of_credit')
    return { accountType: 'line_of_credit', mayBeCard: false }
  return { accountType: mayBeCard ? 'unknown' : (first?.[0] ?? 'unknown'), mayBeCard }
}

const MAX_TITLE_WORDS = 18
