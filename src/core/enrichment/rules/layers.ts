import { findCategory } from '../../values/categories.ts'
import { INDUSTRY_LEAVES } from '../data/industries.ts'
import { MCC_RANGES } from '../data/mcc.ts'
import { findFunder, matchesOf, type MatchOf, type Merchant } from '../descriptor/lexicon.ts'
import { FUNDER_LEAVES } from './funder-leaves.ts'
import type { Channel } from '../../values/transaction.ts'
import { predictLeaf } from '../model/predict.ts'
import { providerSlug } from './provider-category.ts'
import type { Answer, Context, Row } from '../row.ts'
import { CARD_PAYMENT, isCard, reconcileSign } from './sign.ts'

/** One way of knowing the category of a row; null when it knows nothing. */
export interface Layer {
  name: string
  answer(row: Row, context: Context): Answer | null
}

/**
 * The layers in the order of taxonomy section 4; the first that answers wins. Words that only name
 * a channel answer last, because they know nothing of the other side.
 */
export const LAYERS: readonly Layer[] = [
  { name: 'feedback', answer: fromFeedback },
  { name: 'tenant_rule', answer: fromTenantRule },
  { name: 'tenant_merchant', answer: fromTenantMerchant },
  { name: 'pair', answer: (row, context) => context.pairs.get(row.index) ?? null },
  { name: 'fee', answer: fromFeeRules },
  { name: 'funder', answer: fromFunders },
  { name: 'not_funder', answer: fromNotFunders },
  { name: 'merchant', answer: fromMerchants },
  { name: 'party', answer: fromParty },
  { name: 'brand', answer: (row, context) => fromBrands(row, context, { isOneWord: false }) },
  { name: 'cue', answer: fromCues },
  { name: 'brand_word', answer: (row, context) => fromBrands(row, context, { isOneWord: true }) },
  { name: 'mcc', answer: fromMcc },
  { name: 'provider', answer: fromProvider },
  { name: 'pattern', answer: (row, context) => context.patterns.get(row.index) ?? null },
  { name: 'model', answer: (row, context) => fromModel(row, context, LEAST_TO_NAME) },
  { name: 'channel', answer: fromChannelCues },
  { name: 'contradiction', answer: fromContradiction },
  { name: 'guess', answer: (row, context) => fromModel(row, context, LEAST_TO_GUESS) },
  { name: 'default', answer: fromSign },
]

/** The funder that a row names, the longest alias first; null when it names none for sure. */
export function funderOf(row: Row, context: Context): MatchOf<'funder'> | null {
  const told = row.tx.override?.funderId
  if (told === null || context.rejected.has(row.tx.id)) return null
  if (told !== undefined) return toldFunder(told)
  const refuted = matchesOf(row.reading, 'not_funder')
  for (const match of matchesOf(row.reading, 'funder')) {
    const overlapped = refuted.some(
      ({ start, end, length }) => start < match.end && end > match.start && length >= match.length,
    )
    if (overlapped) continue
    const { funder, id } = match.value
    if (!funder.isAmbiguous) return match
    if (!row.reading.wordings.has('wealth') && context.hasSecondCue(row, id, match)) return match
  }
  return null
}

/** A funder that a person named, as if its whole name began the descriptor. */
function toldFunder(id: string): MatchOf<'funder'> | null {
  const funder = findFunder(id)
  if (!funder) return null
  const value = { kind: 'funder', id, funder, alias: funder.name } as const
  return { start: 0, end: 0, length: funder.name.length, isCut: false, value }
}

function fromFeedback(row: Row): Answer | null {
  const { category, isInternalTransfer = false } = row.tx.override ?? {}
  const slug = category ?? (isInternalTransfer ? 'transfers.internal' : undefined)
  if (!slug || !findCategory(slug)) return null
  return { slug, confidence: 1, source: 'feedback', ruleId: 'feedback' }
}

