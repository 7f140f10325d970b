import { findPhrases, phraseAt, phraseWords } from '../vocabulary/phrases.ts'
import type { ReadLine } from '../print/read-line.ts'
import type { Lexicon } from '../vocabulary/lexicon.ts'

const INSTITUTION_LINES = 25

/**
 * The first part of a line near the top that is a name: it has a banking word, or is the name of
 * a known bank. `Bank Statement - Citizens Bank` names the second part.
 */
export function findInstitution(lines: readonly ReadLine[], lexicon: Lexicon): string | null {
  const parts = lines.slice(0, INSTITUTION_LINES).flatMap(({ text }) => text.split(/ {2}| [-–|•] /))
  const names = parts.map((part) => part.trim().replace(/[,;]$|(?<!\bN\.A)\.$/, ''))
  const name = names.find((candidate) => isInstitution(candidate, lexicon))
  if (name) return name
  // Last resort, the small print: `© 2025 Wells Fargo Bank, N.A. All rights reserved.`
  const owner = lines
    .map(({ text }) => COPYRIGHT.exec(text)?.[1])
    .find((text) => text !== undefined)
  return owner ?? null
}

// `© 2025 Wells Fargo Bank, N.A. All rights reserved. Member FDIC.`
const COPYRIGHT = /© ?(?:\d{4} )?(\p{Lu}[\p{L}& ]{2,40}(?:, N\.A\.)?)/u

/** Whether a name has a banking word, or is that of a known bank. */
export function isInstitution(name: string, lexicon: Lexicon): boolean {
  const plain = phraseWords(name)
  if (name.length > 60 || plain.length === 0 || plain.length > 8 || /[:?!]|\d{3}/.test(name))
    return false
  if (lexicon.documentTitles.has(plain.map(({ text }) => text).join(' '))) return false
  if (phraseAt(lexicon.bankNames, plain, 0)?.end === plain.length) return true
  return findPhrases(lexicon.institutions, plain).length > 0
}
