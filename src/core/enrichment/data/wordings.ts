import { capitals, choice } from '../../values/rows/cells.ts'
import { readRows } from '../../values/rows/rows.ts'

/** The kind of row that words of a descriptor name, apart from any category. */
const WORDINGS = [
  'fee',
  'not_bank_fee',
  'capital',
  'funding',
  'wealth',
  'transfer',
  'return',
  'reversal',
  'tax',
  'refund',
  'wire',
  'p2p',
  'instant',
  'wallet',
  'grocery',
  'payout',
  'check',
  'cash',
  'card',
  'ach',
  'interest',
  'adjustment',
  'card_payment',
  'stop_payment',
  'legal_order',
  'credit',
  'venue',
  'cash_courier',
] as const

export type Wording = (typeof WORDINGS)[number]

/** Phrases by wording. */
export const WORDING_PHRASES: readonly { wording: Wording; phrase: string }[] = readRows(
  new URL('wordings.csv', import.meta.url),
  { wording: choice(WORDINGS, 'a wording'), phrase: capitals },
  ['wording', 'phrase'],
)