/** A correction that was given for every row like it. */
function fromTenantRule({ rule }: Row): Answer | null {
  const slug = rule?.override.category
  if (!rule || !slug || !findCategory(slug)) return null
  return { slug, confidence: 1, source: 'tenant_rule', ruleId: rule.id }
}

/** The category that the tenant gave a merchant. */
function fromTenantMerchant(row: Row, context: Context): Answer | null {
  const merchant = context.tenantMerchantOf(row)
  if (!merchant?.category) return null
  const { key, category } = merchant
  return reconciled(
    { slug: category, confidence: 0.98, source: 'tenant_rule', ruleId: key },
    row,
    context,
  )
}

function fromFeeRules(row: Row): Answer | null {
  const { wordings } = row.reading
  const match = feeMatch(row)
  if (!match) return null
  if (wordings.has('not_bank_fee') && !match.value.isAlone) return null
  const { slug } = match.value.rule
  return { slug, confidence: 0.97, source: 'rule', ruleId: `fee:${match.value.phrase}` }
}

/** The match of the first fee rule, in the order of the list, that applies to the row. */
export function feeMatch(row: Row): MatchOf<'fee'> | null {
  const hasFeeWord = row.reading.wordings.has('fee')
  const matches = matchesOf(row.reading, 'fee')
    .filter(({ value }) => value.isAlone || hasFeeWord)
    .toSorted((left, right) => left.value.order - right.value.order)
  return matches[0] ?? null
}

function fromFunders(row: Row, context: Context): Answer | null {
  const match = funderOf(row, context)
  if (!match) return null
  const { funder, id, alias } = match.value
  const leaves = FUNDER_LEAVES[funder.type]
  const slug = row.isInflow ? leaves.in : leaves.out
  if (!slug) return null
  const isFee = slug === 'debt.mca_payment' && row.reading.wordings.has('fee')
  const confidence = funder.isAmbiguous
    ? 0.6
    : funderMatchKind(row, match) === 'exact'
      ? 0.95
      : 0.85
  return {
    slug: isFee ? 'debt.mca_fee' : slug,
    confidence,
    source: 'registry',
    ruleId: `funder:${id}:${alias}`,
  }
}

/** Exact when the descriptor begins with the whole alias or its party is the alias. */
export function funderMatchKind(row: Row, match: MatchOf<'funder'>): 'exact' | 'contains' {
  if (match.isCut) return 'contains'
  const phrase = row.reading.words.slice(match.start, match.end).join(' ')
  return match.start === 0 || row.party.name === phrase ? 'exact' : 'contains'
}

function fromNotFunders(row: Row, context: Context): Answer | null {
  for (const { value } of matchesOf(row.reading, 'not_funder')) {
    const slug = agreeing(row, value.entry)
    if (slug)
      return reconciled(
        { slug, confidence: 0.95, source: 'registry', ruleId: `not_funder:${value.phrase}` },
        row,
        context,
      )
  }
  return null
}

