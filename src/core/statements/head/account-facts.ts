import { findPhrases } from '../vocabulary/phrases.ts'
import type { ReadLine } from '../print/read-line.ts'
import type { AccountType } from '../statement.ts'
import type { Lexicon } from '../vocabulary/lexicon.ts'
import { findHolder } from './holder.ts'
import { findInstitution } from './institution.ts'
import { findAccountNumber, type TableStart } from './account-number.ts'
import { isRowLike, textAfter } from './labels.ts'
import { isOfAnother } from './unread-numbers.ts'

export interface AccountFacts {
  institutionName: string | null
  accountHolderNames: string[]
  accountHolderAddress: string | null
  accountNumber: string | null
  /** False where several numbers may be the account's. */
  isAccountCertain: boolean
  /** Only the number of a member or a card is printed. */
  isNumberOfOwner: boolean
  routingNumber: string | null
  accountType: AccountType
  /** Only one word of a card is printed, which is too little to reverse signs. */
  mayBeCard: boolean
  /** Whether a heading names the type, not only a sentence. */
  isTypePrinted: boolean
}

const HEAD_LINES = 60

/** What the print says of its account, whose first table begins at `start`. */
export function accountFacts(
  lines: readonly ReadLine[],
  start: TableStart,
  lexicon: Lexicon,
): AccountFacts {
  const head = lines.slice(0, HEAD_LINES)
  const holder = findHolder(head, lexicon)
  const { number, isCertain, isOfOwner } = findAccountNumber(lines, start, lexicon)
  return {
    institutionName: findInstitution(lines, lexicon),
    accountHolderNames: holder.names,
    accountHolderAddress: holder.address,
    accountNumber: number,
    isAccountCertain: isCertain,
    isNumberOfOwner: isOfOwner,
    routingNumber: findRoutingNumber(lines, lexicon),
    ...detectAccountType(lines, lexicon),
  }
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

type TypeFacts = Pick<AccountFacts, 'accountType' | 'mayBeCard' | 'isTypePrinted'>

/**
 * The type named by most short lines. A card needs two different words of its own, since reading an
 * account as a card reverses every sign.
 */
function detectAccountType(lines: readonly ReadLine[], lexicon: Lexicon): TypeFacts {
  const counts = new Map<AccountType, number>()
  const headed = new Set<AccountType>()
  const cardPhrases = new Set<string>()
  for (const line of lines) {
    // Rows name other accounts (`Transfer from savings`), and prose mentions many products.
    if (line.plain.length > MAX_TITLE_WORDS || isRowLike(line)) continue
    for (const { meaning, phrase, start, end } of findPhrases(lexicon.accountTypes, line.plain)) {
      // `Old Harbor Savings Bank` names no type.
      if (meaning === 'savings' && INSTITUTION.test(line.plain[end]?.text ?? '')) continue
      if (isOfAnother(line, line.offsets[line.plain[start]!.at]!, lexicon)) continue
      counts.set(meaning, (counts.get(meaning) ?? 0) + (line.plain.length <= 6 ? 2 : 1))
      if (isInHeading(line, start)) headed.add(meaning)
      if (meaning === 'credit_card') cardPhrases.add(phrase)
    }
  }
  const [first, second] = [...counts].toSorted((a, b) => b[1] - a[1])
  const isCard = cardPhrases.size >= 2
  const mayBeCard =
    !isCard && (first?.[0] === 'credit_card' || !headed.has(first?.[0] ?? 'unknown'))
  const isOpen = first?.[0] === 'credit_card' && !isCard
  // `Credit limit` is a word of cards and of lines of credit, which name themselves.
  if (isOpen && second?.[0] === 'line_of_credit')
    return { accountType: 'line_of_credit', mayBeCard: false, isTypePrinted: true }
  const accountType = isOpen ? 'unknown' : (first?.[0] ?? 'unknown')
  const isTypePrinted = accountType === 'credit_card' || headed.has(accountType)
  return { accountType, mayBeCard: mayBeCard && cardPhrases.size > 0, isTypePrinted }
}

const MAX_TITLE_WORDS = 18
const INSTITUTION = /^(?:banks?|institutions?|association)$/
/** The cell of a heading that names the account's type has so many words at most. */
const MAX_HEADING_WORDS = 7

/** Whether the words stand in a cell that may be a heading: short, and no sentence. */
function isInHeading(line: ReadLine, start: number): boolean {
  const offset = line.offsets[line.plain[start]!.at]!
  const from = line.text.lastIndexOf('  ', offset) + 1
  const cut = line.text.indexOf('  ', offset)
  const cell = line.text.slice(from, cut < 0 ? undefined : cut).trim()
  return cell.split(' ').length <= MAX_HEADING_WORDS && !/[.?!]$/.test(cell)
}
