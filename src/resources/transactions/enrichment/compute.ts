import { enrich } from '../../../core/enrichment/enrich.ts'
import type { FoundPosition, Stream } from '../../../core/values/position.ts'
import type { EnrichedTransaction } from '../../../core/values/transaction.ts'
import { derivedId } from '../../../platform/crypto/derived-id.ts'
import { toMerchantId } from '../../merchants/identity.ts'
import { collectMerchants, type SeenMerchant } from '../../merchants/seen/totals.ts'
import type { StoredTransaction } from '../../records/transactions/facts/store.ts'
import type { Material } from './material.ts'

export interface Computed {
  transactions: EnrichedTransaction[]
  /** Those of `transactions` that differ from the stored rows. */
  changed: EnrichedTransaction[]
  streams: Stream[]
  positions: FoundPosition[]
  merchants: SeenMerchant[]
}

/** Enriches without writing; ids of streams and positions are the same every time. */
export function computeEnrichment(material: Material): Computed {
  const { submissionId, environmentId, asOf = null } = material
  const { transactions, streams, positions } = enrich({ ...material, asOf })
  const kept = new Set(positions.map(({ id }) => id).filter((id) => !isNewId(id)))
  const idOf = remembered((id) => (isNewId(id) ? unusedId(submissionId, { id, kept }) : id))
  const merchantId = remembered((key) => toMerchantId(environmentId, key))
  const merchants = collectMerchants(transactions, merchantId)
  // No one else holds these rows, so they are changed in place.
  for (const [index, row] of transactions.entries()) {
    if (row.merchantId !== null) row.merchantId = merchantId(row.merchantId)
    row.merchantName ??= material.transactions[index]!.sourceMerchantName
    if (row.streamId !== null) row.streamId = idOf(row.streamId)
    if (row.positionId !== null) row.positionId = idOf(row.positionId)
  }
  return {
    transactions,
    changed: transactions.filter((row, index) => isNews(row, material.transactions[index]!)),
    streams: streams.map((stream) => ({ ...stream, id: idOf(stream.id) })),
    positions: positions.map((position) => ({
      ...position,
      id: idOf(position.id),
      parentPositionId: position.parentPositionId && idOf(position.parentPositionId),
      childPositionIds: position.childPositionIds.map(idOf),
    })),
    merchants,
  }
}

/**
 * The stored id for one made by core. When an older position already has that id with other rows,
 * the next derived id is used.
 */
function unusedId(
  submissionId: string,
  { id, kept }: { id: string; kept: ReadonlySet<string> },
): string {
  let unused = derivedId(submissionId, id)
  while (kept.has(unused)) unused = derivedId(submissionId, unused)
  return unused
}

/** Memoized, since many rows share a stream or a merchant. */
function remembered(compute: (key: string) => string): (key: string) => string {
  const known = new Map<string, string>()
  return (key) => {
    let value = known.get(key)
    if (value === undefined) known.set(key, (value = compute(key)))
    return value
  }
}

/** Ids that core makes name their kind; those of known positions are the stored ones. */
function isNewId(id: string): boolean {
  return id.includes(':')
}

function isNews(row: EnrichedTransaction, stored: StoredTransaction): boolean {
  return !stored.isEnriched || toFingerprint(row) !== toFingerprint(stored)
}

/**
 * The enrichment of a row as text, independent of the key order of JSON columns.
 */
function toFingerprint(row: EnrichedTransaction): string {
  const categories = row.categories.map(({ slug, confidence, source, ruleId }) => [
    slug,
    confidence,
    source,
    ruleId,
  ])
  return JSON.stringify([
    row.normalizedDescription,
    row.merchantName,
    row.merchantId,
    row.counterparty.name,
    row.counterparty.type,
    categories,
    row.channel,
    row.checkNumber,
    row.flags,
    row.feeKind,
    row.isRevenue,
    row.exclusionReason,
    row.isDebt,
    row.isRecurring,
    row.isDuplicate,
    row.streamId,
    row.positionId,
    row.positionRole,
    row.funderId,
    row.matchedTransactionId,
    row.matchScore === null ? null : Math.round(row.matchScore),
    row.needsReview,
  ])
}
