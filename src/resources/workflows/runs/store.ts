import type { StepStatus } from '../../../core/workflow/advance.ts'
import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { pagedList } from '../../../platform/db/paged-list.ts'
import { recordStore } from '../../../platform/db/record-store.ts'
import { inserted, joinConditions, json, raw, sql, toColumns } from '../../../platform/db/sql.ts'

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

/** What began a run. */
export interface RunTrigger {
  type: string
  eventId?: string | null
  by?: string | null
}

export interface RunRow {
  id: string
  workflowId: string
  version: number
  status: RunStatus
  trigger: RunTrigger
  submissionId: string | null
  input: Record<string, unknown>
  output: unknown
  variables: Record<string, unknown>
  scopes: string[]
  isSilent: boolean
  /** Leaves out what changes a deal, too. */
  isDry: boolean
  error: RunError | null
  /** The step that waits for this run; null for one of its own. */
  parentRunId: string | null
  parentStepId: string | null
  depth: number
  traceId: string | null
  startedAt: string | null
  finishedAt: string | null
  createdAt: string
}

/** At a `check`, the type of the node finds out whether the wait is over. */
export type WaitKind = 'delay' | 'event' | 'approval' | 'run' | 'check'

/** Until when a step waits, and for what. */
export interface Wait {
  kind: WaitKind
  until: string
  /** Of a check: when its type looks again, and what it must know then. */
  at?: string
  state?: Record<string, unknown>
  /** Of an event: the port for each type of event that ends the wait. */
  ports?: Record<string, string>
  /** Of an event: what its `data.id` must be. */
  subjectId?: string
}

export interface LogLine {
  at: string
  level: 'info' | 'warn'
  message: string
}

export interface StepRow {
  id: string
  runId: string
  /** Its place in the order in which the steps of the run began. */
  position: number
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
  logs: LogLine[]
  startedAt: string | null
  finishedAt: string | null
}

const RUN_COLUMNS = raw(`id, workflow_id, version, status, trigger, submission_id, input, output,
  variables, scopes, is_silent, is_dry, error, parent_run_id, parent_step_id, depth, trace_id, started_at,
  finished_at, created_at`)
const STEP_COLUMNS =
  raw(`id, run_id, position, node_id, iteration, attempt, status, port, is_handled,
  items_count, input, output, error, wait, logs, started_at, finished_at`)

/** Whoever changes a step of a run holds the run: so none is lost between two that end at once. */
export const RUNS = recordStore<RunRow>({
  table: 'workflow_runs',
  columns: RUN_COLUMNS,
  noun: 'execution',
  missing: 'workflow_execution_not_found',
})

/** A run and the name of its workflow, under which it acts. */
export type NamedRun = RunRow & { workflowName: string }

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
  | 'isDry'
  | 'parentRunId'
  | 'parentStepId'
  | 'depth'
  | 'traceId'
> & { triggerKey: string | null; causeRunId: string | null }

