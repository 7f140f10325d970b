import type { StepState, StepStatus } from '../../../core/workflow/advance.ts'
import type { Context } from '../../../platform/context.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { pagedList } from '../../../platform/db/paged-list.ts'
import { recordStore } from '../../../platform/db/record-store.ts'
import {
  assignments,
  inserted,
  joinConditions,
  json,
  raw,
  sql,
  toColumns,
} from '../../../platform/db/sql.ts'

export const RUN_STATUSES = [
  'queued',
  'running',
  'waiting',
  'succeeded',
  'failed',
  'cancelled',
  'timed_out',
] as const
export type RunStatus = (typeof RUN_STATUSES)[number]
export const OPEN_RUN: readonly RunStatus[] = ['queued', 'running', 'waiting']

export interface RunError {
  nodeId: string | null
  code: string
  message: string
}

export interface RunRow {
  id: string
  workflowId: string
  version: number
  status: RunStatus
  trigger: { type: string; eventId?: string | null; by?: string | null }
  submissionId: string | null
  input: Record<string, unknown>
  output: unknown
  variables: Record<string, unknown>
  scopes: string[]
  isSilent: boolean
  error: RunError | null
  startedAt: string | null
  finishedAt: string | null
  createdAt: string
}

/** Until when a step waits, and for what. */
export interface Wait {
  kind: 'delay'
  until: string
}

export interface StepRow {
  id: string
  runId: string
  nodeId: string
  iteration: string
  attempt: number
  status: StepStatus
  port: string | null
  isHandled: boolean
  itemsCount: number | null
  input: unknown
  output: Record<string, unknown> | null
  error: { code: string; message: string } | null
  wait: Wait | null
  startedAt: string | null
  finishedAt: string | null
}

const RUN_COLUMNS = raw(`id, workflow_id, version, status, trigger, submission_id, input, output,
  variables, scopes, is_silent, error, started_at, finished_at, created_at`)
const STEP_COLUMNS = raw(`id, run_id, node_id, iteration, attempt, status, port, is_handled,
  items_count, input, output, error, wait, started_at, finished_at`)

/** Whoever changes a step of a run holds the run: so none is lost between two that end at once. */
export const RUNS = recordStore<RunRow>({
  table: 'workflow_runs',
  columns: RUN_COLUMNS,
  noun: 'execution',
  missing: 'workflow_execution_not_found',
})

export const RUN_SORTS = ['-created_at']

interface RunFilter {
  workflowId: string
  status?: string
  submissionId?: string
  createdAfter?: string
}

export const { list: listRuns } = pagedList<RunRow, RunFilter>({
  table: 'workflow_runs',
  columns: RUN_COLUMNS,
  sorts: { created_at: { column: 'created_at', type: 'timestamptz' } },
  where: ({ workflowId, status, submissionId, createdAfter }) =>
    joinConditions([
      sql`workflow_id = ${workflowId}`,
      status && sql`status = ${status}`,
      submissionId && sql`submission_id = ${submissionId}`,
      createdAfter && sql`created_at > ${createdAfter}`,
    ]),
})

type NewRun = Pick<
  RunRow,
  | 'workflowId'
  | 'version'
  | 'trigger'
  | 'submissionId'
  | 'input'
  | 'variables'
  | 'scopes'
  | 'isSilent'
> & { triggerKey: string | null }

/** The id of the new run; null when its trigger has started one before. */
export async function insertRun(ctx: Context, run: NewRun): Promise<string | null> {
  const { trigger, input, variables, ...rest } = run
  const texts = { trigger: json(trigger), input: json(input), variables: json(variables) }
  const columns = { id: randomUUIDv7(), ...toColumns(rest), ...texts }
  const row = await ctx.db.row<{ id: string }>(sql`
    insert into workflow_runs ${inserted({ environment_id: ctx.environment.id, ...columns })}
    on conflict (environment_id, workflow_id, trigger_key) where trigger_key is not null do nothing
    returning id`)
  return row?.id ?? null
}

/** The run that a trigger has started before. */
export async function findRunOfTrigger(
  ctx: Context,
  { workflowId, triggerKey }: { workflowId: string; triggerKey: string },
): Promise<RunRow | null> {
  return ctx.db.row<RunRow>(sql`
    select ${RUN_COLUMNS} from workflow_runs
    where environment_id = ${ctx.environment.id} and workflow_id = ${workflowId}
      and trigger_key = ${triggerKey}`)
}

