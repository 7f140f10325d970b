import type { Context } from '../../../platform/context.ts'
import { pagedList } from '../../../platform/db/paged-list.ts'
import { joinConditions, containing, raw, sql } from '../../../platform/db/sql.ts'
import { submissionsWith } from '../../records/positions/store.ts'
import { selectSubmissionColumns, type SubmissionRow } from '../../records/submissions/store.ts'
import type { SubmissionQuery } from '../schemas.ts'
import type { Body } from '../../../platform/route.ts'

export interface SubmissionFilter extends Omit<Body<typeof SubmissionQuery>, 'ein' | 'funderId'> {
  einBlind?: string
  /** The funder that it is linked to, or, by the registry's id, has a position of. */
  funder?: { id: string; registryId: string | null }
}

export const SUBMISSION_SORTS = ['-created_at', 'updated_at', 'name', 'risk_score']

export const { list: listSubmissions } = pagedList<SubmissionRow, SubmissionFilter>({
  table: 'submissions',
  columns: selectSubmissionColumns,
  sorts: {
    created_at: { column: 'created_at', type: 'timestamptz' },
    updated_at: { column: 'updated_at', type: 'timestamptz' },
    name: { column: 'name', type: 'text' },
    // A submission without a score stands below all that have one.
    risk_score: { column: "coalesce((latest ->> 'riskScore')::real, -1)", type: 'real' },
  },
  where: buildConditions,
})

function buildConditions(filter: SubmissionFilter, ctx: Context) {
  const hidesArchived = !filter.includeArchived && !filter.status && filter.externalId === undefined
  return joinConditions([
    hidesArchived && sql`status <> 'archived'`,
    filter.q && textCondition(filter.q),
    filter.status && sql`status = any(${filter.status}::text[])`,
    filter.externalId !== undefined && sql`external_id = ${filter.externalId}`,
    filter.einBlind !== undefined && sql`ein_blind = ${filter.einBlind}`,
    filter.dealStage && sql`deal_stage = ${filter.dealStage}`,
    filter.tag && sql`${filter.tag} = any(tags)`,
    filter.assignedTo && sql`assigned_to = ${filter.assignedTo}`,
    filter.source && sql`source = ${filter.source}`,
    filter.hasDocuments !== undefined && documentsCondition(ctx, filter.hasDocuments),
    filter.minRiskScore !== undefined &&
      sql`(latest ->> 'riskScore')::real >= ${filter.minRiskScore}`,
    filter.maxRiskScore !== undefined &&
      sql`(latest ->> 'riskScore')::real <= ${filter.maxRiskScore}`,
    filter.paperGrade && sql`latest ->> 'paperGrade' = ${filter.paperGrade}`,
    filter.needsReview !== undefined && reviewCondition(filter.needsReview),
    filter.funder && funderCondition(ctx, filter.funder),
    filter.createdAfter && sql`created_at > ${filter.createdAfter}`,
    filter.createdBefore && sql`created_at < ${filter.createdBefore}`,
    filter.updatedAfter && sql`updated_at > ${filter.updatedAfter}`,
    ...Object.entries(filter.metadata ?? {}).map(
      ([key, value]) => sql`metadata ->> ${key} = ${value}`,
    ),
  ])
}

/** The caller's text is matched as it stands: its % and _ are no wildcards. */
function textCondition(q: string) {
  const pattern = containing(q)
  return sql`(name ilike ${pattern} or external_id ilike ${pattern}
    or company_info ->> 'name' ilike ${pattern} or company_info ->> 'dba' ilike ${pattern})`
}

/** Set for a review, or processed from data that are not to be relied on as they are. */
function reviewCondition(needsReview: boolean) {
  return sql`(status = 'review_required' or (status = 'processed'
    and coalesce((data_quality ->> 'reviewRequired')::boolean, false))) = ${needsReview}`
}

function documentsCondition(ctx: Context, hasDocuments: boolean) {
  return sql`${raw(hasDocuments ? '' : 'not')} exists (
    select from documents
    where environment_id = ${ctx.environment.id} and submission_id = submissions.id)`
}

function funderCondition(
  ctx: Context,
  { id, registryId }: NonNullable<SubmissionFilter['funder']>,
) {
  const isLinked = sql`id in (
    select submission_id from funder_submissions
    where environment_id = ${ctx.environment.id} and funder_id = ${id})`
  if (registryId === null) return isLinked
  return sql`(${isLinked} or id in (${submissionsWith(ctx, registryId)}))`
}
