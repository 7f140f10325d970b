import { findCategory } from '../../values/categories.ts'
import type { Answer, Context, Row } from '../row.ts'
import { reconciled } from './answers.ts'
import { fromChannelCues, fromModel, fromSign, LEAST_TO_GUESS, LEAST_TO_NAME } from './channels.ts'
import { fromFeeRules, fromFunders, fromNotFunders } from './financing.ts'
import { fromBrands, fromMerchants, fromParty } from './names.ts'
import {
  fromContradiction,
  fromCues,
  fromKinds,
  fromMcc,
  fromProvider,
  fromWeakCues,
} from './words.ts'

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
  { name: 'kind', answer: fromKinds },
  { name: 'merchant', answer: fromMerchants },
  { name: 'party', answer: fromParty },
  { name: 'pattern', answer: (row, context) => context.patterns.get(row.index) ?? null },
  { name: 'brand', answer: (row, context) => fromBrands(row, context, { isOneWord: false }) },
  { name: 'cue', answer: fromCues },
  { name: 'brand_word', answer: (row, context) => fromBrands(row, context, { isOneWord: true }) },
  { name: 'mcc', answer: fromMcc },
  { name: 'provider', answer: fromProvider },
  { name: 'weak_cue', answer: fromWeakCues },
  { name: 'model', answer: (row, context) => fromModel(row, context, LEAST_TO_NAME) },
  { name: 'channel', answer: fromChannelCues },
  { name: 'contradiction', answer: fromContradiction },
  { name: 'guess', answer: (row, context) => fromModel(row, context, LEAST_TO_GUESS) },
  { name: 'default', answer: fromSign },
]

function fromFeedback(row: Row): Answer | null {
  const { category, isInternalTransfer = false } = row.tx.override ?? {}
  const slug = category ?? (isInternalTransfer ? 'transfers.internal' : undefined)
  const isOfRule = category !== undefined && category === row.rule?.override.category
  if (!slug || isOfRule || !findCategory(slug)) return null
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
