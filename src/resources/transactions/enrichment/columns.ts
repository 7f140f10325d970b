import type { EnrichedTransaction } from '../../../core/values/transaction.ts'
import type { ColumnTypes } from '../../../platform/db/columns.ts'
import { packCategories, type StoredCategories } from '../../records/transactions/categories.ts'

/** Enrichment of a row by column; null where not enriched yet. */
export interface EnrichmentColumns {
  id: string
  normalized_description: string | null
  merchant_name: string | null
  merchant_id: string | null
  counterparty: EnrichedTransaction['counterparty'] | null
  channel: string | null
  check_number: string | null
  category_slug: string | null
  categories: StoredCategories
  flags: string[]
  fee_kind: string | null
  is_revenue: boolean
  exclusion_reason: string | null
  is_debt: boolean
  is_recurring: boolean
  is_duplicate: boolean
  stream_id: string | null
  position_id: string | null
  position_role: string | null
  funder_id: string | null
  matched_transaction_id: string | null
  match_score: number | null
  needs_review: boolean
}

export function toColumns(row: EnrichedTransaction): EnrichmentColumns {
  const [primary] = row.categories
  return {
    id: row.id,
    normalized_description: row.normalizedDescription,
    merchant_name: row.merchantName,
    merchant_id: row.merchantId,
    counterparty: row.counterparty,
    channel: row.channel,
    check_number: row.checkNumber,
    category_slug: primary!.slug,
    categories: packCategories(row.categories),
    flags: row.flags,
    fee_kind: row.feeKind,
    is_revenue: row.isRevenue,
    exclusion_reason: row.exclusionReason,
    is_debt: row.isDebt,
    is_recurring: row.isRecurring,
    is_duplicate: row.isDuplicate,
    stream_id: row.streamId,
    position_id: row.positionId,
    position_role: row.positionRole,
    funder_id: row.funderId,
    matched_transaction_id: row.matchedTransactionId,
    match_score: row.matchScore === null ? null : Math.round(row.matchScore),
    needs_review: row.needsReview,
  }
}

export const ENRICHMENT_TYPES: ColumnTypes<EnrichmentColumns> = {
  id: 'uuid',
  normalized_description: 'text',
  merchant_name: 'text',
  merchant_id: 'uuid',
  counterparty: 'jsonb',
  channel: 'text',
  check_number: 'text',
  category_slug: 'text',
  categories: 'jsonb',
  flags: 'text[]',
  fee_kind: 'text',
  is_revenue: 'boolean',
  exclusion_reason: 'text',
  is_debt: 'boolean',
  is_recurring: 'boolean',
  is_duplicate: 'boolean',
  stream_id: 'uuid',
  position_id: 'uuid',
  position_role: 'text',
  funder_id: 'text',
  matched_transaction_id: 'uuid',
  match_score: 'integer',
  needs_review: 'boolean',
}
