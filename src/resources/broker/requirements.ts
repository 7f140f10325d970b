import {
  listRequirements,
  type OfferedDeal,
  type Requirement,
  type RequirementCode,
} from '../../core/analytics/stips/requirements.ts'
import type { Context } from '../../platform/context.ts'
import { openOwners } from '../records/submissions/company.ts'
import { dayIn, readSettings, toAnalytics } from '../settings/read.ts'
import { joinFindings } from './files/findings.ts'
import { openFindings, type BrokerFileRow } from './files/store.ts'
import type { BrokerSubmissionRow } from './store.ts'

/** What the tenant requires of deals, read once for all deals of a page. */
export interface RequirementRules {
  wanted: RequirementCode[]
  months: number
  settings: OfferedDeal['settings']
  today: OfferedDeal['today']
}

export async function readRequirementRules(ctx: Context): Promise<RequirementRules> {
  const inForce = await readSettings(ctx)
  const { values } = inForce
  return {
    wanted: values['broker_requirements'] as RequirementCode[],
    months: values['required_statement_months'] as number,
    settings: toAnalytics(inForce),
    today: dayIn(values['timezone'] as string, ctx.house.now()),
  }
}

/** What a deal has of that, and what is missing. */
export function computeRequirements(
  ctx: Context,
  { row, files }: { row: BrokerSubmissionRow; files: readonly BrokerFileRow[] },
  { wanted, months, settings, today }: RequirementRules,
): Requirement[] {
  const found = files.flatMap((file) => openFindings(ctx, file) ?? [])
  const owners = openOwners(ctx, row)
  const deal = {
    ...joinFindings(found),
    name: row.companyInfo.name ?? null,
    hasEin: row.einSealed !== null,
    ownershipPercents: owners.map(({ ownershipPercent = null }) => ownershipPercent),
    amount: row.request?.amountCents ?? null,
    unreadCount: files.filter(({ status }) => status === 'received' || status === 'reading').length,
    settings,
    today,
  }
  return listRequirements(deal, wanted, months)
}

/** What stands in the way of a submission, as errors name it. */
export function toFaults(
  requirements: readonly Requirement[],
): { param: string; code: 'missing_field'; message: string }[] {
  return requirements
    .filter(({ satisfied }) => !satisfied)
    .map(({ param, why }) => ({ param: param ?? 'files', code: 'missing_field', message: why! }))
}
