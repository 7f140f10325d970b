import type { TenantLayer } from '../../core/enrichment/tenant-layer.ts'
import type { Context } from '../../platform/context.ts'
import { listTenantRules } from '../records/transactions/feedback/store.ts'
import { listTenantMerchants } from './store.ts'

/** The tenant's rules and merchants, which apply to every submission. */
export async function loadTenantLayer(ctx: Context): Promise<TenantLayer> {
  return { rules: await listTenantRules(ctx), merchants: await listTenantMerchants(ctx) }
}
