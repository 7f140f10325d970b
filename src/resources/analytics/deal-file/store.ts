import type {
  CommitteePolicy,
  Correction,
} from '../../../core/analytics/deal-file/committee/facts.ts'
import type { DealDocument, SetFigure } from '../../../core/analytics/deal-file/facts.ts'
import type { Context } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/sql.ts'
import { listContradictions, type Override } from '../../records/documents/contradictions.ts'

/** The files of a submission as they came; of a split one its parts. */
export async function listDealDocuments(
  ctx: Context,
  submissionId: string,
): Promise<DealDocument[]> {
  return ctx.db.rows<DealDocument>(sql`
    select id, display_name as filename, document_class, status, page_count,
      (authenticity ->> 'score')::real as authenticity
    from documents
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and status <> 'split'
    order by created_at, id`)
}

/** Figures of the deal's counted statements that people set. */
export async function listSetFigures(ctx: Context, submissionId: string): Promise<SetFigure[]> {
  const rows = await ctx.db.rows<{ documentId: string; overrides: Override[] }>(sql`
    select d.id as document_id, jsonb_agg(jsonb_build_object('field', o.field, 'value', o.value,
      'readValue', o.read_value, 'by', o.actor_name)) as overrides
    from documents d
    join statement_overrides o on o.environment_id = d.environment_id and o.document_id = d.id
    where d.environment_id = ${ctx.environment.id} and d.submission_id = ${submissionId}
      and d.is_included and d.status <> 'split'
      and o.field in ('rows', 'opening_balance', 'closing_balance')
    group by d.id
    order by d.id`)
  return rows.flatMap(({ documentId, overrides }) =>
    listContradictions(overrides).map((each) => ({ documentId, ...each })),
  )
}

export interface RowSource {
  id: string
  documentId: string | null
  page: number | null
}

/** Where these rows were read. */
export async function listRowSources(
  ctx: Context,
  submissionId: string,
  ids: readonly string[],
): Promise<RowSource[]> {
  return ctx.db.rows<RowSource>(sql`
    select id, document_id, page from transactions
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and id = any(${ids}::uuid[])`)
}

/** The last result of each policy on the submission. */
export async function listPolicyResults(
  ctx: Context,
  submissionId: string,
): Promise<CommitteePolicy[]> {
  return ctx.db.rows<CommitteePolicy>(sql`
    select distinct on (policy_id) policy_name as name, policy_version as version, decision,
      results as lines, created_at as at
    from policy_evaluations
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
    order by policy_id, created_at desc, id desc`)
}

const CORRECTIONS_MAX = 500

/** The newest corrections of the submission's rows that hold, oldest first. */
export async function listHeldCorrections(
  ctx: Context,
  submissionId: string,
): Promise<Correction[]> {
  const rows = await ctx.db.rows<Correction>(sql`
    select created_at as at, created_by as by, comment, affected_count as rows_count,
      nullif(previous -> 'row', 'null') as row, coalesce(previous -> 'changes', '[]') as changes
    from feedback
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and kind = 'correction' and status = 'applied'
    order by created_at desc, id desc
    limit ${CORRECTIONS_MAX}`)
  return rows.toReversed()
}
