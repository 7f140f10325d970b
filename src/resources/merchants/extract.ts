import { extractMerchants, type Extracted } from '../../core/enrichment/extract-merchants.ts'
import { toCents } from '../../core/values/money.ts'
import type { RawTransaction } from '../../core/values/transaction.ts'
import type { Context } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { loadTenantLayer } from './tenant-layer.ts'
import { NOBODY } from '../../core/values/account.ts'
import { toMerchantId } from './identity.ts'
import { presentMerchant } from './present.ts'
import type { ExtractItem, ExtractRequest } from './schemas.ts'
import { listMerchantsByIds, type MerchantRow } from './store.ts'

/**
 * Extracts the merchant of each descriptor, with the tenant's own rules; nothing is stored. A
 * merchant that neither the registry nor the tenant's transactions know is null, but its name is
 * given.
 */
export async function extract(ctx: Context, request: ExtractRequest): Promise<object> {
  const { items, description, ...rest } = request
  if ((items === undefined) === (description === undefined)) {
    const message = 'Send either description or items.'
    throw new ApiError('missing_field', message, { param: 'description' })
  }
  const found = await extractAll(ctx, items ?? [{ ...rest, description: description! }])
  return { data: items === undefined ? found[0] : found }
}

async function extractAll(ctx: Context, items: readonly ExtractItem[]): Promise<object[]> {
  const around = { company: NOBODY, tenant: await loadTenantLayer(ctx) }
  const extracted = extractMerchants(items.map(toRaw), around)
  const toId = ({ merchant }: Extracted) =>
    merchant === null ? null : toMerchantId(ctx.environment.id, merchant.key)
  const ids = extracted.map(toId).filter((id) => id !== null)
  const rows = await listMerchantsByIds(ctx, [...new Set(ids)])
  const rowById = new Map(rows.map((row) => [row.id, row]))
  return extracted.map((each) => toResult(each, rowById.get(toId(each) ?? '') ?? null))
}

function toResult({ merchant, ...rest }: Extracted, row: MerchantRow | null): object {
  const shown = row && presentMerchant(row)
  return { ...rest, merchant: shown, name: merchant?.name ?? null, groups: shown?.groups ?? [] }
}

const CURRENCY = 'USD'

function toRaw({ description, amount = -1, mccCode = null }: ExtractItem): RawTransaction {
  return {
    id: '',
    accountId: '',
    date: '2000-01-01',
    amount: toCents(amount, CURRENCY) ?? Math.sign(amount),
    currency: CURRENCY,
    description,
    balance: null,
    mccCode,
    bankType: null,
    checkNumber: null,
    isPending: false,
    isDuplicate: false,
    providerCategory: null,
    override: null,
  }
}
