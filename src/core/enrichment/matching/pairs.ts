import { readWordList } from '../data/word-lists.ts'
import { wordsIn } from '../descriptor/reading.ts'
import { toRuleCandidate, type CategoryCandidate, type Row } from '../row.ts'
import { matchReversals } from './reversals.ts'
import { matchTransfers } from './transfers.ts'

/** The other row of a pair, and the category that follows from it. */
export interface Partner {
  row: Row
  score: number
  kind: 'transfer' | 'return' | 'reversal'
  candidate: CategoryCandidate
  /** The row was undone by its partner, as opposed to undoing it. */
  isUndone: boolean
}

/** Words of items that a bank sent back unpaid. */
const RETURNED_WORDS = readWordList('returned')

/** Partners by row index: transfers first, reversals and returns among the rest. */
export function matchPairs(rows: readonly Row[]): Map<number, Partner> {
  const partners = new Map<number, Partner>()
  const taken = new Set<Row>()
  for (const { debit, credits, score, kind } of matchTransfers(rows)) {
    const transfer = toRuleCandidate('transfers.internal', 0.99, `pair:${kind}`)
    const isCard = kind === 'card_payment'
    const own = isCard
      ? toRuleCandidate('debt.credit_card_payment', 0.99, 'pair:card_payment')
      : transfer
    const base = { score, kind: 'transfer', isUndone: false } as const
    partners.set(debit.index, { ...base, row: credits[0]!, candidate: own })
    for (const credit of credits)
      partners.set(credit.index, { ...base, row: debit, candidate: transfer })
    for (const row of [debit, ...credits]) taken.add(row)
  }
  for (const { original, undoing } of matchReversals(rows, taken)) {
    const slug = undoingSlug(undoing)
    const kind = slug === 'returns.reversal' ? 'reversal' : 'return'
    partners.set(undoing.index, {
      row: original,
      score: 100,
      kind,
      isUndone: false,
      candidate: toRuleCandidate(slug, 0.97, `pair:${kind}`),
    })
    partners.set(original.index, {
      row: undoing,
      score: 100,
      kind,
      isUndone: true,
      candidate: toRuleCandidate('returns.reversal', 0.8, `pair:${kind}`),
    })
  }
  return partners
}

/**
 * Return wording is a returned payment or deposited item, even beside the word reversal: the bank
 * reverses what it returns. `RETURNED ITEM REVERSAL`
 */
function undoingSlug(row: Row): string {
  const isReturned = wordsIn(row.reading).some((word) => RETURNED_WORDS.has(word))
  if (row.reading.wordings.has('reversal') && !isReturned) return 'returns.reversal'
  return row.isInflow ? 'returns.returned_debit' : 'returns.returned_deposit'
}