/** The new run; null when its trigger has started one before. */
export async function insertRun(ctx: Context, run: NewRun): Promise<RunRow | null> {
  const { trigger, input, variables, ...rest } = run
  const texts = { trigger: json(trigger), input: json(input), variables: json(variables) }
  const columns = { id: randomUUIDv7(), ...toColumns(rest), ...texts }
  return ctx.db.row<RunRow>(sql`
    insert into workflow_runs ${inserted({ environment_id: ctx.environment.id, ...columns })}
    on conflict (environment_id, workflow_id, trigger_key) where trigger_key is not null do nothing
    returning ${RUN_COLUMNS}`)
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

/** Those of the runs that are open, held, each with the name of its workflow. */
export async function holdOpenRuns(ctx: Context, ids: readonly string[]): Promise<NamedRun[]> {
  const runs = await listHeld(ctx, ids)
  return runs.filter(({ status }) => OPEN_RUN.includes(status))
}

/** The same for one that may have ended. Throws `workflow_execution_not_found`. */
export async function holdRunRow(ctx: Context, id: string): Promise<NamedRun> {
  const [run] = await listHeld(ctx, [id])
  if (!run) throw new ApiError('workflow_execution_not_found')
  return run
}

/** Held in the order of their ids, so that two that want some of the same wait for no ring. */
async function listHeld(ctx: Context, ids: readonly string[]): Promise<NamedRun[]> {
  return ctx.db.rows<NamedRun>(sql`
    select ${RUN_COLUMNS}, (
        select w.name from workflows w
        where w.environment_id = ${ctx.environment.id} and w.id = workflow_runs.workflow_id
      ) as workflow_name
    from workflow_runs
    where environment_id = ${ctx.environment.id} and id = any (${[...ids]}::uuid[])
    order by id for no key update`)
}

/** The runs that steps of this one have begun, and that have not ended. */
export async function listOpenChildren(ctx: Context, id: string): Promise<{ id: string }[]> {
  return ctx.db.rows<{ id: string }>(sql`
    select id from workflow_runs
    where environment_id = ${ctx.environment.id} and parent_run_id = ${id}
      and status in ('queued', 'running', 'waiting')`)
}

/** What changes of a run as its steps end. */
export const RUN_STATE = ['status', 'error', 'output', 'variables'] as const
export type RunState = Pick<RunRow, 'id' | (typeof RUN_STATE)[number]>

/** Writes how far held runs are, in one statement; a status that ends one sets its time too. */
export async function updateRuns(ctx: Context, runs: readonly RunState[]): Promise<void> {
  if (runs.length === 0) return
  const states = runs.map(({ id, status, error, output, variables }) => {
    const isEnd = !OPEN_RUN.includes(status)
    return toColumns({ id, status, error, output, variables, isEnd })
  })
  await ctx.db.run(sql`
    update workflow_runs r set status = new.status, error = new.error, output = new.output,
      variables = new.variables, started_at = coalesce(r.started_at, ${ctx.db.startedAt}::timestamptz),
      finished_at = case when new.is_end then ${ctx.db.startedAt}::timestamptz end, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(states)}) as new (
      id uuid, status text, error jsonb, output jsonb, variables jsonb, is_end boolean)
    where r.environment_id = ${ctx.environment.id} and r.id = new.id`)
}

/** Of the runs, in the order in which they were made. */
export async function listSteps(ctx: Context, runIds: readonly string[]): Promise<StepRow[]> {
  return ctx.db.rows<StepRow>(sql`
    select ${STEP_COLUMNS} from workflow_steps
    where environment_id = ${ctx.environment.id} and run_id = any (${[...runIds]}::uuid[])
    order by position, id`)
}

/** Writes new steps and changed ones, whole and in one statement. */
export async function saveSteps(ctx: Context, steps: readonly StepRow[]): Promise<void> {
  if (steps.length === 0) return
  await ctx.db.run(sql`
    insert into workflow_steps (environment_id, ${STEP_COLUMNS})
    select ${ctx.environment.id}, ${STEP_COLUMNS}
    from jsonb_to_recordset(${JSON.stringify(steps.map(toColumns))}) as new (
      id uuid, run_id uuid, position integer, node_id text, iteration text, attempt integer, status text, port text,
      is_handled boolean, items_count integer, input jsonb, output jsonb, error jsonb, wait jsonb,
      logs jsonb, started_at timestamptz, finished_at timestamptz)
    on conflict (environment_id, id) do update set attempt = excluded.attempt,
      status = excluded.status, port = excluded.port, is_handled = excluded.is_handled,
      items_count = excluded.items_count, input = excluded.input, output = excluded.output,
      error = excluded.error, wait = excluded.wait, logs = excluded.logs,
      started_at = excluded.started_at, finished_at = excluded.finished_at`)
}

/** The events that end the wait of a step. */
export async function insertWaits(
  ctx: Context,
  { id, runId }: Pick<StepRow, 'id' | 'runId'>,
  { types, submissionId }: { types: readonly string[]; submissionId: string | null },
): Promise<void> {
  await ctx.db.run(sql`
    insert into workflow_waits (environment_id, step_id, event_type, run_id, submission_id)
    select ${ctx.environment.id}, ${id}, new.type, ${runId}, ${submissionId}::uuid
    from unnest(${[...types]}::text[]) as new (type)
    on conflict do nothing`)
}

/** Steps that wait for an event no more. */
export async function deleteWaits(ctx: Context, stepIds: readonly string[]): Promise<void> {
  if (stepIds.length === 0) return
  await ctx.db.run(sql`
    delete from workflow_waits
    where environment_id = ${ctx.environment.id} and step_id = any (${[...stepIds]}::uuid[])`)
}
