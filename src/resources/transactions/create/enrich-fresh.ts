import type { Context } from '../../../platform/context.ts'
import { hasStatements } from '../../documents/reading/store.ts'
import { findingsOf, type Findings } from '../enrichment/findings.ts'
import { loadMaterial } from '../enrichment/material.ts'
import { withDefaults, type StoredTransaction } from '../facts/store.ts'
import { countTransactions } from '../store.ts'
import type { NewRow } from './item.ts'

/**
 * Enriches rows on their way in, so that they are written once. Null where the submission has more
 * rows than come in, for then a job thinks once about whatever came meanwhile, and where it has
 * statements, whose rows these may be.
 */
export async function enrichFresh(
  ctx: Context,
  submissionId: string,
  fresh: readonly NewRow[],
): Promise<Findings | null> {
  const stored = await countTransactions(ctx, submissionId)
  if (stored > fresh.length || (await hasStatements(ctx, submissionId))) return null
  const material = await loadMaterial(ctx, submissionId)
  const transactions = [...material.transactions, ...fresh.map(toStored)].toSorted(inOrder)
  const freshIds = fresh.map(({ id }) => id)
  return findingsOf(ctx.house.thread, { ...material, transactions }, freshIds)
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
