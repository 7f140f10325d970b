import { toCents } from '../../../core/values/money.ts'
import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { mergeMetadata } from '../../../platform/wire/metadata.ts'
import { sealEin, sealOwners } from '../../records/submissions/company.ts'
import { matchKeysOf } from '../duplicates/keys.ts'
import type { SubmissionPatch } from './schemas.ts'
import type {
  CompanyInfo,
  FinancingRequest,
  SubmissionColumns,
  SubmissionRow,
} from '../../records/submissions/store.ts'

/** What a create or patch body may say of the submission itself. */
export type Wish = Omit<SubmissionPatch, 'name' | 'status'> & { name?: string | null | undefined }

/** The parts of a submission that a wish adds to. */
export type Held = Pick<SubmissionRow, 'id' | 'companyInfo' | 'request' | 'metadata'>

/**
 * The columns a wish sets; what it does not name stays undefined. Throws `invalid_amount`,
 * `too_many`, `too_long`.
 */
export function columnsOfWish(ctx: Context, held: Held, wish: Wish): SubmissionColumns {
  const request = wish.request === undefined ? undefined : mergeRequest(held, wish.request)
  const currency = (request === undefined ? held.request : request)?.currency ?? 'USD'
  const companyInfo =
    wish.companyInfo === undefined ? undefined : mergeCompany(held, wish.companyInfo, currency)
  const ein = wish.companyInfo === null ? null : wish.companyInfo?.ein
  return {
    externalId: wish.externalId,
    name: wish.name ?? undefined,
    companyInfo,
    ...(ein === undefined ? {} : sealEin(ctx, held.id, ein)),
    ...(wish.owners === undefined ? {} : { ownersSealed: sealOwners(ctx, held.id, wish.owners) }),
    request,
    dealStage: wish.dealStage,
    declineReasons: wish.declineReasons,
    assignedTo: wish.assignedTo,
    tags: wish.tags,
    metadata: wish.metadata && mergeMetadata(held.metadata, wish.metadata),
    autoProcess: wish.autoProcess,
    matchKeys: companyInfo && matchKeysOf(companyInfo),
  }
}

/** Given fields replace, null clears one, a null object clears all. */
function mergeCompany(
  held: Held,
  wish: NonNullable<Wish['companyInfo']> | null,
  currency: string,
): CompanyInfo {
  if (wish === null) return {}
  const { ein: _sealedApart, annualRevenue, ...rest } = wish
  const revenue =
    annualRevenue === undefined
      ? {}
      : { annualRevenueCents: centsOf(annualRevenue, currency, 'company_info.annual_revenue') }
  return { ...held.companyInfo, ...rest, ...revenue }
}

function mergeRequest(
  held: Held,
  wish: NonNullable<Wish['request']> | null,
): FinancingRequest | null {
  if (wish === null) return null
  const { amount, ...rest } = wish
  const merged = { ...held.request, ...rest }
  if (amount === undefined) return merged
  return { ...merged, amountCents: centsOf(amount, merged.currency ?? 'USD', 'request.amount') }
}

function centsOf(amount: number | null, currency: string, param: string): number | null {
  if (amount === null) return null
  const cents = toCents(amount, currency)
  if (cents === null) throw new ApiError('invalid_amount', undefined, { param })
  return cents
}
