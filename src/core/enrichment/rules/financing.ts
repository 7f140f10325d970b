import { findFunder } from '../descriptor/lexicon.ts'
import { getMatches, wordsIn, type MatchOf } from '../descriptor/reading.ts'
import { toRuleCandidate, type CategoryCandidate, type Context, type Row } from '../row.ts'
import {
  pickLeafBySign,
  hasCue,
  isDepositAtIssuer,
  isPaidAsSupplier,
  isPartner,
  reconcileCandidate,
  signAgrees,
} from './candidates.ts'
import { getFunderProduct } from '../data/funder-types.ts'

export function fromFeeRules(row: Row): CategoryCandidate | null {
  const { wordings } = row.reading
  const match = feeMatch(row)
  if (!match) return null
  if (wordings.has('not_bank_fee') && !match.value.isAlone) return null
  const { slug } = match.value.rule
  return toRuleCandidate(slug, 0.97, `fee:${match.value.phrase}`)
}

/** The match of the first fee rule, in the order of the list, that applies to the row. */
export function feeMatch(row: Row): MatchOf<'fee'> | null {
  const named = getMatches(row.reading, 'fee')
  if (named.length === 0) return null
  const hasFeeWord = row.reading.wordings.has('fee')
  const matches = named
    .filter((match) => (match.value.isAlone || hasFeeWord) && !isOfPurchase(row, match))
    .toSorted((left, right) => left.value.order - right.value.order)
  return matches[0] ?? null
}

/** The DEBIT CARD of `DEBIT CARD PURCHASE 03-10 FEE BROTHERS SYRUPS` names no fee of a bank. */
function isOfPurchase({ reading }: Row, { value, start, end }: MatchOf<'fee'>): boolean {
  if (value.isAlone) return false
  const purchase = getMatches(reading, 'channel_cue').find(
    (cue) =>
      cue.value.slug === 'expenses.card_purchase' &&
      cue.start <= start &&
      cue.end >= end &&
      cue.end - cue.start > end - start,
  )
  if (!purchase) return false
  return !getMatches(reading, 'wording').some(
    (word) => word.value.wording === 'fee' && word.start === purchase.end,
  )
}

/** As measured; an ambiguous alias has its second cue by the time it is taken. */
const FUNDER_CONFIDENCE = { exact: 0.97, contains: 0.95, ambiguous: 0.92 }

export function fromFunders(row: Row, context: Context): CategoryCandidate | null {
  const match = resolveFunder(row, context)
  if (!match || (row.isInflow && isTakenBack(row))) return null
  const { funder, id, alias } = match.value
  const slug = namedProduct(row) ?? pickLeafBySign(row, getFunderProduct(funder.type))
  if (!slug) return null
  const isFee = slug === 'debt.mca_payment' && row.reading.wordings.has('fee')
  const kind = funder.isAmbiguous ? 'ambiguous' : funderMatchKind(row, match)
  const confidence = FUNDER_CONFIDENCE[kind]
  return {
    slug: isFee ? 'debt.mca_fee' : slug,
    confidence,
    source: 'registry',
    ruleId: `funder:${id}:${alias}`,
  }
}

/** Whether the words say that a payment comes back. */
function isTakenBack(row: Row): boolean {
  return hasCue(row, 'returns.returned_debit') || hasCue(row, 'returns.reversal')
}

/** Products that the words of a row name, whatever else its financier sells. */
const NAMED_PRODUCTS = /^debt\.reverse_consolidation_|^debt\.mca_\w+ (?:MCA|MERCHANT CASH) /

function namedProduct(row: Row): string | null {
  const named = getMatches(row.reading, 'cue').find(
    ({ value: { slug, phrase } }) =>
      NAMED_PRODUCTS.test(`${slug} ${phrase}`) && signAgrees(slug, row.isInflow),
  )
  return named?.value.slug ?? null
}

/** The funder that a row names, the longest alias first; null when it names none for sure. */
export function resolveFunder(row: Row, context: Context): MatchOf<'funder'> | null {
  const funderId = row.tx.override?.funderId
  if (funderId === null || context.rejected.has(row.tx.id)) return null
  if (funderId !== undefined) return toFunderMatch(funderId)
  const refuted = getMatches(row.reading, 'not_funder')
  for (const match of getMatches(row.reading, 'funder')) {
    const overlapped = refuted.some(
      ({ start, end, length }) => start < match.end && end > match.start && length >= match.length,
    )
    if (overlapped || isPartOfPlace(row, match)) continue
    if (isPartner(row, match.start, match.end)) continue
    const { funder, id } = match.value
    if (!funder.isAmbiguous) return match
    if (!row.reading.wordings.has('wealth') && context.hasSecondCue(row, id, match)) return match
  }
  return null
}

/** Sellers at a counter, whose descriptors go on with the name of the shop's place. */
const COUNTERS =
  /^(?:cogs\.|expenses\.(?:fuel|meals_entertainment|travel|vehicle|personal|medical)$)/

/** `SHELL MOORCROFT` is a filling station in Moorcroft, no collector. */
function isPartOfPlace(row: Row, { start, end }: MatchOf<'funder'>): boolean {
  if (start === 0 || end - start > 1 || row.isInflow) return false
  return getMatches(row.reading, 'merchant').some(
    (shop) => shop.start === 0 && shop.end <= start && COUNTERS.test(shop.value.merchant.out ?? ''),
  )
}

/** A funder that a person named, as if its whole name began the descriptor. */
function toFunderMatch(id: string): MatchOf<'funder'> | null {
  const funder = findFunder(id)
  if (!funder) return null
  const value = { kind: 'funder', id, funder, alias: funder.name } as const
  return { start: 0, end: 0, length: funder.name.length, isCut: false, value }
}

/** Exact when the descriptor begins with the whole alias or its party is the alias. */
export function funderMatchKind(row: Row, match: MatchOf<'funder'>): 'exact' | 'contains' {
  if (match.isCut) return 'contains'
  const phrase = wordsIn(row.reading).slice(match.start, match.end).join(' ')
  return match.start === 0 || row.party.name === phrase ? 'exact' : 'contains'
}

/** Words in which names of financiers end. */
const FINANCIER_ENDS =
  /(?:^| )(?:FUNDING|MERCHANT FUND|MERCHANT CAPITAL|RECEIVABLES|CASH ADVANCE)(?: |$)/

/** Whether a financier that may be in no list has sent the wire: PARKSIDE FUNDING GROUP LLC. */
export function namesFinancier({ channel, party: { name }, reading }: Row): boolean {
  if (channel !== 'wire' || name === null || !reading.wordings.has('funding')) return false
  return FINANCIER_ENDS.test(name)
}

export function fromNotFunders(row: Row, context: Context): CategoryCandidate | null {
  for (const { value } of getMatches(row.reading, 'not_funder')) {
    const slug = pickLeafBySign(row, value.entry)
    if (slug && !isDepositAtIssuer(row, slug) && !isPaidAsSupplier(row, slug))
      return reconcileCandidate(
        { slug, confidence: 0.95, source: 'registry', ruleId: `not_funder:${value.phrase}` },
        row,
        context,
      )
  }
  return null
}
