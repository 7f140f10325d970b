import { findPhrases, phraseWords } from '../../vocabulary/phrases.ts'
import type { StatementRow } from '../../statement.ts'
import type { Lexicon } from '../../vocabulary/lexicon.ts'

/** How many rows move as their words say, and how many the other way. */
export interface MovementVotes {
  agreeing: number
  contrary: number
}

type Worded = Pick<StatementRow, 'description' | 'bankType'>
type Moved = Worded & Pick<StatementRow, 'amount'>

/**
 * The direction that a row's words name, 1 for money in; null for those that name none, both, or a
 * reversal. The bank's own type of the row goes before its description.
 */
export function namedDirection({ description, bankType }: Worded, lexicon: Lexicon): 1 | -1 | null {
  return directionIn(bankType ?? '', lexicon) ?? directionIn(description, lexicon)
}

function directionIn(text: string, { movements }: Lexicon): 1 | -1 | null {
  const found = findPhrases(movements, phraseWords(text))
  const named = new Set(found.map(({ meaning }) => meaning))
  if (named.size !== 1 || named.has('either')) return null
  return named.has('in') ? 1 : -1
}

/** Compares rows' words with their signs: `Deposit` with money out is contrary. */
export function movementVotes(rows: readonly Moved[], lexicon: Lexicon): MovementVotes {
  const votes = { agreeing: 0, contrary: 0 }
  const name = isProcessor(rows) ? namedByProcessor : namedDirection
  for (const row of rows) {
    const direction = row.amount === 0 ? null : name(row, lexicon)
    if (direction === null) continue
    if (direction === Math.sign(row.amount)) votes.agreeing += 1
    else votes.contrary += 1
  }
  return votes
}

const PAYOUT = /^payouts?\b/i
const CHARGE = /^(?:charges?|(?:card |net )?sales)\b/i

/** Whether rows begin with what a processor of payments calls money in and money out. */
function isProcessor(rows: readonly Worded[]): boolean {
  return [PAYOUT, CHARGE].every((kind) =>
    rows.some(({ description, bankType }) => kind.test(bankType ?? description)),
  )
}

/**
 * A processor's charge is what a customer was charged, its card sales what many were, and its
 * payout leaves the account.
 */
function namedByProcessor({ description, bankType }: Worded, lexicon: Lexicon): 1 | -1 | null {
  const text = bankType ?? description
  if (PAYOUT.test(text)) return -1
  return CHARGE.test(text) ? 1 : namedDirection({ description, bankType }, lexicon)
}

/**
 * Whether words contradict the signs of most rows, as they do where a balance that is owed was read
 * as held.
 */
export function isContradicted({ agreeing, contrary }: MovementVotes): boolean {
  return contrary > agreeing
}
