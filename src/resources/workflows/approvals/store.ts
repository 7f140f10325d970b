import type { Context } from '../../../platform/context.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { pagedList } from '../../../platform/db/paged-list.ts'
import { recordStore } from '../../../platform/db/record-store.ts'
import { joinConditions, json, sql, type Sql } from '../../../platform/db/sql.ts'

export const APPROVAL_STATUSES = [
  'pending',
  'approved',
  'rejected',
  'expired',
  'cancelled',
] as const
export const DECISIONS = ['approved', 'rejected'] as const
export type Decision = (typeof DECISIONS)[number]

/** What whoever decides fills in. */
export interface ApprovalField {
  name: string
  label?: string
  type: 'text' | 'number' | 'boolean' | 'date' | 'choice'
  options?: string[]
  is_required?: boolean
}

export interface ApprovalRow {
  id: string
  runId: string
  stepId: string
  workflowId: string
  submissionId: string | null
  title: string
  summary: string | null
  fields: ApprovalField[]
  assignees: string[]
  status: (typeof APPROVAL_STATUSES)[number]
  dueAt: string | null
  decidedBy: string | null
  decidedAt: string | null
  comment: string | null
  fieldValues: Record<string, unknown> | null
  createdAt: string
}

export const APPROVAL_SORTS = ['-created_at']

function selectColumns({ environment }: Context): Sql {
  return sql`a.id, a.run_id, a.step_id, a.submission_id, a.title, a.summary, a.fields,
  a.assignees, a.status, a.due_at, a.decided_by, a.decided_at, a.comment, a.field_values,
  a.created_at, (
    select r.workflow_id from workflow_runs r
    where r.environment_id = ${environment.id} and r.id = a.run_id
  ) as workflow_id`
}

interface ApprovalFilter {
  status?: string
  assignee?: string
  submissionId?: string
}

export const { list: listApprovals } = pagedList<ApprovalRow, ApprovalFilter>({
  table: 'approvals',
  alias: 'a',
  columns: selectColumns,
  sorts: { created_at: { column: 'a.created_at', type: 'timestamptz' } },
  where: ({ status, assignee, submissionId }) =>
    joinConditions([
      status && sql`a.status = ${status}`,
      assignee && sql`a.assignees @> array[${assignee}]::text[]`,
      submissionId && sql`a.submission_id = ${submissionId}`,
    ]),
})

export const APPROVALS = recordStore<ApprovalRow>({
  table: 'approvals',
  alias: 'a',
  columns: selectColumns,
  noun: 'approval',
  missing: 'approval_not_found',
})

type NewApproval = Pick<
  ApprovalRow,
  'runId' | 'stepId' | 'submissionId' | 'title' | 'summary' | 'fields' | 'assignees' | 'dueAt'
>

/** One for each step; a step that is tried again opens its own anew. Returns its id. */
export async function openApproval(ctx: Context, approval: NewApproval): Promise<string> {
  const { runId, stepId, submissionId, title, summary, fields, assignees, dueAt } = approval
  const row = await ctx.db.row<{ id: string }>(sql`
    insert into approvals (environment_id, id, run_id, step_id, submission_id, title, summary,
      fields, assignees, due_at)
    values (${ctx.environment.id}, ${randomUUIDv7()}, ${runId}, ${stepId}, ${submissionId},
      ${title}, ${summary}, ${json(fields)}, ${assignees}::text[], ${dueAt})
    on conflict (environment_id, step_id) do update set status = 'pending', title = excluded.title,
      summary = excluded.summary, fields = excluded.fields, assignees = excluded.assignees,
      due_at = excluded.due_at, decided_by = null, decided_at = null, comment = null,
      field_values = null, updated_at = excluded.updated_at
    returning id`)
  return row!.id
}

interface Decided {
  decision: Decision
  comment: string | null
  values: Record<string, unknown>
}

export async function decideApproval(
  ctx: Context,
  id: string,
  { decision, comment, values }: Decided,
): Promise<void> {
  await APPROVALS.update(ctx, id, {
    status: decision,
    comment,
    field_values: json(values),
    decided_by: ctx.actor.name,
    decided_at: sql`now()`,
  })
}

/** The approval of a run that waits for a decision; null unless there is exactly one. */
export async function findOnlyOpen(ctx: Context, runId: string): Promise<ApprovalRow | null> {
  const rows = await ctx.db.rows<ApprovalRow>(sql`
    select ${selectColumns(ctx)} from approvals a
    where a.environment_id = ${ctx.environment.id} and a.run_id = ${runId}
      and a.status = 'pending'
    limit 2`)
  return rows.length === 1 ? rows[0]! : null
}

/** Nobody decided in time. */
export async function expireApproval(ctx: Context, stepId: string): Promise<void> {
  await ctx.db.run(sql`
    update approvals set status = 'expired', updated_at = now()
    where environment_id = ${ctx.environment.id} and step_id = ${stepId} and status = 'pending'`)
}

/** Nobody needs to decide any more: the runs have ended. */
export async function closeApprovals(ctx: Context, runIds: readonly string[]): Promise<void> {
  if (runIds.length === 0) return
  await ctx.db.run(sql`
    update approvals set status = 'cancelled', updated_at = now()
    where environment_id = ${ctx.environment.id} and run_id = any (${[...runIds]}::uuid[])
      and status = 'pending'`)
}
