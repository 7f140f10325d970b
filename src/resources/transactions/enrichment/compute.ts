import { enrich } from '../../../core/enrichment/enrich.ts'
import type { Account, CompanyFacts, CoveredPeriod } from '../../../core/values/account.ts'
import type { FoundPosition, KnownPosition, Stream } from '../../../core/values/position.ts'
import type { EnrichedTransaction } from '../../../core/values/transaction.ts'
import type { TenantLayer } from '../../../core/enrichment/tenant/taught.ts'
import type { Context } from '../../../platform/context.ts'
import { merchantIdOf } from '../../merchants/identity.ts'
import { merchantsOf, type SeenMerchant } from '../../merchants/seen/totals.ts'
import { listTenantMerchants } from '../../merchants/store.ts'
import { findCompanyFacts } from '../../submissions/company.ts'
import { listTenantRules } from '../feedback/store.ts'
import { listKnownPositions } from '../../positions/store.ts'
import { derivedId } from '../../../platform/crypto/derived-id.ts'
import {
  listAccounts,
  listPeriods,
  listStoredTransactions,
  type StoredTransaction,
} from '../facts/store.ts'

/** Everything enrichment looks at, as one state of the data shows it. */
export interface Material {
  submissionId: string
  environmentId: string
  transactions: StoredTransaction[]
  accounts: Account[]
  periods: CoveredPeriod[]
  company: CompanyFacts
  tenant: TenantLayer
  positions: KnownPosition[]
}

export interface Computed {
  transactions: EnrichedTransaction[]
  /** Those of `transactions` that say something else than what is stored. */
  changed: EnrichedTransaction[]
  streams: Stream[]
  positions: FoundPosition[]
  merchants: SeenMerchant[]
}

export async function loadMaterial(ctx: Context, submissionId: string): Promise<Material> {
  const company = await findCompanyFacts(ctx, submissionId)
  const transactions = await listStoredTransactions(ctx, submissionId)
  const accounts = await listAccounts(ctx, submissionId)
  const periods = await listPeriods(ctx, submissionId)
  const positions = await listKnownPositions(ctx, submissionId)
  const tenant = await loadTenantLayer(ctx)
  return {
    submissionId,
    environmentId: ctx.environment.id,
    transactions,
    accounts,
    periods,
    company,
    positions,
    tenant,
  }
}

/** What people of the tenant have taught, for every submission. */
export async function loadTenantLayer(ctx: Context): Promise<TenantLayer> {
  return { rules: await listTenantRules(ctx), merchants: await listTenantMerchants(ctx) }
}

/** Enriches without writing; ids of streams and positions are the same every time. */
export function computeEnrichment(material: Material): Computed {
  const { submissionId, environmentId } = material
  const { transactions, streams, positions } = enrich({ ...material, asOf: null })
  const idOf = (id: string): string => (isNewId(id) ? derivedId(submissionId, id) : id)
  const merchantId = (key: string): string => merchantIdOf(environmentId, key)
  const enriched = transactions.map((row, index) => ({
    ...row,
    merchantId: row.merchantId === null ? null : merchantId(row.merchantId),
    merchantName: row.merchantName ?? material.transactions[index]!.sourceMerchantName,
    streamId: row.streamId === null ? null : idOf(row.streamId),
    positionId: row.positionId === null ? null : idOf(row.positionId),
  }))
  return {
    transactions: enriched,
    changed: enriched.filter((row, index) => isNews(row, material.transactions[index]!)),
    streams: streams.map((stream) => ({ ...stream, id: idOf(stream.id) })),
    positions: positions.map((position) => ({
      ...position,
      id: idOf(position.id),
      parentPositionId: position.parentPositionId && idOf(position.parentPositionId),
      childPositionIds: position.childPositionIds.map(idOf),
    })),
    merchants: merchantsOf(transactions, merchantId),
  }
}

/** Ids that core makes name their kind; those of known positions are the stored ones. */
function isNewId(id: string): boolean {
  return id.includes(':')
}

function isNews(row: EnrichedTransaction, stored: StoredTransaction): boolean {
  return !stored.isEnriched || said(row) !== said(stored)
}

/**
 * What enrichment says about a row, as text; JSON columns come back with their keys in another
 * order.
 */
function said(row: EnrichedTransaction): string {
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
