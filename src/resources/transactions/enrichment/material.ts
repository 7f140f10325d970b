import type { Account, CompanyFacts, CoveredPeriod } from '../../../core/values/account.ts'
import type { PlainDate } from '../../../core/values/dates.ts'
import type { KnownPosition } from '../../../core/values/position.ts'
import type { TenantLayer } from '../../../core/enrichment/tenant-layer.ts'
import type { Context } from '../../../platform/context.ts'
import { loadTenantLayer } from '../../merchants/tenant-layer.ts'
import { listKnownPositions } from '../../records/positions/store.ts'
import { findCompanyFacts } from '../../records/submissions/company.ts'
import {
  listAccounts,
  listPeriods,
  listStoredTransactions,
  type StoredTransaction,
} from '../../records/transactions/facts/store.ts'

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
  /** The day from which it is looked at; the last one of the rows where there is none. */
  asOf?: PlainDate
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
