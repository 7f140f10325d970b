import type { Context } from '../../../platform/context.ts'
import type { CompanyFacts } from '../../../core/values/account.ts'
import type { PlainDate } from '../../../core/values/dates.ts'
import { lowestSigningScore } from '../../../core/values/owners/owners.ts'
import { sealedColumn } from '../../../platform/crypto/sealed-column.ts'
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

export const EIN = sealedColumn({
  table: 'submissions',
  column: 'ein_sealed',
  holds: 'the EIN of the company; `ein_blind` finds equal ones',
  place: 'submissions/ein',
  boundTo: ['id'],
})

export const OWNERS = sealedColumn({
  table: 'submissions',
  column: 'owners_sealed',
  holds: 'owners: name, date of birth, last digits of the SSN, address, contact details',
  place: 'submissions/owners',
  boundTo: ['id'],
})

/** The columns of an EIN: sealed for display, a keyed hash for search. */
export function sealEin(
  ctx: Sealing,
  id: string,
  ein: string | null,
): { einSealed: string | null; einBlind: string | null } {
  if (ein === null) return { einSealed: null, einBlind: null }
  return { einSealed: EIN.at(ctx, id).seal(ein), einBlind: computeEinBlind(ctx, ein) }
}

export function computeEinBlind(ctx: Sealing, ein: string): string {
  return ctx.house.blindIndex.of(ein, ctx.environment.id)
}

export function openEin(
  ctx: Sealing,
  { id, einSealed }: Pick<SubmissionRow, 'id' | 'einSealed'>,
): string | null {
  return einSealed === null ? null : EIN.at(ctx, id).open(einSealed)
}

/** `12-3456789` as `**-***6789`. */
export function maskEin(ein: string): string {
  return `**-***${ein.slice(-4)}`
}

export function sealOwners(ctx: Sealing, id: string, owners: Owner[] | null): string | null {
  if (owners === null || owners.length === 0) return null
  return OWNERS.at(ctx, id).seal(JSON.stringify(owners))
}

export function openOwners(
  ctx: Sealing,
  { id, ownersSealed }: Pick<SubmissionRow, 'id' | 'ownersSealed'>,
): Owner[] {
  if (ownersSealed === null) return []
  return JSON.parse(OWNERS.at(ctx, id).open(ownersSealed)) as Owner[]
}

/** Facts of the company and its owners that numbers depend on. */
export async function findCompanyFacts(ctx: Context, submissionId: string): Promise<CompanyFacts> {
  const row = await getSubmission(ctx, submissionId)
  const owners = openOwners(ctx, row)
  const { companyInfo, request } = row
  const stakes = owners.map(({ ownershipPercent: percent = null, fico: score = null }) => ({
    percent,
    score,
  }))
  return {
    name: companyInfo.name ?? null,
    ownerNames: owners.map(fullName).filter((name) => name !== ''),
    entityType: companyInfo.entityType ?? null,
    naicsCode: companyInfo.naicsCode ?? null,
    state: companyInfo.address?.state ?? companyInfo.stateOfIncorporation ?? null,
    postalCode: companyInfo.address?.postalCode ?? null,
    businessStartDate: companyInfo.startDate ?? null,
    ownerFico: lowestSigningScore(stakes),
    requestedAmount: request?.amountCents ?? null,
  }
}

export function fullName({ firstName, lastName }: Owner): string {
  return [firstName, lastName].filter(Boolean).join(' ')
}
