import type { Channel } from '../../values/transaction.ts'
import { getMatches, wordsIn } from '../descriptor/reading.ts'
import { predictLeaf } from '../model/predict.ts'
import {
  isOnCard,
  toRuleCandidate,
  type CategoryCandidate,
  type Context,
  type Row,
} from '../row.ts'
import { namesFinancier } from './financing.ts'
import { pickLeafBySign, CONFIDENCE, reconcileCandidate, signAgrees } from './candidates.ts'

/** The leaves of a channel by sign, where the other side is not known. */
const CHANNEL_LEAVES: Readonly<Partial<Record<Channel, { in: string; out: string }>>> = {
  p2p: { in: 'revenue.p2p_business', out: 'transfers.p2p' },
  wire: { in: 'transfers.wire', out: 'transfers.wire' },
  ach: { in: 'revenue.ach_customer', out: 'expenses.bill_pay' },
  card: { in: 'income.vendor_refund', out: 'expenses.card_purchase' },
}

export function fromChannelCues(row: Row): CategoryCandidate | null {
  const agreeingCues = getMatches(row.reading, 'channel_cue').filter(({ value }) =>
    signAgrees(value.slug, row.isInflow),
  )
  const leaves = CHANNEL_LEAVES[row.channel]
  const ofChannel = leaves && pickLeafBySign(row, leaves)
  const match = agreeingCues.find(({ value }) => value.slug === ofChannel) ?? agreeingCues[0]
  if (match?.value.slug === 'revenue.check_deposit' && wordsIn(row.reading).includes('CASH')) {
    const { confidence, phrase } = match.value
    return toRuleCandidate('revenue.cash_deposit', confidence, `channel:${phrase}+CASH`)
  }
  if (!match && isOnCard(row) && !row.isInflow) return CARD_ROW
  if (!match && row.party.looksLikePerson && row.channel === 'other') return fromPerson(row)
  if (!match) return row.tx.checkNumber === null ? null : fromCheckNumber(row)
  const { slug, confidence, phrase } = match.value
  if (row.isInflow && namesFinancier(row)) return UNLISTED_ADVANCE
  const isNamedWire = slug === 'transfers.wire' && row.isInflow && row.party.name !== null
  if (phrase === 'PAYPAL' && !row.isInflow && row.reading.groupKey.includes(' ')) return CARD_ROW
  const leaf = isNamedWire ? 'revenue.wire_customer' : slug
  return toRuleCandidate(leaf, confidence, `channel:${phrase}`)
}

/** What a wire is that comes from a financier of no list; a pattern of payments may say more. */
const UNLISTED_ADVANCE = toRuleCandidate('debt.mca_advance', 0.85, 'channel:financier')

/** A descriptor that is a person's name: a customer, or a personal payment. */
function fromPerson(row: Row): CategoryCandidate {
  const slug = row.isInflow ? 'revenue.p2p_business' : 'transfers.p2p'
  return toRuleCandidate(slug, 0.9, 'channel:person')
}

/** A debit of a credit card is a purchase, whatever its wording. */
const CARD_ROW = toRuleCandidate(
  'expenses.card_purchase',
  CONFIDENCE.cardRow,
  'channel:card_account',
)

function fromCheckNumber(row: Row): CategoryCandidate {
  const slug = row.isInflow ? 'revenue.check_deposit' : 'expenses.checks_paid'
  return toRuleCandidate(slug, CONFIDENCE.checkNumber, 'channel:check_number')
}

/** Below this confidence the channel is the better guide. */
export const LEAST_TO_NAME = 0.8
/** Below this confidence the model gives no category. */
export const LEAST_TO_GUESS = 0.2

/**
 * Names of no list are harder than the names held out in training, and many guesses are made of
 * words that name no seller (docs/enrichment-accuracy.md, calibration).
 */
const RESIDUAL = { named: 0.4, guessed: 0.15 }
/** Channels whose outflows name a seller. */
const SELLER_CHANNELS = new Set<Channel>(['card', 'ach', 'other'])

/** The category by the letters of the name, where no list has it. Inflows are never guessed. */
export function fromModel(row: Row, context: Context, least: number): CategoryCandidate | null {
  if (row.isInflow || !SELLER_CHANNELS.has(row.channel) || row.party.looksLikePerson) return null
  const found = predictLeaf(row.reading.groupKey)
  if (!found || found.confidence < least) return null
  const share = least === LEAST_TO_NAME ? RESIDUAL.named : RESIDUAL.guessed
  const confidence = Math.round(found.confidence * share * 100) / 100
  return reconcileCandidate(
    { ...found, confidence, source: 'model', ruleId: 'model' },
    row,
    context,
  )
}

export function fromSign(row: Row): CategoryCandidate {
  const slug = row.isInflow ? 'uncategorized.inflow' : 'uncategorized.outflow'
  return { slug, confidence: 0.1, source: 'default', ruleId: 'default' }
}
