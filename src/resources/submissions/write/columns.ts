import { toCents } from '../../../core/values/money.ts'
import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { mergeMetadata } from '../../../platform/wire/metadata.ts'
import { sealEin, sealOwners } from '../../records/submissions/company.ts'
import { buildMatchKeys } from '../duplicates/keys.ts'
import type { SubmissionPatch } from './schemas.ts'
import type {
  CompanyInfo,
  FinancingRequest,
  SubmissionColumns,
  SubmissionRow,
} from '../../records/submissions/store.ts'

/** Fields of a create or patch body. */
export type SubmissionInput = Omit<SubmissionPatch, 'name' | 'status' | 'decisionReason'> & {
  name?: string | null | undefined
}

/** The parts of a submission that an input is merged into. */
export type Held = Pick<SubmissionRow, 'id' | 'companyInfo' | 'request' | 'metadata'>

/**
 * The columns that an input sets; others are undefined. Throws `invalid_amount`,
 * `too_many`, `too_long`.
 */
export function toColumns(ctx: Context, held: Held, input: SubmissionInput): SubmissionColumns {
  const request = input.request === undefined ? undefined : mergeRequest(held, input.request)
  const currency = (request === undefined ? held.request : request)?.currency ?? 'USD'
  const companyInfo =
    input.companyInfo === undefined ? undefined : mergeCompany(held, input.companyInfo, currency)
  const ein = input.companyInfo === null ? null : input.companyInfo?.ein
  return {
    externalId: input.externalId,
    name: input.name ?? undefined,
    companyInfo,
    ...(ein === undefined ? {} : sealEin(ctx, held.id, ein)),
    ...(input.owners === undefined ? {} : { ownersSealed: sealOwners(ctx, held.id, input.owners) }),
    request,
    dealStage: input.dealStage,
    declineReasons: input.declineReasons,
    assignedTo: input.assignedTo,
    tags: input.tags,
    metadata: input.metadata && mergeMetadata(held.metadata, input.metadata),
    autoProcess: input.autoProcess,
    matchKeys: companyInfo && buildMatchKeys(companyInfo),
  }
}

/** Given fields replace, null clears one, a null object clears all. */
function mergeCompany(
  held: Held,
  input: NonNullable<SubmissionInput['companyInfo']> | null,
  currency: string,
): CompanyInfo {
  if (input === null) return {}
  const { ein: _sealedApart, annualRevenue, ...rest } = input
  const revenue =
    annualRevenue === undefined
      ? {}
      : { annualRevenueCents: requireCents(annualRevenue, currency, 'company_info.annual_revenue') }
  return { ...held.companyInfo, ...rest, ...revenue }
}

function mergeRequest(
  held: Held,
  input: NonNullable<SubmissionInput['request']> | null,
): FinancingRequest | null {
  if (input === null) return null
  const { amount, ...rest } = input
  const merged = { ...held.request, ...rest }
  if (amount === undefined) return merged
  return {
    ...merged,
    amountCents: requireCents(amount, merged.currency ?? 'USD', 'request.amount'),
  }
}

function requireCents(amount: number | null, currency: string, param: string): number | null {
  if (amount === null) return null
  const cents = toCents(amount, currency)
  if (cents === null) throw new ApiError('invalid_amount', undefined, { param })
  return cents
}
