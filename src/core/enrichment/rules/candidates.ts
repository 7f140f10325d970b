import { findCategory } from '../../values/categories.ts'
import { INDUSTRY_LEAVES } from '../data/mcc.ts'
import { getMatches, wordsIn } from '../descriptor/reading.ts'
import { isOnCard, isRefund, type CategoryCandidate, type Context, type Row } from '../row.ts'
import { CARD_PAYMENT, reconcileSign } from './sign.ts'

export function hasCue({ reading }: Row, slug: string): boolean {
  return getMatches(reading, 'cue').some(({ value }) => value.slug === slug)
}

/**
 * What the bank returned, or a credit from a seller by ACH or wire without a word of a refund: the
 * seller buys from the company.
 */
export function isUnexplainedCredit(row: Row, slug: string): boolean {
  if (!row.isInflow) return false
  const isCost = COSTS.test(slug)
  if (isCost && isCounterDeposit(row)) return true
  if (hasCue(row, 'returns.returned_debit')) return true
  if (isPaidAsSupplier(row, slug)) return true
  return isCost && !isRefund(row) && (row.channel === 'ach' || row.channel === 'wire')
}

/** What a company buys, and what comes back of it. */
const COSTS = /^(?:income\.vendor_refund$|expenses\.|cogs\.)/
const INSURERS = /^(?:income\.insurance_payout|revenue\.insurance_claims)$/

/**
 * `BRIGHTLINE HOTEL VENDOR PAY`: the accounts payable of a company pay their supplier, and neither
 * refund a purchase nor settle a claim.
 */
export function isPaidAsSupplier(row: Row, slug: string): boolean {
  return (COSTS.test(slug) || INSURERS.test(slug)) && isVendorPayment(row)
}

/** Whether somebody's accounts payable pay the company: VENDOR PAY, SUPPLIER PAYMENT. */
export function isVendorPayment({ isInflow, reading }: Row): boolean {
  if (!isInflow) return false
  return getMatches(reading, 'cue').some(
    ({ value, start, end }) => value.slug === 'revenue.ach_customer' && end - start > 1,
  )
}

/**
 * `COUNTER DEPOSIT TARGET PLAZA`, `BKOFAMERICA BC DEPOSIT RAINBOW CITY`: behind a deposit at a
 * counter stands the name of the branch, and no seller pays back.
 */
function isCounterDeposit(row: Row): boolean {
  if (row.reading.wordings.has('refund')) return false
  if (row.channel === 'cash') return true
  return getMatches(row.reading, 'channel_cue').some(
    ({ value, start, end }) => value.slug === 'revenue.cash_deposit' && end - start > 1,
  )
}

/** CAPITAL ONE MOBILE DEPOSIT: the issuer of cards is here the bank of the account. */
export function isDepositAtIssuer(row: Row, slug: string): boolean {
  if (!row.isInflow || slug !== CARD_PAYMENT) return false
  return !isOnCard(row) && !row.reading.wordings.has('card_payment')
}

/** `ZELLE FROM ZARA ALVARADO`: one word of a person's name is no merchant. */
export function mayBePerson(row: Row, words: number): boolean {
  if (isWalletPurchase(row)) return false
  const isName = row.channel === 'p2p' || (row.channel === 'other' && row.party.looksLikePerson)
  return isName && words === 1 && !hasLegalForm(wordsIn(row.reading))
}

/** `LARCH & LOWELL TRUST`: one word beside another of a firm's name is of that firm alone. */
export function isPartner({ reading }: Row, start: number, end: number): boolean {
  if (end - start > 1) return false
  const words = wordsIn(reading)
  return words[start - 1] === '&' || words[end] === '&'
}

/** Whether the words are the name of a company by its form. */
export function hasLegalForm(words: readonly string[]): boolean {
  return words.some((word) => LEGAL_FORMS.has(word))
}

/** `PAYPAL INST XFER LYFT`: a wallet pays a seller and takes the money from the bank. */
function isWalletPurchase({ isInflow, reading }: Row): boolean {
  return !isInflow && reading.wordings.has('wallet')
}

const LEGAL_FORMS = new Set([
  'LTD',
  'LIMITED',
  'PLC',
  'LLC',
  'INC',
  'CORP',
  'CO',
  'LP',
  'LLP',
  'PLLC',
])

/** A candidate adjusted to the sign of the row and the industry; null when the sign excludes it. */
export function reconcileCandidate(
  given: CategoryCandidate,
  row: Row,
  context: Context,
): CategoryCandidate | null {
  const slug = reconcileSign(given.slug, row, context)
  return slug ? { ...given, slug: industryLeaf(slug, context.company.naicsCode) } : null
}

function industryLeaf(slug: string, naicsCode: string | null): string {
  if (naicsCode === null) return slug
  const rule = INDUSTRY_LEAVES.find(
    ({ naics, from }) => from === slug && naics.some((prefix) => naicsCode.startsWith(prefix)),
  )
  return rule?.to ?? slug
}

export function pickLeafBySign(
  row: Row,
  leaves: { in: string | null; out: string | null },
): string | null {
  return row.isInflow ? leaves.in : leaves.out
}

export function signAgrees(slug: string, isInflow: boolean): boolean {
  const sign = findCategory(slug)?.sign
  return sign === 'both' || (sign === 'in') === isInflow
}

/**
 * How often each is right on deals of the seed `calibrate`, mostly within five points
 * (docs/enrichment-accuracy.md, calibration, lists the others). Lower than measured where the deals
 * cannot show the errors, as with a word of many trades.
 */
export const CONFIDENCE = {
  merchant: 0.97,
  brand: 0.95,
  brandWord: 0.8,
  cue: 0.95,
  weakCue: 0.92,
  contradiction: 0.92,
  memo: 0.75,
  cardRow: 0.8,
  checkNumber: 0.97,
}
