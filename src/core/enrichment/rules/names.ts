import { FIRST_NAMES } from '../data/first-names.ts'
import { getMatches, wordsIn, type MatchOf, type Reading } from '../descriptor/reading.ts'
import { hasCompanyWord, nameWords } from '../descriptor/party.ts'
import type { Merchant } from '../registry/senses.ts'
import {
  isOnCard,
  isRefund,
  toRuleCandidate,
  type CategoryCandidate,
  type Context,
  type Row,
} from '../row.ts'
import {
  pickLeafBySign,
  CONFIDENCE,
  hasCue,
  hasLegalForm,
  isDepositAtIssuer,
  isPartner,
  isUnexplainedCredit,
  isVendorPayment,
  mayBePerson,
  reconcileCandidate,
} from './candidates.ts'
import { CARD_PAYMENT } from './sign.ts'

export function fromMerchants(row: Row, context: Context): CategoryCandidate | null {
  for (const { value, start, end } of getMatches(row.reading, 'merchant')) {
    const { merchant } = value
    if (mayBePerson(row, end - start) || isPartner(row, start, end)) continue
    if (isNamedAfter(row, value.merchant, end)) continue
    if (isCodeOfBooking(row, start, end)) continue
    if (isFirstOfName(row, start, end) || isNamesakeOfPayer(row, value.merchant, end)) continue
    const slug = adjustLeaf(row, merchant) ?? pickLeafBySign(row, merchant)
    const settled = slug ?? (row.isInflow ? merchant.out : merchant.in)
    if (settled && (isUnexplainedCredit(row, settled) || isDepositAtIssuer(row, settled))) continue
    const found = settled
      ? reconcileCandidate(
          {
            slug: settled,
            confidence: CONFIDENCE.merchant,
            source: 'registry',
            ruleId: `merchant:${merchant.id}`,
          },
          row,
          context,
        )
      : null
    if (found) return found
  }
  return null
}

/** Leaves whose payees are paid by contract, not at a counter. */
const CONTRACTS =
  /^(?:expenses\.(?:insurance|benefits|utilities|telecom_internet|travel|professional_services)|debt\.)/

/** Leaves of trades that are paid at a counter. */
const COUNTERS =
  /^(?:cogs\.|expenses\.(?:meals_entertainment|fuel|personal|medical|vehicle|repairs_maintenance)$)/

/**
 * Whether the word behind the name says that it is another company: on a card a trade, as in NEW
 * YORK LIFE BAGELS, otherwise a contract, as in NAPA BENEFITS.
 */
function isNamedAfter(row: Row, { out }: Merchant, end: number): boolean {
  if (row.isInflow || out === null) return false
  const [own, other] = row.channel === 'card' ? [CONTRACTS, COUNTERS] : [COUNTERS, CONTRACTS]
  if (!own.test(out)) return false
  return getMatches(row.reading, 'cue').some(
    ({ start, value }) => start === end && other.test(value.slug),
  )
}

/**
 * `/ORG=FIDELITY ROOFING & SHEET METAL INC`, `BP GUANGZHOU LIDA GARMENT CO`: one word that begins
 * a company's name of several others is not the company that it is the whole name of.
 */
function isFirstOfName({ party, reading }: Row, start: number, end: number): boolean {
  if (end - start > 1) return false
  const words = wordsIn(reading)
  const name = party.words.length > 0 ? party.words : nameFrom(words, start)
  if (name[0] !== words[start] || !hasLegalForm(name)) return false
  const count = nameWords(name.join(' ')).length
  return count > 3 || (count === 3 && namesTrade(reading, start + 1, start + name.length))
}

/**
 * `BP J HARTLEY DIVIDEND`: two letters before a person's initial, or before a given name and a
 * purpose, are the code of a bill payment. BP S MAIN ST is a forecourt.
 */
function isCodeOfBooking({ channel, reading }: Row, start: number, end: number): boolean {
  const words = wordsIn(reading)
  const [code = '', first = '', last = ''] = words
  if (start > 0 || end > 1 || code.length > CODE_MAX || channel === 'card') return false
  if (!/^[A-Z]{2,}$/.test(last)) return false
  if (/^[A-DF-MO-RT-VX-Z]$/.test(first)) return true
  const isNamed = FIRST_NAMES.has(first) || /^[A-Z]$/.test(first)
  return isNamed && getMatches(reading, 'cue').some((cue) => cue.start > 2)
}

/**
 * `ORG:PRUDENTIAL ROOFERS INC`: the sender of a wire is named in full, and a word of its name that
 * is of no company form and of another trade makes it another company.
 */
