import type { Context } from '../../../platform/context.ts'
import { BY_ROWS } from '../../../platform/db/columns.ts'
import { json, raw, sql } from '../../../platform/db/sql.ts'
import { touchPortfolio } from '../../portfolio/touch.ts'
import { DOCUMENT_STATUSES, isSettled } from '../../records/documents/lifecycle.ts'
import { ENRICH_SUBMISSION, FINISH_RUN, REENRICH } from './jobs.ts'

export interface StageMark {
  name: LateStage
  startedAt: string
  finishedAt: string | null
}

/** Stages recorded with the run; earlier stages follow from the documents. */
export type LateStage = 'enrich' | 'analyze'

export interface RunRow {
  id: string
  number: number
  status: 'running' | 'succeeded' | 'failed' | 'superseded'
  stages: StageMark[]
  error: { code: string; message: string } | null
  startedAt: string
  finishedAt: string | null
}

const COLUMNS = raw('id, number, status, stages, error, started_at, finished_at')

export async function findLastRun(ctx: Context, submissionId: string): Promise<RunRow | null> {
  return ctx.db.row<RunRow>(sql`
    select ${COLUMNS} from processing_runs
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
    order by number desc limit 1`)
}

export async function findActiveRun(ctx: Context, submissionId: string): Promise<RunRow | null> {
  return ctx.db.row<RunRow>(sql`
    select ${COLUMNS} from processing_runs
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and status = 'running'
    order by number desc limit 1`)
}

/** Inserts the next run; the caller holds the submission's lock, so numbers are unique. */
export async function insertRun(
  ctx: Context,
  run: { id: string; submissionId: string },
): Promise<void> {
  await ctx.db.run(sql`
    insert into processing_runs (environment_id, id, submission_id, number)
    select ${ctx.environment.id}, ${run.id}, ${run.submissionId}, coalesce(max(number), 0) + 1
    from processing_runs
    where environment_id = ${ctx.environment.id} and submission_id = ${run.submissionId}
    ${BY_ROWS}`)
}

export async function updateRunEnd(
  ctx: Context,
  runId: string,
  end: { status: 'succeeded' | 'failed' | 'superseded'; error?: { code: string; message: string } },
): Promise<void> {
  await ctx.db.run(sql`
    update processing_runs
    set status = ${end.status}, error = ${json(end.error)}, finished_at = now()
    where environment_id = ${ctx.environment.id} and id = ${runId}`)
}

export async function updateRunStages(
  ctx: Context,
  runId: string,
  stages: StageMark[],
): Promise<void> {
  await ctx.db.run(sql`
    update processing_runs set stages = ${json(stages)}
    where environment_id = ${ctx.environment.id} and id = ${runId}`)
}

const JOBS_OF_NUMBERS = [ENRICH_SUBMISSION.kind, FINISH_RUN.kind]

const UNSETTLED = DOCUMENT_STATUSES.filter((status) => !isSettled(status))

export interface DocumentTally {
  total: number
  failed: number
  unsettled: number
  /** The codes of the failed ones, each once. */
  errorCodes: string[]
  /** Whether a run of the submission is under way. */
  isRunning: boolean
}

/** A split parent is not counted; its children are. */
export async function tallyDocuments(ctx: Context, submissionId: string): Promise<DocumentTally> {
  const row = await ctx.db.row<DocumentTally>(sql`
    select count(*) as total,
      count(*) filter (where status = 'failed') as failed,
      count(*) filter (where status = any(${UNSETTLED}::text[])) as unsettled,
      coalesce(array_agg(distinct error_code) filter (where status = 'failed'), '{}') as error_codes,
      (select s.status = 'processing' from submissions s
        where s.environment_id = ${ctx.environment.id} and s.id = ${submissionId}) as is_running
    from documents
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and status <> 'split'`)
  return row!
}

export async function hasTransactions(ctx: Context, submissionId: string): Promise<boolean> {
  const row = await ctx.db.row(sql`
    select 1 as one from transactions
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId} limit 1`)
  return row !== null
}

/** Whether a job of this kind is queued or running for the submission. */
export async function hasOpenJob(
  ctx: Context,
  kind: string,
  submissionId: string,
): Promise<boolean> {
  const row = await ctx.db.row(sql`
    select 1 as one from jobs
    where environment_id = ${ctx.environment.id} and kind = ${kind}
      and state in ('queued', 'running')
      and payload ->> 'submissionId' = ${submissionId} limit 1`)
  return row !== null
}

/**
 * Whether anything will still change the submission's numbers by itself: a run, a document that is
 * not read, rows of a provider that are under way, or a job; null when there is no such submission.
 */
export async function findIsUnsettled(ctx: Context, submissionId: string): Promise<boolean | null> {
  const row = await ctx.db.row<{ isUnsettled: boolean }>(sql`
    select s.status = 'processing' or exists (
      select from documents d
      where d.environment_id = s.environment_id and d.submission_id = s.id
        and d.status = any(${UNSETTLED}::text[])
    ) or exists (
      select from jobs j
      where j.environment_id = s.environment_id and j.state in ('queued', 'running')
        and (j.kind = any(${JOBS_OF_NUMBERS}::text[]) and j.payload ->> 'submissionId' = s.id::text
          or j.kind = ${REENRICH.kind} and j.payload -> 'submissionIds' ? s.id::text
          or j.lane in ('sync:' || s.id, 'import:' || s.id))
    ) as is_unsettled
    from submissions s
    where s.environment_id = ${ctx.environment.id} and s.id = ${submissionId}`)
  return row?.isUnsettled ?? null
}

/** Resets settled documents that a new run must read again; unsettled ones are waited for. */
export async function requeueDocuments(
  ctx: Context,
  submissionId: string,
  filter: { statuses: readonly string[]; documentIds: string[] | null },
): Promise<{ id: string; documentClass: string | null }[]> {
  touchPortfolio(ctx, submissionId)
  return ctx.db.rows(sql`
    update documents
    set status = case when document_class is null then 'uploaded' else 'queued' end, progress = 0,
      error_code = null, error_message = null, crashes = 0, updated_at = now()
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and status = any(${filter.statuses}::text[])
      and (${filter.documentIds}::uuid[] is null or id = any(${filter.documentIds}::uuid[]))
    returning id, document_class`)
}

export async function findForeignDocument(
  ctx: Context,
  submissionId: string,
  documentIds: string[],
): Promise<string | null> {
  const row = await ctx.db.row<{ id: string }>(sql`
    select wanted.id from unnest(${documentIds}::uuid[]) as wanted (id)
    where not exists (
      select from documents
      where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
        and id = wanted.id)
    limit 1`)
  return row?.id ?? null
}

export async function updateParsedToProcessed(ctx: Context, submissionId: string): Promise<void> {
  await ctx.db.run(sql`
    update documents set status = 'processed', progress = 1, updated_at = now()
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and status = 'parsed'`)
}
