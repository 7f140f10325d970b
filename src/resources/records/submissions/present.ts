import { toMajor } from '../../../core/values/money.ts'
import { hasScope } from '../../../core/values/access/actor.ts'
import type { Context } from '../../../platform/context.ts'
import type { SubmissionCounts } from '../../portfolio/facts/counts/store.ts'
import { maskEin, openEin, openOwners, type Owner } from './company.ts'
import { countContents, type FinancingRequest, type SubmissionRow } from './store.ts'

type CompanyRow = Pick<SubmissionRow, 'id' | 'companyInfo' | 'einSealed' | 'request'>

/** A submission with sensitive fields masked by the caller's scopes. */
export async function presentSubmission(ctx: Context, row: SubmissionRow): Promise<object> {
  const [shown] = await presentSubmissions(ctx, [row])
  return shown!
}

/** The same for a page: the contents of all are counted at once. */
export async function presentSubmissions(ctx: Context, rows: SubmissionRow[]): Promise<object[]> {
  const counts = await countContents(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => presentCounted(ctx, row, counts.get(row.id)!))
}

/** The same of a submission whose contents are counted already. */
export function presentCounted(ctx: Context, row: SubmissionRow, counts: SubmissionCounts): object {
  return {
    ...row,
    tenantId: ctx.environment.tenantId,
    livemode: ctx.environment.mode === 'live',
    companyInfo: presentCompany(ctx, row),
    owners: presentOwners(ctx, row),
    request: row.request && presentRequest(row.request),
    counts: { ...counts, openAnomalies: null },
  }
}

/** The company, with the full EIN for keys with `pii:read`, else its last four digits. */
export function presentCompany(ctx: Context, row: CompanyRow): object {
  return toCompany(row, visibleEin(ctx, row))
}

/** The same for recipients outside the tenant: the EIN by its last four digits. */
export function presentMaskedCompany(
  ctx: Pick<Context, 'house' | 'environment'>,
  row: SubmissionRow,
): object {
  const ein = openEin(ctx, row)
  return toCompany(row, ein && maskEin(ein))
}

function toCompany(row: CompanyRow, ein: string | null): object {
  const { annualRevenueCents: cents, ...company } = row.companyInfo
  const annualRevenue = cents == null ? null : toMajor(cents, row.request?.currency ?? 'USD')
  return { ...company, ein, annualRevenue }
}

export function presentOwners(
  ctx: Context,
  row: Pick<SubmissionRow, 'id' | 'ownersSealed'>,
): object[] {
  return openOwners(ctx, row).map(toOwner)
}

function visibleEin(ctx: Context, row: CompanyRow): string | null {
  const ein = openEin(ctx, row)
  return ein === null || hasScope(ctx.actor, 'pii:read') ? ein : maskEin(ein)
}

function toOwner({ dateOfBirth, ...owner }: Owner): object {
  return {
    ...owner,
    dateOfBirthMasked: dateOfBirth == null ? null : `${dateOfBirth.slice(0, 4)}-**-**`,
  }
}

export function presentRequest({ amountCents: cents, ...request }: FinancingRequest): object {
  return { ...request, amount: cents == null ? null : toMajor(cents, request.currency ?? 'USD') }
}
