import { findCategory } from '../../values/categories.ts'
import { INDUSTRY_LEAVES } from '../data/industries.ts'
import { MCC_RANGES } from '../data/mcc.ts'
import { findFunder, matchesOf, type MatchOf, type Merchant } from '../descriptor/lexicon.ts'
import { FUNDER_LEAVES } from './funder-leaves.ts'
import { providerSlug } from './provider-category.ts'
import type { Answer, Context, Row } from '../row.ts'
import { reconcileSign } from './sign.ts'

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
  { name: 'cue', answer: fromCues },
  { name: 'mcc', answer: fromMcc },
  { name: 'provider', answer: fromProvider },
  { name: 'pattern', answer: (row, context) => context.patterns.get(row.index) ?? null },
  { name: 'channel', answer: fromChannelCues },
  { name: 'contradiction', answer: fromContradiction },
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
  for (const { value } of matchesOf(row.reading, 'merchant')) {
    const { merchant } = value
    const slug = spokenLeaf(row, merchant) ?? agreeing(row, merchant)
    const settled = slug ?? (row.isInflow ? merchant.out : merchant.in)
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
  if (!merchant.in || !LENDING_PROCESSORS.has(merchant.in)) return null
  if (wordings.has('capital')) return row.isInflow ? 'debt.mca_advance' : 'debt.mca_payment'
  return !row.isInflow && wordings.has('refund') ? 'revenue.customer_refund' : null
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
  const match = matchesOf(row.reading, 'cue').find(({ value }) =>
    signAgrees(value.slug, row.isInflow),
  )
  if (!match) return null
  const { slug, phrase } = match.value
  return reconciled(
    { slug, confidence: 0.8, source: 'rule', ruleId: `cue:${phrase}` },
    row,
    context,
  )
}

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

function fromChannelCues(row: Row): Answer | null {
  const match = matchesOf(row.reading, 'channel_cue').find(({ value }) =>
    signAgrees(value.slug, row.isInflow),
  )
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
    const from = { confidence: 0.6, source: 'rule', ruleId: `contradiction:${phrase}` } as const
    const found = reconciled({ slug, ...from }, row, context)
    if (found) return found
  }
  return null
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
