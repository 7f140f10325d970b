import { readWordList } from '../../data/word-lists.ts'
import type { Row } from '../../row.ts'
import { computeSharedWords } from '../../text/shared-words.ts'

/** Share of the distinctive words that two rows of one party have in common. */
const SHARED_WORDS = 0.6

/** Words that too many parties share. */
const COMMON_WORDS = readWordList('common_party')

/** Whether two rows name one party, by the share of distinctive words in common. */
export function sharesParty(credit: Row, debit: Row): boolean {
  return computeSharedWords(listPartyWords(credit), listPartyWords(debit)) >= SHARED_WORDS
}

function listPartyWords({ party, reading }: Row): string[] {
  const words = party.words.length > 0 ? party.words : reading.groupKey.split(' ')
  return words.filter((word) => word.length > 2 && !COMMON_WORDS.has(word))
}

/** Characters of a company's name in an ACH entry; banks print longer names cut. */
const ACH_NAME_LENGTH = 16

/** A name as ACH entries carry it: without blanks, and cut. */
export function squeezeName(name: string): string {
  return name
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .slice(0, ACH_NAME_LENGTH)
}
