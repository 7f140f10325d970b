import { findPhrases, phraseWords } from '../vocabulary/phrases.ts'
import type { StatementRow } from '../statement.ts'
import type { Lexicon } from '../vocabulary/lexicon.ts'

/** How many rows move as their words say, and how many the other way. */
export interface MovementVotes {
  agreeing: number
  contrary: number
}

/**
 * Compares rows' words with their signs: `Deposit` with money out is contrary. Rows that name no
 * direction, both, or a reversal do not count.
 */
export function movementVotes(rows: readonly StatementRow[], lexicon: Lexicon): MovementVotes {
  const votes = { agreeing: 0, contrary: 0 }
  for (const { amount, description } of rows) {
    const found = findPhrases(lexicon.movements, phraseWords(description))
    const named = new Set(found.map(({ meaning }) => meaning))
    if (named.size !== 1 || named.has('either') || amount === 0) continue
    if (named.has('in') === amount > 0) votes.agreeing += 1
    else votes.contrary += 1
  }
  return votes
}

/**
 * Whether words contradict the signs of most rows, as they do where a balance that is owed was read
 * as held.
 */
export function isContradicted({ agreeing, contrary }: MovementVotes): boolean {
  return contrary > agreeing
}
