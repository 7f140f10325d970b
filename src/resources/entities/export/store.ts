import type { Context } from '../../../platform/context.ts'
import { joinConditions, sql } from '../../../platform/db/sql.ts'
import { selectSubmissionColumns, type SubmissionRow } from '../../records/submissions/store.ts'

export interface ExportFilter {
  submissionIds: string[] | null
  createdAfter: string | undefined
  /** The submission to go on with, itself included. */
  from: string | null
}

/** Submissions to export, the oldest first; ids of time order them as they were made. */
export async function listExported(
  ctx: Context,
  { submissionIds, createdAfter, from }: ExportFilter,
  limit: number,
): Promise<SubmissionRow[]> {
  const where = joinConditions([
    submissionIds && sql`id = any (${submissionIds}::uuid[])`,
    createdAfter && sql`created_at > ${createdAfter}::timestamptz`,
    from && sql`id >= ${from}::uuid`,
  ])
  return ctx.db.rows<SubmissionRow>(sql`
    select ${selectSubmissionColumns(ctx)} from submissions
    where environment_id = ${ctx.environment.id} and ${where}
    order by id limit ${limit}`)
}