function isNamesakeOfPayer(
  { channel, party, reading }: Row,
  merchant: Merchant,
  end: number,
): boolean {
  if (channel !== 'wire' || party.words.length < 2 || !hasLegalForm(party.words)) return false
  const at = party.words.indexOf(wordsIn(reading)[end - 1]!)
  const rest = at < 0 ? [] : party.words.slice(at + 1)
  if (!rest.some((word) => !hasCompanyWord([word]))) return false
  const isOwn = ({ value }: MatchOf<'cue'>): boolean =>
    value.slug === merchant.out || value.slug === merchant.in
  return !getMatches(reading, 'cue').some((cue) => cue.start >= end && isOwn(cue))
}

/** Whether words between two places of a line name a trade. */
function namesTrade(reading: Reading, from: number, to: number): boolean {
  const names = (cue: MatchOf<'cue' | 'weak_cue'>): boolean => cue.start >= from && cue.end <= to
  return getMatches(reading, 'cue').some(names) || getMatches(reading, 'weak_cue').some(names)
}

/** Letters up to which a first word may be the code of a booking: BP for a bill payment. */
const CODE_MAX = 2

/** The name that a code of a booking begins, to its legal form; none where no form follows. */
function nameFrom(words: readonly string[], start: number): readonly string[] {
  if (start > 0 || words[0]!.length > CODE_MAX) return []
  const form = words.findIndex((word, at) => at > start && hasLegalForm([word]))
  const name = words.slice(start, form + 1)
  return name.some((word) => /\d|^[*#]$/.test(word)) ? [] : name
}

const LENDING_PROCESSORS = new Set([
  'revenue.card_settlement',
  'revenue.online_marketplace',
  'revenue.delivery_platform',
])

/** Leaves of companies of which some also run payrolls: SQUARE PAYROLL, INTUIT PAYROLL. */
const SELLS_PAYROLL = new Set(['expenses.software', 'fees.merchant_processing'])

/** Shops of which some have pumps: KROGER FUEL, COSTCO GAS, MOTO SERVICES FUEL. */
const FUEL_SELLERS = new Set(['cogs.food_beverage', 'cogs.inventory'])

/**
 * The leaf that a second word gives a merchant's row: TAX with a payroll bureau is payroll tax,
 * CAPITAL with a card processor is an advance, a refund by a processor is one to customers.
 */
function adjustLeaf(row: Row, merchant: Merchant): string | null {
  const { wordings } = row.reading
  if (!row.isInflow && merchant.out === 'expenses.payroll' && wordings.has('tax')) {
    return 'taxes.payroll'
  }
  if (!row.isInflow && SELLS_PAYROLL.has(merchant.out ?? '') && hasCue(row, 'expenses.payroll')) {
    return 'expenses.payroll'
  }
  if (!row.isInflow && FUEL_SELLERS.has(merchant.out ?? '') && hasCue(row, 'expenses.fuel')) {
    return 'expenses.fuel'
  }
  if (!row.isInflow && merchant.out === 'cogs.inventory' && wordings.has('grocery')) {
    return 'cogs.food_beverage'
  }
  if (merchant.out?.startsWith('taxes.')) {
    return isVendorPayment(row) ? 'revenue.government_contract' : findNamedTax(row, merchant.out)
  }
  if (merchant.out === CARD_PAYMENT && row.isInflow) {
    return isOnCard(row) || wordings.has('card_payment') ? CARD_PAYMENT : merchant.in
  }
  if (row.isInflow && merchant.in !== merchant.out && isRefund(row)) return findRefundLeaf(merchant)
  if (!merchant.in || !LENDING_PROCESSORS.has(merchant.in)) return null
  if (!row.isInflow && hasCue(row, 'revenue.chargeback')) return 'revenue.chargeback'
  if (!row.isInflow && hasCue(row, 'expenses.advertising')) return 'expenses.advertising'
  if (wordings.has('capital')) return row.isInflow ? 'debt.mca_advance' : 'debt.mca_payment'
  return row.isInflow ? null : takenBack(row, merchant)
}

/** A settlement of a processor with a negative sign takes refunds back; its fees it names. */
function takenBack({ channel, reading: { wordings } }: Row, merchant: Merchant): string | null {
  if (wordings.has('fee') || channel === 'card') return null
  if (wordings.has('refund')) return 'revenue.customer_refund'
  const isProcessor = merchant.out === 'fees.merchant_processing'
  return isProcessor && wordings.has('payout') ? 'revenue.customer_refund' : null
}

/** Taxes that are levied on one thing; the others are what an authority takes in general. */
const DUTIES = new Set(['taxes.sales', 'taxes.payroll', 'taxes.property'])

/** The tax that the words name with an authority: VAT, PAYE. A state takes no federal tax. */
function findNamedTax(row: Row, usual: string): string | null {
  if (row.isInflow) return null
  const never = new Set([usual, usual === 'taxes.other' ? null : 'taxes.federal'])
  const named = getMatches(row.reading, 'cue').filter(
    ({ value }) => value.slug.startsWith('taxes.') && !isAnyTax(value.slug, value.phrase),
  )
  if (DUTIES.has(usual) && named.some(({ value }) => value.slug === usual)) return null
  return named.find(({ value }) => !never.has(value.slug))?.value.slug ?? null
}

/** TAX PYMT names no tax; IFTA and FUEL TAX do. */
function isAnyTax(slug: string, phrase: string): boolean {
  return slug === 'taxes.other' && phrase.startsWith('TAX')
}

/** A card credit from a seller that can also pay out is a refund. */
function findRefundLeaf({ out }: Merchant): string | null {
  return out && /^(?:expenses|cogs)\./.test(out) ? 'income.vendor_refund' : null
}

export function fromBrands(
  row: Row,
  context: Context,
  { isOneWord }: { isOneWord: boolean },
): CategoryCandidate | null {
  const match = getMatches(row.reading, 'brand').find(({ value }) => value.isOneWord === isOneWord)
  if (!match || mayBePerson(row, match.end - match.start)) return null
  const { slug, name } = match.value
  if (isUnexplainedCredit(row, slug)) return null
  const confidence = isOneWord ? CONFIDENCE.brandWord : CONFIDENCE.brand
  const ruleId = `brand:${name}`
  return reconcileCandidate({ slug, confidence, source: 'registry', ruleId }, row, context)
}

/** Channels on which a person or a company of the same name can be recognized. */
const PARTY_CHANNELS = new Set(['p2p', 'wire', 'transfer', 'ach', 'check', 'other'])

export function fromParty(row: Row, context: Context): CategoryCandidate | null {
  if (!PARTY_CHANNELS.has(row.channel)) return null
  if (namesOwner(row, context)) {
    const slug = row.isInflow ? 'equity.owner_contribution' : 'equity.owner_draw'
    return toRuleCandidate(slug, 0.95, 'party:owner')
  }
  if (row.party.words.length === 0 || !sharesNameRoot(row, context)) return null
  const isSelf = context.companyWords.every((word) => row.party.words.includes(word))
  const slug =
    isSelf && row.party.words.length <= context.companyWords.length + 1
      ? 'transfers.external_own'
      : 'transfers.affiliate'
  return toRuleCandidate(slug, 0.9, 'party:affiliate')
}

function namesOwner({ party, reading }: Row, { ownerWords }: Context): boolean {
  if (ownerWords.length === 0) return false
  const words = party.words.length > 0 ? party.words : wordsIn(reading)
  return ownerWords.some((owner) => owner.every((word) => words.includes(word)))
}

/** Two leading words of the company's name, or one when it has no more. */
function sharesNameRoot(row: Row, { companyWords }: Context): boolean {
  const root = companyWords.slice(0, 2)
  return root.length > 0 && root.every((word, index) => row.party.words[index] === word)
}

/** Leaves of companies that give their names to places of games and pay nobody there. */
const SPONSORS =
  /^(?:debt\.|transfers\.investment$|expenses\.(?:insurance|benefits|utilities|telecom_internet|travel|software)$)/

/**
 * `CAPITAL ONE ARENA CONCESSIONS`, `STATE FARM STADIUM`: a place of games with the name of its
 * sponsor, who is not paid. Null for a row that does not buy there.
 */
export function fromVenues(row: Row): CategoryCandidate | null {
  if (row.isInflow || (row.channel !== 'card' && row.channel !== 'other')) return null
  const venues = getMatches(row.reading, 'wording').filter(({ value }) => value.wording === 'venue')
  if (venues.length === 0) return null
  const venue = venues.find(({ start }) => namesSponsor(row, start))
  return venue ? toRuleCandidate('expenses.meals_entertainment', CONFIDENCE.weakCue, 'venue') : null
}

/** Whether the name of a sponsor, or of any bank, ends where a word begins. */
function namesSponsor({ reading }: Row, at: number): boolean {
  if (wordsIn(reading)[at - 1] === 'BANK') return true
  const sponsors = getMatches(reading, 'merchant').some(
    ({ end, value }) => end === at && SPONSORS.test(value.merchant.out ?? ''),
  )
  const ends = ({ end }: MatchOf<'funder' | 'not_funder'>): boolean => end === at
  return (
    sponsors ||
    getMatches(reading, 'funder').some(ends) ||
    getMatches(reading, 'not_funder').some(ends)
  )
}
