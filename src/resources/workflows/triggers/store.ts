import type { Context, House, Mode } from '../../../platform/context.ts'
import { sql, type Sql } from '../../../platform/db/sql.ts'
import type { StepPlace } from '../runs/save.ts'

/** A workflow in the environment that it belongs to. */
export interface PlacedWorkflow {
  environmentId: string
  tenantId: string
  mode: Mode
  id: string
}

/** Active workflows that begin at events of a type. */
export async function listListening(ctx: Context, eventType: string): Promise<{ id: string }[]> {
  return ctx.db.rows<{ id: string }>(sql`
    select id from workflows
    where environment_id = ${ctx.environment.id} and status = 'active'
      and event_type = ${eventType}
    order by id`)
}

/** Steps behind a step that wait for such an event, of any submission or of this one. */
export async function listWaiting(
  ctx: Context,
  { type, submissionId }: { type: string; submissionId: string | null },
  { after, limit }: { after: string; limit: number },
): Promise<StepPlace[]> {
  return ctx.db.rows<StepPlace>(sql`
    select run_id, step_id from workflow_waits
    where environment_id = ${ctx.environment.id} and event_type = ${type}
      and (submission_id is null or submission_id = ${submissionId}::uuid)
      and step_id > ${after}
    order by step_id limit ${limit}`)
}

/** The run whose steps have caused what has this trace; null where a caller has. */
export async function findRunOfTrace(
  ctx: Context,
  traceId: string,
): Promise<{ id: string } | null> {
  return ctx.db.row<{ id: string }>(sql`
    select id from workflow_runs
    where environment_id = ${ctx.environment.id} and trace_id = ${traceId}`)
}

/** How often a workflow has run in the chain of runs that led to this one. */
export async function countCauses(
  ctx: Context,
  chain: { runId: string; workflowId: string },
): Promise<number> {
  const row = await ctx.db.row<{ count: number }>(sql`
    with recursive led as (
      select r.id, r.workflow_id, r.cause_run_id, 1 as depth
      from workflow_runs r
      where r.environment_id = ${ctx.environment.id} and r.id = ${chain.runId}
      union all
      select r.id, r.workflow_id, r.cause_run_id, led.depth + 1
      from workflow_runs r join led on r.id = led.cause_run_id
      where r.environment_id = ${ctx.environment.id} and led.depth < 20
    )
    select count(*) from led where workflow_id = ${chain.workflowId}`)
  return row!.count
}

/** When the schedule of a held workflow fires next; null for never. */
export async function setNextFire(ctx: Context, id: string, atMs: number | null): Promise<void> {
  const at = atMs === null ? null : new Date(atMs)
  await ctx.db.run(sql`
    update workflows set next_fire_at = ${at}
    where environment_id = ${ctx.environment.id} and id = ${id}`)
}

/** When a held workflow is due; null where another process has fired it, or it is not active. */
export async function findDueSlot(ctx: Context, id: string): Promise<{ slot: Date } | null> {
  return ctx.db.row<{ slot: Date }>(sql`
    select next_fire_at as slot from workflows
    where environment_id = ${ctx.environment.id} and id = ${id} and status = 'active'
      and next_fire_at <= now()`)
}

export async function listDueWorkflows(house: House, batch: number): Promise<PlacedWorkflow[]> {
  return listPlaced(house, sql`select * from system_due_workflows(${batch})`)
}

export async function listOverdueRuns(
  house: House,
  { days, batch }: { days: number; batch: number },
): Promise<PlacedWorkflow[]> {
  return listPlaced(house, sql`select * from system_overdue_workflow_runs(${days}, ${batch})`)
}

export async function findHook(house: House, tokenHash: string): Promise<PlacedWorkflow | null> {
  const [found] = await listPlaced(
    house,
    sql`select * from system_find_workflow_hook(${tokenHash})`,
  )
  return found ?? null
}

/** Runs that the hook of a workflow began within the last minute. */
export async function countRecentRuns(ctx: Context, workflowId: string): Promise<number> {
  const row = await ctx.db.row<{ count: number }>(sql`
    select count(*) from workflow_runs
    where environment_id = ${ctx.environment.id} and workflow_id = ${workflowId}
      and trigger ->> 'type' = 'webhook' and created_at > now() - interval '1 minute'`)
  return row!.count
}

export async function purgeSteps(house: House, days: number, batch: number): Promise<void> {
  await house.database.withSystem((db) =>
    db.run(sql`select system_purge_workflow_steps(${days}::integer, ${batch}::integer)`),
  )
}

async function listPlaced({ database }: House, query: Sql): Promise<PlacedWorkflow[]> {
  return database.withSystem((db) => db.rows<PlacedWorkflow>(query))
}
