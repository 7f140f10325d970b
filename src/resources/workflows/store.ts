import type { Graph } from '../../core/workflow/graph.ts'
import { readShape, type Shape } from '../../core/workflow/shape.ts'
import type { Context } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { createHouseCache } from '../../platform/lru.ts'
import { pagedList } from '../../platform/db/paged-list.ts'
import { keepVersion, recordStore } from '../../platform/db/record-store.ts'
import { containing, inserted, joinConditions, json, sql, type Sql } from '../../platform/db/sql.ts'
import type { RunStatus } from './runs/store.ts'

export const WORKFLOW_STATUSES = ['draft', 'active', 'inactive'] as const

export interface WorkflowRow {
  id: string
  name: string
  description: string | null
  status: (typeof WORKFLOW_STATUSES)[number]
  version: number
  activeVersion: number | null
  templateSlug: string | null
  scopes: string[]
  createdBy: string
  createdAt: string
  updatedAt: string
  activatedAt: string | null
  trigger: Graph['trigger']
  lastRun: { id: string; status: RunStatus; at: string } | null
  runsCount: number
}

export const WORKFLOW_SORTS = ['-created_at', 'name']

function selectColumns({ environment }: Context): Sql {
  return sql`w.id, w.name, w.description, w.status, w.version, w.active_version,
  w.template_slug, w.scopes, w.created_by, w.created_at, w.updated_at, w.activated_at,
  (select v.graph -> 'trigger' from workflow_versions v
    where v.environment_id = ${environment.id} and v.workflow_id = w.id
      and v.version = w.version) as trigger,
  (select jsonb_build_object('id', r.id, 'status', r.status, 'at', to_char(
      r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from workflow_runs r
    where r.environment_id = ${environment.id} and r.workflow_id = w.id
    order by r.created_at desc, r.id desc limit 1) as last_run,
  (select count(*) from workflow_runs r
    where r.environment_id = ${environment.id} and r.workflow_id = w.id) as runs_count`
}

interface WorkflowFilter {
  status?: string
  triggerType?: string
  q?: string
}

export const { list: listWorkflows } = pagedList<WorkflowRow, WorkflowFilter>({
  table: 'workflows',
  alias: 'w',
  columns: selectColumns,
  sorts: {
    created_at: { column: 'w.created_at', type: 'timestamptz' },
    name: { column: 'w.name', type: 'text' },
  },
  where: ({ status, triggerType, q }, { environment }) =>
    joinConditions([
      status && sql`w.status = ${status}`,
      q && sql`w.name ilike ${containing(q)}`,
      triggerType &&
        sql`exists (select from workflow_versions v
          where v.environment_id = ${environment.id} and v.workflow_id = w.id
            and v.version = w.version and v.graph -> 'trigger' ->> 'type' = ${triggerType})`,
    ]),
})

export const WORKFLOWS = recordStore<WorkflowRow>({
  table: 'workflows',
  alias: 'w',
  columns: selectColumns,
  noun: 'workflow',
  missing: 'workflow_not_found',
})

/** Null when no workflow has the name. */
export async function findWorkflowByName(
  ctx: Context,
  name: string,
): Promise<{ id: string } | null> {
  return ctx.db.row<{ id: string }>(sql`
    select id from workflows where environment_id = ${ctx.environment.id} and name = ${name}`)
}

export async function insertWorkflow(
  ctx: Context,
  id: string,
  { name, description, templateSlug }: Pick<WorkflowRow, 'name' | 'description' | 'templateSlug'>,
): Promise<void> {
  const origin = { template_slug: templateSlug, created_by: ctx.actor.name }
  const row = { id, name, description, version: 1, ...origin }
  await ctx.db.run(sql`
    insert into workflows ${inserted({ environment_id: ctx.environment.id, ...row })}`)
}

/** A graph as the newest version of a held workflow; returns its number. */
export async function keepGraph(ctx: Context, id: string, graph: Graph): Promise<number> {
  const versions = { table: 'workflow_versions', of: 'workflow_id', id }
  return keepVersion(ctx, versions, { graph: json(graph) })
}

/** The graph of a version. */
export async function getGraph(ctx: Context, { workflowId, version }: Version): Promise<Graph> {
  const row = await ctx.db.row<{ graph: Graph }>(sql`
    select graph from workflow_versions
    where environment_id = ${ctx.environment.id} and workflow_id = ${workflowId}
      and version = ${version}`)
  return row!.graph
}

interface Version {
  workflowId: string
  version: number
}

/** A graph with what its edges come to. */
type ShapedGraph = Graph & { shape: Shape }

/** Characters of graphs that a process keeps at hand; a version that can run never changes. */
const GRAPHS_CHARACTERS_MAX = 20_000_000
const openGraphs = createHouseCache<ShapedGraph>(GRAPHS_CHARACTERS_MAX)

/** The graph that a run keeps to; nobody may change what is returned. */
export async function getRunGraph(ctx: Context, place: Version): Promise<ShapedGraph> {
  const graphs = openGraphs(ctx.house)
  const key = [ctx.environment.id, place.workflowId, place.version].join(' ')
  const held = graphs.get(key)
  if (held) return held
  const graph = await getGraph(ctx, place)
  const shaped = { ...graph, shape: readShape(graph) }
  graphs.set(key, shaped, JSON.stringify(graph).length)
  return shaped
}

/** What a run takes from its workflow. Throws `workflow_not_found`. */
export async function getRunning(ctx: Context, id: string): Promise<RunningWorkflow> {
  const row = await ctx.db.row<RunningWorkflow>(sql`
    select id, name, status, active_version, scopes from workflows
    where environment_id = ${ctx.environment.id} and id = ${id}`)
  if (!row) throw new ApiError('workflow_not_found')
  return row
}

type RunningWorkflow = Pick<WorkflowRow, 'id' | 'name' | 'status' | 'activeVersion' | 'scopes'>

/** The sealed secret of a workflow; null where it has none yet. */
export async function findSealedSecret(ctx: Context, id: string): Promise<string | null> {
  const row = await ctx.db.row<{ sealed: string | null }>(sql`
    select signing_secret_sealed as sealed from workflows
    where environment_id = ${ctx.environment.id} and id = ${id}`)
  return row?.sealed ?? null
}

/** Whether a workflow has a hook already; its token stays. */
export async function hasHook(ctx: Context, id: string): Promise<boolean> {
  const row = await ctx.db.row<{ has: boolean }>(sql`
    select hook_token_hash is not null as has from workflows
    where environment_id = ${ctx.environment.id} and id = ${id}`)
  return row?.has ?? false
}

/** The graphs that run now, each with the name of its workflow. */
export async function listActiveGraphs(ctx: Context): Promise<{ name: string; graph: Graph }[]> {
  return ctx.db.rows(sql`
    select w.name, v.graph from workflows w
    join workflow_versions v on v.environment_id = w.environment_id and v.workflow_id = w.id
      and v.version = w.active_version
    where w.environment_id = ${ctx.environment.id} and w.status = 'active'
    order by w.name, w.id`)
}