function fromMerchants(row: Row, context: Context): Answer | null {
  for (const { value, start, end } of matchesOf(row.reading, 'merchant')) {
    const { merchant } = value
    if (mayBePerson(row, end - start)) continue
    const slug = spokenLeaf(row, merchant) ?? agreeing(row, merchant)
    const settled = slug ?? (row.isInflow ? merchant.out : merchant.in)
    if (settled && isUnexplainedCredit(row, settled)) continue
    const found = settled
      ? reconciled(
          {
            slug: settled,
            confidence: 0.93,
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

/** `ZELLE FROM ZARA ALVARADO`: one word of a person's name is no merchant. */
function mayBePerson(row: Row, words: number): boolean {
  const isName = row.channel === 'p2p' || (row.channel === 'other' && row.party.looksLikePerson)
  return isName && words === 1
}

/** Words and channels with which a seller gives money back. */
function isRefund({ channel, reading }: Row): boolean {
  return channel === 'card' || reading.wordings.has('refund')
}

function hasCue({ reading }: Row, slug: string): boolean {
  return matchesOf(reading, 'cue').some(({ value }) => value.slug === slug)
}

/** What the bank returned, or a credit from a seller, by ACH or wire and with no word of a refund: it buys from the company. */
function isUnexplainedCredit(row: Row, slug: string): boolean {
  const isCost = slug === 'income.vendor_refund' || /^(?:expenses|cogs)\./.test(slug)
  if (!row.isInflow) return false
  if (hasCue(row, 'returns.returned_debit')) return true
  return isCost && !isRefund(row) && (row.channel === 'ach' || row.channel === 'wire')
}

function fromBrands(
  row: Row,
  context: Context,
  { isOneWord }: { isOneWord: boolean },
): Answer | null {
  const match = matchesOf(row.reading, 'brand').find(({ value }) => value.isOneWord === isOneWord)
  if (!match || mayBePerson(row, match.end - match.start)) return null
  const { slug, name } = match.value
  if (isUnexplainedCredit(row, slug)) return null
  const confidence = isOneWord ? 0.75 : 0.9
  const ruleId = `brand:${name}`
  return reconciled({ slug, confidence, source: 'registry', ruleId }, row, context)
}

const LENDING_PROCESSORS = new Set([
  'revenue.card_settlement',
  'revenue.online_marketplace',
  'revenue.delivery_platform',
])

/**
 * What a second word makes of a merchant: a payroll bureau that says TAX remits payroll tax; a
 * processor that says CAPITAL lends, and what it refunds are its customers' purchases.
 */
function spokenLeaf(row: Row, merchant: Merchant): string | null {
  const { wordings } = row.reading
  if (!row.isInflow && merchant.out === 'expenses.payroll' && wordings.has('tax')) {
    return 'taxes.payroll'
  }
  if (merchant.out?.startsWith('taxes.')) return spokenTax(row)
  if (merchant.out === CARD_PAYMENT && row.isInflow) {
    return isCard(row) || wordings.has('card_payment') ? CARD_PAYMENT : merchant.in
  }
  if (row.isInflow && merchant.in !== merchant.out && isRefund(row)) return refundOf(merchant)
  if (!merchant.in || !LENDING_PROCESSORS.has(merchant.in)) return null
  if (!row.isInflow && hasCue(row, 'revenue.chargeback')) return 'revenue.chargeback'
  if (wordings.has('capital')) return row.isInflow ? 'debt.mca_advance' : 'debt.mca_payment'
  return !row.isInflow && wordings.has('refund') ? 'revenue.customer_refund' : null
}

/** The tax that the words name beside the authority: VAT, PAYE, an instalment agreement. */
function spokenTax(row: Row): string | null {
  if (row.isInflow) return null
  const spoken = matchesOf(row.reading, 'cue').find(
    ({ value }) => value.slug.startsWith('taxes.') && value.slug !== 'taxes.other',
  )
  return spoken?.value.slug ?? null
}

/** What a seller that can also pay gives back on a card is a refund. */
function refundOf({ out }: Merchant): string | null {
  return out && /^(?:expenses|cogs)\./.test(out) ? 'income.vendor_refund' : null
}

/** Channels on which a person or a company of the same name can be recognized. */
const PARTY_CHANNELS = new Set(['p2p', 'wire', 'transfer', 'ach', 'check', 'other'])

function fromParty(row: Row, context: Context): Answer | null {
  if (!PARTY_CHANNELS.has(row.channel)) return null
  const words = row.party.words.length > 0 ? row.party.words : row.reading.words
  if (context.ownerWords.some((owner) => owner.every((word) => words.includes(word)))) {
    const slug = row.isInflow ? 'equity.owner_contribution' : 'equity.owner_draw'
    return { slug, confidence: 0.85, source: 'rule', ruleId: 'party:owner' }
  }
  if (row.party.words.length === 0 || !sharesNameRoot(row, context)) return null
  const isSelf = context.companyWords.every((word) => row.party.words.includes(word))
  const slug =
    isSelf && row.party.words.length <= context.companyWords.length + 1
      ? 'transfers.external_own'
      : 'transfers.affiliate'
  return { slug, confidence: 0.85, source: 'rule', ruleId: 'party:affiliate' }
}

/** Two leading words of the company's name, or one when it has no more. */
function sharesNameRoot(row: Row, { companyWords }: Context): boolean {
  const root = companyWords.slice(0, 2)
  return root.length > 0 && root.every((word, index) => row.party.words[index] === word)
}

function fromCues(row: Row, context: Context): Answer | null {
  const match = headOf(
    matchesOf(row.reading, 'cue').filter(
      ({ value }) => signAgrees(value.slug, row.isInflow) && !isOfChannel(value.slug, row),
    ),
  )
  if (!match) return null
  const { slug, phrase } = match.value
  return reconciled(
    { slug, confidence: 0.8, source: 'rule', ruleId: `cue:${phrase}` },
    row,
    context,
  )
}

/** The longest of several words, else the last: a name says at its end what it is. */
function headOf(matches: readonly MatchOf<'cue'>[]): MatchOf<'cue'> | null {
  const telling = matches.filter(
    ({ start, end, value }) =>
      !GENERIC_LEAVES.has(value.slug) || (value.slug === OWN_ACCOUNT && end - start > 1),
  )
  const candidates = telling.length > 0 ? telling : matches
  const phrase = candidates.find(
    ({ start, end, value }) => end - start > 1 && !value.phrase.endsWith(' OF'),
  )
  return phrase ?? candidates.toSorted((left, right) => right.end - left.end)[0] ?? null
}

const OWN_ACCOUNT = 'transfers.external_own'

/** Leaves that a word names only when no other word names another. */
const GENERIC_LEAVES = new Set([
  'revenue.ach_customer',
  'revenue.sales',
  OWN_ACCOUNT,
  'taxes.other',
])

/** XFER says nothing of an account of one's own where the channel is a person's or a wire. */
function isOfChannel(slug: string, { channel }: Row): boolean {
  return (channel === 'p2p' || channel === 'wire') && OWN_TRANSFERS.has(slug)
}

const OWN_TRANSFERS = new Set([
  'transfers.external_own',
  'transfers.cash_withdrawal',
  'expenses.telecom_internet',
])

function fromMcc(row: Row, context: Context): Answer | null {
  if (row.tx.mccCode === null) return null
  const mcc = Number(row.tx.mccCode)
  const range = MCC_RANGES.find(({ from, to }) => mcc >= from && mcc <= to)
  const slug = range && (row.isInflow ? (range.in ?? range.out) : range.out)
  if (!slug) return null
  const isLegal = slug === 'expenses.licenses_permits' && row.reading.wordings.has('legal_order')
  return reconciled(
    {
      slug: isLegal ? 'debt.garnishment_levy' : slug,
      confidence: 0.75,
      source: 'rule',
      ruleId: `mcc:${mcc}`,
    },
    row,
    context,
  )
}

function fromProvider(row: Row, context: Context): Answer | null {
  const given = row.tx.providerCategory
  const slug = given === null ? null : providerSlug(given, row.isInflow)
  return slug
    ? reconciled(
        { slug, confidence: 0.65, source: 'provider', ruleId: `provider:${given}` },
        row,
        context,
      )
    : null
}

/** The leaves of a channel by sign, where the other side is not known. */
const CHANNEL_LEAVES: Readonly<Partial<Record<Channel, { in: string; out: string }>>> = {
  p2p: { in: 'revenue.p2p_business', out: 'transfers.p2p' },
  wire: { in: 'transfers.wire', out: 'transfers.wire' },
  ach: { in: 'revenue.ach_customer', out: 'expenses.bill_pay' },
  card: { in: 'income.vendor_refund', out: 'expenses.card_purchase' },
}

/** A name of a person and no more: one paid the company, or was paid. */
function fromPerson(row: Row): Answer {
  const slug = row.isInflow ? 'revenue.p2p_business' : 'transfers.p2p'
  return { slug, confidence: 0.7, source: 'rule', ruleId: 'channel:person' }
}

const CASH_DEPOSIT = 'revenue.cash_deposit'

/** A debit of a credit card is a purchase, whatever it says. */
const CARD_ROW: Answer = {
  slug: 'expenses.card_purchase',
  confidence: 0.65,
  source: 'rule',
  ruleId: 'channel:card_account',
}

function fromChannelCues(row: Row): Answer | null {
  const agreeingCues = matchesOf(row.reading, 'channel_cue').filter(({ value }) =>
    signAgrees(value.slug, row.isInflow),
  )
  const leaves = CHANNEL_LEAVES[row.channel]
  const ofChannel = leaves && agreeing(row, leaves)
  const match = agreeingCues.find(({ value }) => value.slug === ofChannel) ?? agreeingCues[0]
  if (match?.value.slug === 'revenue.check_deposit' && row.reading.words.includes('CASH')) {
    const { confidence, phrase } = match.value
    return { slug: CASH_DEPOSIT, confidence, source: 'rule', ruleId: `channel:${phrase}+CASH` }
  }
  if (!match && isCard(row) && !row.isInflow) return CARD_ROW
  if (!match && row.party.looksLikePerson && row.channel === 'other') return fromPerson(row)
  if (!match) return row.tx.checkNumber === null ? null : fromCheckNumber(row)
  const { slug, confidence, phrase } = match.value
  const isNamedWire = slug === 'transfers.wire' && row.isInflow && row.party.name !== null
  const ruleId = `channel:${phrase}`
  return { slug: isNamedWire ? 'revenue.wire_customer' : slug, confidence, source: 'rule', ruleId }
}

/** A cue against its sign, once nothing else is known: a cost that comes in is a refund. */
function fromContradiction(row: Row, context: Context): Answer | null {
  for (const { value } of matchesOf(row.reading, 'cue')) {
    const { slug, phrase } = value
    if (row.channel === 'p2p' || isUnexplainedCredit(row, slug)) continue
    const from = { confidence: 0.6, source: 'rule', ruleId: `contradiction:${phrase}` } as const
    const found = reconciled({ slug, ...from }, row, context)
    if (found) return found
  }
  return null
}

/** Below the first, the channel is the better answer; below the second, none is. */
const LEAST_TO_NAME = 0.8
const LEAST_TO_GUESS = 0.2
/** Channels whose outflows name a seller. */
const SELLER_CHANNELS = new Set<Channel>(['card', 'ach', 'other'])

/** What the letters of the name say, once nobody knows it. Inflows are never guessed. */
function fromModel(row: Row, context: Context, least: number): Answer | null {
  if (row.isInflow || !SELLER_CHANNELS.has(row.channel) || row.party.looksLikePerson) return null
  const found = predictLeaf(row.reading.groupKey)
  if (!found || found.confidence < least) return null
  return reconciled({ ...found, source: 'model', ruleId: 'model' }, row, context)
}

function fromCheckNumber(row: Row): Answer {
  const slug = row.isInflow ? 'revenue.check_deposit' : 'expenses.checks_paid'
  return { slug, confidence: 0.8, source: 'rule', ruleId: 'channel:check_number' }
}

function fromSign(row: Row): Answer {
  const slug = row.isInflow ? 'uncategorized.inflow' : 'uncategorized.outflow'
  return { slug, confidence: 0.1, source: 'default', ruleId: 'default' }
}

/** An answer with the sign and the industry taken into account. */
function reconciled(given: Answer, row: Row, context: Context): Answer | null {
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

function agreeing(row: Row, leaves: { in: string | null; out: string | null }): string | null {
  return row.isInflow ? leaves.in : leaves.out
}

function signAgrees(slug: string, isInflow: boolean): boolean {
  const sign = findCategory(slug)?.sign
  return sign === 'both' || (sign === 'in') === isInflow
}
