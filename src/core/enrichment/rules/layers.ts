import { findCategory } from '../../values/categories.ts'
import type { CategoryCandidate, Context, Row } from '../row.ts'
import { reconcileCandidate } from './candidates.ts'
import { fromChannelCues, fromModel, fromSign, LEAST_TO_GUESS, LEAST_TO_NAME } from './channels.ts'
import { fromFeeRules, fromFunders, fromNotFunders } from './financing.ts'
import { fromBrands, fromMerchants, fromParty, fromVenues } from './names.ts'
import {
  fromContradiction,
  fromCues,
  fromKinds,
  fromMcc,
  fromMemo,
  fromMemoCosts,
  fromProvider,
  fromWeakCues,
} from './words.ts'

/** One way to find the category of a row; null when it finds none. */
export interface Layer {
  name: string
  classify(row: Row, context: Context): CategoryCandidate | null
}

/**
 * The layers in the order of taxonomy section 4; the first with a category wins. Words that only
 * name a channel come late, because they do not identify the other side.
 */
export const LAYERS: readonly Layer[] = [
  { name: 'feedback', classify: fromFeedback },
  { name: 'tenant_rule', classify: fromTenantRule },
  { name: 'tenant_merchant', classify: fromTenantMerchant },
  { name: 'pair', classify: (row, context) => context.pairs.get(row.index) ?? null },
  { name: 'fee', classify: fromFeeRules },
  { name: 'venue', classify: fromVenues },
  { name: 'funder', classify: fromFunders },
  { name: 'not_funder', classify: fromNotFunders },
  { name: 'kind', classify: fromKinds },
  { name: 'merchant', classify: fromMerchants },
  { name: 'party', classify: fromParty },
  { name: 'pattern', classify: (row, context) => context.patterns.get(row.index) ?? null },
  { name: 'brand', classify: (row, context) => fromBrands(row, context, { isOneWord: false }) },
  { name: 'memo', classify: fromMemo },
  { name: 'cue', classify: fromCues },
  { name: 'brand_word', classify: (row, context) => fromBrands(row, context, { isOneWord: true }) },
  { name: 'mcc', classify: fromMcc },
  { name: 'provider', classify: fromProvider },
  { name: 'memo_cost', classify: fromMemoCosts },
  { name: 'weak_cue', classify: fromWeakCues },
  { name: 'model', classify: (row, context) => fromModel(row, context, LEAST_TO_NAME) },
  { name: 'channel', classify: fromChannelCues },
  { name: 'contradiction', classify: fromContradiction },
  { name: 'guess', classify: (row, context) => fromModel(row, context, LEAST_TO_GUESS) },
  { name: 'default', classify: fromSign },
]

function fromFeedback(row: Row): CategoryCandidate | null {
  const { category, isInternalTransfer = false } = row.tx.override ?? {}
  const slug = category ?? (isInternalTransfer ? 'transfers.internal' : undefined)
  const isOfRule = category !== undefined && category === row.rule?.override.category
  if (!slug || isOfRule || !findCategory(slug)) return null
  return { slug, confidence: 1, source: 'feedback', ruleId: 'feedback' }
}

/** A correction made for every row like it. */
function fromTenantRule({ rule }: Row): CategoryCandidate | null {
  const slug = rule?.override.category
  if (!rule || !slug || !findCategory(slug)) return null
  return { slug, confidence: 1, source: 'tenant_rule', ruleId: rule.id }
}

/** The category that the tenant gave a merchant. */
function fromTenantMerchant(row: Row, context: Context): CategoryCandidate | null {
  const merchant = context.findTenantMerchant(row)
  if (!merchant?.category) return null
  const { key, category } = merchant
  return reconcileCandidate(
    { slug: category, confidence: 0.98, source: 'tenant_rule', ruleId: key },
    row,
    context,
  )
}
