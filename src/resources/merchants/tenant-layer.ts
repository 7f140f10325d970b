import type { TenantLayer } from '../../core/enrichment/tenant-layer.ts'
import type { Context } from '../../platform/context.ts'
import { listTenantRules } from '../records/transactions/feedback/store.ts'
import { listTenantMerchants } from './store.ts'

/** What people of the tenant have taught, for every submission. */
export async function loadTenantLayer(ctx: Context): Promise<TenantLayer> {
  return { rules: await listTenantRules(ctx), merchants: await listTenantMerchants(ctx) }
}
