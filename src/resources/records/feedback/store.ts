import type { Context } from '../../../platform/context.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { pagedList } from '../../../platform/db/paged-list.ts'
import { recordStore } from '../../../platform/db/record-store.ts'
import { joinConditions, inserted, json, raw, sql, type Sql } from '../../../platform/db/sql.ts'

export interface FeedbackRow {
  id: string
  targetType: string
  targetId: string
  submissionId: string | null
  kind: string
  status: 'received' | 'applied' | 'undone'
  rating: number | null
  value: Record<string, unknown>
  comment: string | null
  applyTo: string | null
  appliedRuleId: string | null
  affectedCount: number
  createdBy: string
  createdAt: string
  updatedAt: string
  submissionName: string | null
  documentId: string | null
  documentName: string | null
  row: CorrectedFacts | null
  changes: { field: string; from: unknown; to: unknown }[]
}

/** A corrected row as it was found. */
export interface CorrectedFacts {
  date: string
  /** In major units. */
  amount: number
  currency: string
  description: string | null
}

/** A row to insert; `previous` holds the values it changed, for undo. */
export interface NewFeedback extends Partial<Pick<FeedbackRow, 'id' | 'rating' | 'applyTo'>> {
  targetType: string
  targetId: string
  submissionId: string | null
  kind: string
  status: FeedbackRow['status']
  value: object
  comment: string | null
  appliedRuleId?: string | null
  affectedCount?: number
  previous?: object
}

const COLUMNS =
  raw(`id, target_type, target_id, submission_id, kind, status, rating, value, comment,
  apply_to, applied_rule_id, affected_count, created_by, created_at, updated_at,
  (previous ->> 'documentId')::uuid as document_id,
  nullif(previous -> 'row', 'null') as row, coalesce(previous -> 'changes', '[]') as changes`)

/** With what the deal and the document are called now. */
function selectColumns({ environment }: Context): Sql {
  return sql`${COLUMNS},
    (select s.name from submissions s
      where s.environment_id = ${environment.id} and s.id = feedback.submission_id) as submission_name,
    (select d.display_name from documents d
      where d.environment_id = ${environment.id}
        and d.id = (feedback.previous ->> 'documentId')::uuid) as document_name`
}

export const FEEDBACK_SORTS = ['-created_at']

export interface FeedbackFilter {
  targetType?: string | undefined
  targetId?: string | undefined
  kind?: string | undefined
  status?: string | undefined
  submissionId?: string | undefined
  documentId?: string | undefined
}

/** Returns its id. */
export async function insertFeedback(ctx: Context, given: NewFeedback): Promise<string> {
  const { id = randomUUIDv7() } = given
  await ctx.db.run(
    sql`insert into feedback ${inserted({
      environment_id: ctx.environment.id,
      id,
      target_type: given.targetType,
      target_id: given.targetId,
      submission_id: given.submissionId,
      kind: given.kind,
      status: given.status,
      rating: given.rating ?? null,
      value: json(given.value),
      comment: given.comment,
      apply_to: given.applyTo ?? null,
      applied_rule_id: given.appliedRuleId ?? null,
      affected_count: given.affectedCount ?? 0,
      previous: json(given.previous ?? {}),
      created_by: ctx.actor.name,
    })}`,
  )
  return id
}

export const { list: listFeedback } = pagedList<FeedbackRow, FeedbackFilter>({
  table: 'feedback',
  columns: selectColumns,
  sorts: { created_at: { column: 'created_at', type: 'timestamptz' } },
  where: buildConditions,
})

function buildConditions(filter: FeedbackFilter): Sql {
  const { targetType, targetId, kind, status, submissionId, documentId } = filter
  return joinConditions([
    targetType && sql`target_type = ${targetType}`,
    targetId && sql`target_id = ${targetId}`,
    kind && sql`kind = ${kind}`,
    status && sql`status = ${status}`,
    submissionId && sql`submission_id = ${submissionId}`,
    documentId && sql`previous ->> 'documentId' = ${documentId}`,
  ])
}

export const { get: getFeedback, hold: holdFeedback } = recordStore<FeedbackRow>({
  table: 'feedback',
  columns: selectColumns,
  noun: 'feedback',
  missing: 'feedback_not_found',
})

export async function findPrevious<T>(ctx: Context, id: string): Promise<T> {
  const row = await ctx.db.row<{ previous: T }>(sql`
    select previous from feedback where environment_id = ${ctx.environment.id} and id = ${id}`)
  return row!.previous
}

export async function updateFeedbackStatus(
  ctx: Context,
  id: string,
  status: FeedbackRow['status'],
): Promise<void> {
  await ctx.db.run(sql`
    update feedback set status = ${status}, updated_at = now()
    where environment_id = ${ctx.environment.id} and id = ${id}`)
}

interface EndedCorrections {
  statementId: string
  targetIds: readonly string[]
  /** Of a whole statement; null for those of rows. */
  field: string | null
}

/** What was corrected on a statement and is corrected again, or is as it was read. */
export async function endCorrections(
  ctx: Context,
  submissionId: string,
  { statementId, targetIds, field }: EndedCorrections,
): Promise<void> {
  await ctx.db.run(sql`
    update feedback set status = 'undone', updated_at = now()
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and target_id = any(${targetIds}::text[]) and status = 'applied'
      and previous ->> 'statementId' = ${statementId}
      and previous ->> 'field' is not distinct from ${field}`)
}

/** What was corrected on these documents, which are deleted; of their rows no word stays. */
export async function forgetCorrections(
  ctx: Context,
  submissionId: string,
  documentIds: readonly string[],
): Promise<void> {
  const isTheirs = sql`submission_id = ${submissionId}
    and previous ->> 'documentId' = any(${documentIds}::text[])`
  await ctx.db.run(sql`
    delete from feedback
    where environment_id = ${ctx.environment.id} and ${isTheirs} and previous ? 'statementId'`)
  await ctx.db.run(sql`
    update feedback set previous = previous - 'row'
    where environment_id = ${ctx.environment.id} and ${isTheirs}`)
}
