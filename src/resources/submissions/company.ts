import type { Context } from '../../platform/context.ts'
import type { CompanyFacts } from '../../core/values/account.ts'
import type { PlainDate } from '../../core/values/dates.ts'
import { getSubmission, type Address, type SubmissionRow } from './store.ts'

export interface Owner {
  firstName?: string | null
  lastName?: string | null
  ownershipPercent?: number | null
  email?: string | null
  phone?: string | null
  dateOfBirth?: PlainDate | null
  ssnLast4?: string | null
  fico?: number | null
  isGuarantor?: boolean | null
  address?: Address | null
}

type Sealing = Pick<Context, 'house' | 'environment'>

/** What an EIN becomes in the database: sealed for showing, a keyed hash for finding. */
export function sealEin(
  ctx: Sealing,
  id: string,
  ein: string | null,
): { einSealed: string | null; einBlind: string | null } {
  if (ein === null) return { einSealed: null, einBlind: null }
  return {
    einSealed: ctx.house.keyRing.seal(ein, placeOf(ctx, 'ein', id)),
    einBlind: einBlindOf(ctx, ein),
  }
}

export function einBlindOf(ctx: Sealing, ein: string): string {
  return ctx.house.keyRing.blindIndex(ein, ctx.environment.id)
}

export function openEin(
  ctx: Sealing,
  { id, einSealed }: Pick<SubmissionRow, 'id' | 'einSealed'>,
): string | null {
  return einSealed === null ? null : ctx.house.keyRing.open(einSealed, placeOf(ctx, 'ein', id))
}

/** `12-3456789` as `**-***6789`. */
export function maskEin(ein: string): string {
  return `**-***${ein.slice(-4)}`
}

export function sealOwners(ctx: Sealing, id: string, owners: Owner[] | null): string | null {
  if (owners === null || owners.length === 0) return null
  return ctx.house.keyRing.seal(JSON.stringify(owners), placeOf(ctx, 'owners', id))
}

export function openOwners(
  ctx: Sealing,
  { id, ownersSealed }: Pick<SubmissionRow, 'id' | 'ownersSealed'>,
): Owner[] {
  if (ownersSealed === null) return []
  return JSON.parse(ctx.house.keyRing.open(ownersSealed, placeOf(ctx, 'owners', id))) as Owner[]
}

function placeOf(ctx: Sealing, column: string, id: string): string {
  return `submissions/${column}/${ctx.environment.id}/${id}`
}

/** What numbers need to know of the company and its owners. */
export async function findCompanyFacts(ctx: Context, submissionId: string): Promise<CompanyFacts> {
  const row = await getSubmission(ctx, submissionId)
  const owners = openOwners(ctx, row)
  const { companyInfo, request } = row
  const scores = owners
    .map(({ fico }) => fico)
    .filter((fico) => fico !== null && fico !== undefined)
  return {
    name: companyInfo.name ?? null,
    ownerNames: owners.map(fullName).filter((name) => name !== ''),
    entityType: companyInfo.entityType ?? null,
    naicsCode: companyInfo.naicsCode ?? null,
    state: companyInfo.address?.state ?? companyInfo.stateOfIncorporation ?? null,
    postalCode: companyInfo.address?.postalCode ?? null,
    businessStartDate: companyInfo.startDate ?? null,
    ownerFico: scores.length === 0 ? null : Math.max(...scores),
    requestedAmount: request?.amountCents ?? null,
  }
}

export function fullName({ firstName, lastName }: Owner): string {
  return [firstName, lastName].filter(Boolean).join(' ')
}
