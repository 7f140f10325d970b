import { isBusinessDay } from '../values/days/business-days.ts'
import { findCategory, getFamily, type Family } from '../values/categories.ts'
import type { AssignedCategory, FeeKind } from '../values/transaction.ts'
import type { Partner } from './matching/pairs.ts'
import { readWordList } from './data/word-lists.ts'
import type { Row } from './row.ts'

/** Rows below this confidence are listed for review (taxonomy section 4). */
export const REVIEW_CONFIDENCE = 0.6

/** What the flags of a row follow from, with the row itself. */
export interface FlagFacts {
  slug: string
  feeKind: FeeKind | null
  partner: Partner | null
  isRevenue: boolean
  isRecurring: boolean
  isMca: boolean
  isRelatedParty: boolean
  needsReview: boolean
}

interface FlagRule {
  flag: string
  holds(row: Row, facts: FlagFacts): boolean
}

const CASH = new Set([
  'revenue.cash_deposit',
  'transfers.atm_withdrawal',
  'transfers.cash_withdrawal',
])
const GAMBLING = new Set(['expenses.gambling', 'income.gambling_winnings'])

/** The flags of taxonomy section 6 that one row and its partner can show. */
const FLAG_RULES: readonly FlagRule[] = [
  { flag: 'revenue', holds: (_, facts) => facts.isRevenue },
  { flag: 'revenue_override', holds: (row) => row.tx.override?.isRevenue !== undefined },
  { flag: 'recurring', holds: (_, facts) => facts.isRecurring },
  { flag: 'mca', holds: (_, facts) => facts.isMca },
  {
    flag: 'debt_service',
    holds: (row, { slug }) => !row.isInflow && findCategory(slug)?.debt === 'yes',
  },
  { flag: 'internal_matched', holds: (_, { partner }) => partner?.kind === 'transfer' },
  {
    flag: 'unmatched_transfer',
    holds: (_, { slug, partner }) =>
      partner === null && (slug === 'transfers.external_own' || slug === 'transfers.savings'),
  },
  { flag: 'nsf', holds: (_, { feeKind }) => feeKind === 'nsf' || feeKind === 'ambiguous' },
  { flag: 'overdraft', holds: (_, { feeKind }) => feeKind === 'overdraft' },
  {
    flag: 'returned_item',
    holds: (_, { feeKind, slug }) =>
      feeKind === 'returned_item' || (slug.startsWith('returns.returned_') && feeKind === null),
  },
  {
    flag: 'returned_mca_payment',
    holds: (row, { partner, isMca }) => isMca && row.isInflow && partner?.kind === 'return',
  },
  { flag: 'stop_payment', holds: (row) => row.reading.wordings.has('stop_payment') },
  { flag: 'reversal', holds: (_, { partner }) => partner !== null && partner.kind !== 'transfer' },
  { flag: 'pending', holds: (row) => row.tx.isPending },
  {
    flag: 'round_number',
    holds: (row) => row.isInflow && row.absCents >= 100_000 && row.absCents % 100_000 === 0,
  },
  {
    flag: 'just_below_threshold',
    holds: (row, { slug }) =>
      slug === 'revenue.cash_deposit' && row.absCents >= 800_000 && row.absCents < 1_000_000,
  },
  { flag: 'cash', holds: (_, { slug }) => CASH.has(slug) },
  { flag: 'p2p', holds: (row) => row.channel === 'p2p' },
  { flag: 'wire', holds: (row) => row.channel === 'wire' },
  { flag: 'check', holds: (row) => row.channel === 'check' },
  { flag: 'gambling', holds: (_, { slug }) => GAMBLING.has(slug) },
  { flag: 'crypto', holds: (_, { slug }) => slug === 'transfers.crypto' },
  {
    flag: 'legal_order',
    holds: (row, { slug }) =>
      slug === 'debt.garnishment_levy' ||
      (!row.isInflow && row.reading.wordings.has('legal_order')),
  },
  { flag: 'related_party', holds: (_, facts) => facts.isRelatedParty },
  {
    flag: 'weekend_posting',
    holds: (row) => (row.channel === 'ach' || row.channel === 'wire') && !isBusinessDay(row.date),
  },
  { flag: 'needs_review', holds: (_, facts) => facts.needsReview },
]

/** The flags that hold, in the order of the taxonomy. */
export function listFlags(row: Row, facts: FlagFacts): string[] {
  const flags: string[] = []
  for (const rule of FLAG_RULES) if (rule.holds(row, facts)) flags.push(rule.flag)
  return flags
}

/** Below these a row of the family is for review; revenue, debt and transfers need more. */
const LEAST: Readonly<Partial<Record<Family, { leaf: number; family: number }>>> = {
  income: { leaf: REVIEW_CONFIDENCE, family: 0.85 },
  debt: { leaf: 0.4, family: 0.9 },
  transfer: { leaf: 0.5, family: 0.85 },
  equity: { leaf: 0.5, family: 0.85 },
}
const LEAST_OF_OTHERS = { leaf: REVIEW_CONFIDENCE, family: 0.7 }

/**
 * Whether a person should look: low confidence, by what hangs on it; payments found by their
 * cadence that no person has confirmed (taxonomy section 4, layer 13); a card purchase whose seller
 * is unknown, of which the category is sure and says little; revenue whose payer nobody names.
 */
export function isReviewNeeded(category: AssignedCategory, row: Row): boolean {
  const { slug, confidence, familyConfidence, ruleId } = category
  if (ruleId === 'cadence_pattern') return true
  const least = LEAST[getFamily(slug)] ?? LEAST_OF_OTHERS
  if (confidence < least.leaf || (familyConfidence ?? confidence) < least.family) return true
  if (!ruleId?.startsWith('channel:')) return false
  return slug === 'expenses.card_purchase' || isPayerUnknown(slug, row)
}

/** Revenue whose line names a payer where there is one; a deposit at a counter has none. */
const PAID_BY_SOMEBODY = new Set([
  'revenue.ach_customer',
  'revenue.wire_customer',
  'revenue.p2p_business',
  'revenue.sales',
  'revenue.other',
])

/** Words that many lines share, which name nobody. */
const NAMELESS = new Set([...readWordList('common_party'), ...readWordList('wire')])

function isPayerUnknown(slug: string, { party, reading }: Row): boolean {
  if (!PAID_BY_SOMEBODY.has(slug) || party.name !== null) return false
  return !reading.groupKey
    .split(' ')
    .some((word) => /^[A-Z&]{3,}$/.test(word) && !NAMELESS.has(word))
}
