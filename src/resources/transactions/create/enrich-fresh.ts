import type { EnrichedTransaction } from '../../../core/values/transaction.ts'
import type { Context } from '../../../platform/context.ts'
import { computeEnrichment, loadMaterial, type Computed } from '../enrichment/compute.ts'
import { withDefaults, type StoredTransaction } from '../facts/store.ts'
import type { NewRow } from './item.ts'

/** What enrichment says with new rows among the stored ones, before they are written. */
export interface Inline {
  /** With the changes of stored rows alone: the new ones are written as they are. */
  computed: Computed
  enrichedById: ReadonlyMap<string, EnrichedTransaction>
}

/** More rows would keep the process from everything else for more than half a second. */
const ROWS_AT_ONCE = 10_000

/**
 * Enriches rows on their way in, so that they are written once. Null for too many of them, where
 * the submission has more rows than come in, for then a job thinks once about whatever came
 * meanwhile, and where it has statements, whose rows these may be.
 */
export async function enrichFresh(
  ctx: Context,
  submissionId: string,
  fresh: readonly NewRow[],
): Promise<Inline | null> {
  if (fresh.length > ROWS_AT_ONCE) return null
  const material = await loadMaterial(ctx, submissionId)
  if (material.transactions.length > fresh.length || material.periods.length > 0) return null
  const transactions = [...material.transactions, ...fresh.map(toStored)].toSorted(inOrder)
  const computed = computeEnrichment({ ...material, transactions })
  const freshIds = new Set(fresh.map(({ id }) => id))
  const changed = computed.changed.filter(({ id }) => !freshIds.has(id))
  return {
    computed: { ...computed, changed },
    enrichedById: new Map(computed.transactions.map((row) => [row.id, row])),
  }
}

/** As the stored rows are listed: by day, by place in the source, by id. */
function inOrder(left: StoredTransaction, right: StoredTransaction): number {
  if (left.date !== right.date) return left.date < right.date ? -1 : 1
  if (left.position !== right.position) return left.position - right.position
  return left.id < right.id ? -1 : 1
}

function toStored(row: NewRow): StoredTransaction {
  return withDefaults({
    id: row.id,
    accountId: row.account_id,
    date: row.date,
    position: row.position,
    amount: row.amount,
    currency: row.currency,
    description: row.description,
    balance: row.balance,
    mccCode: row.mcc_code,
    bankType: row.channel,
    checkNumber: row.check_number,
    isPending: row.is_pending,
    isDuplicate: false,
    providerCategory: row.provider_category,
    override: row.override,
    normalizedDescription: null,
    merchantName: row.merchant_name,
    merchantId: null,
    counterparty: null,
    categories: row.categories,
    channel: null,
    flags: [],
    feeKind: null,
    isRevenue: false,
    exclusionReason: null,
    isDebt: false,
    isRecurring: false,
    streamId: null,
    positionId: null,
    positionRole: null,
    funderId: null,
    matchedTransactionId: null,
    matchScore: null,
    needsReview: false,
    sourceMerchantName: row.merchant_name,
    isEnriched: false,
  })
}