/** The run, held; null when it is gone, with its workflow or its submission. */
export async function holdOpenRun(ctx: Context, id: string): Promise<RunRow | null> {
  return ctx.db.row<RunRow>(sql`
    select ${RUN_COLUMNS} from workflow_runs
    where environment_id = ${ctx.environment.id} and id = ${id}
      and status in ('queued', 'running', 'waiting')
    for no key update`)
}

export async function updateRun(
  ctx: Context,
  id: string,
  { error, output, variables, ...rest }: Partial<RunRow>,
): Promise<void> {
  const texts = { error: nullable(error), output: nullable(output) }
  const isEnd = rest.status !== undefined && !OPEN_RUN.includes(rest.status)
  await RUNS.update(ctx, id, {
    ...toColumns(rest),
    ...texts,
    variables: variables && json(variables),
    ...(rest.status !== undefined && { started_at: sql`coalesce(started_at, now())` }),
    ...(isEnd && { finished_at: sql`now()` }),
  })
}

/** In the order in which they were made. */
export async function listSteps(ctx: Context, runId: string): Promise<StepRow[]> {
  return ctx.db.rows<StepRow>(sql`
    select ${STEP_COLUMNS} from workflow_steps
    where environment_id = ${ctx.environment.id} and run_id = ${runId} order by id`)
}

export async function insertSteps(
  ctx: Context,
  runId: string,
  steps: readonly Pick<StepState, 'nodeId' | 'iteration' | 'status' | 'port'>[],
): Promise<{ id: string; status: StepStatus }[]> {
  if (steps.length === 0) return []
  const rows = steps.map((step) => ({ ...step, id: randomUUIDv7() }))
  await ctx.db.run(sql`
    insert into workflow_steps
      (environment_id, id, run_id, node_id, iteration, status, port, finished_at)
    select ${ctx.environment.id}, new.id, ${runId}, new.node_id, new.iteration, new.status, new.port,
      case when new.status = 'skipped' then now() end
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ nodeId }) => nodeId)}::text[],
        ${rows.map(({ iteration }) => iteration)}::text[],
        ${rows.map(({ status }) => status)}::text[], ${rows.map(({ port }) => port)}::text[])
      as new (id, node_id, iteration, status, port)`)
  return rows
}

type StepChange = Partial<Omit<StepRow, 'id' | 'runId' | 'nodeId' | 'iteration'>>

/** Sets what is given; a status that ends the step sets its time too. */
export async function updateStep(ctx: Context, id: string, change: StepChange): Promise<void> {
  const { input, output, error, wait, ...rest } = change
  const texts = { input: nullable(input), output: nullable(output), error: nullable(error) }
  const { status } = change
  const isEnd = status !== undefined && !['pending', 'running', 'waiting'].includes(status)
  await ctx.db.run(sql`
    update workflow_steps set ${assignments({
      ...toColumns(rest),
      ...texts,
      wait: nullable(wait),
      ...(status !== undefined && { finished_at: isEnd ? sql`now()` : null }),
      ...(status !== undefined && { started_at: sql`coalesce(started_at, now())` }),
    })}
    where environment_id = ${ctx.environment.id} and id = ${id}`)
}

/** Open steps end with their run. */
export async function cancelSteps(ctx: Context, runId: string): Promise<void> {
  await ctx.db.run(sql`
    update workflow_steps set status = 'cancelled', finished_at = now()
    where environment_id = ${ctx.environment.id} and run_id = ${runId}
      and status in ('pending', 'running', 'waiting')`)
}

/**
 * What failed or was cancelled begins anew; a loop goes on where it was. Returns the steps to
 * perform.
 */
export async function resetSteps(ctx: Context, runId: string): Promise<{ id: string }[]> {
  await ctx.db.run(sql`
    update workflow_steps set status = 'waiting', finished_at = null, error = null
    where environment_id = ${ctx.environment.id} and run_id = ${runId}
      and status = 'cancelled' and items_count is not null`)
  return ctx.db.rows<{ id: string }>(sql`
    update workflow_steps set status = 'pending', attempt = 1, port = null, error = null,
      wait = null, started_at = null, finished_at = null
    where environment_id = ${ctx.environment.id} and run_id = ${runId}
      and (status = 'cancelled' or status = 'failed' and not is_handled)
    returning id`)
}

function nullable(value: unknown): string | null | undefined {
  return value === undefined ? undefined : json(value)
}
