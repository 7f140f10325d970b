import type { Graph } from '../../core/workflow/graph.ts'
import type { Context } from '../../platform/context.ts'
import { keepVersion, recordStore } from '../../platform/db/record-store.ts'
import { inserted, json, raw, sql } from '../../platform/db/sql.ts'

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
}

const COLUMNS = raw(`id, name, description, status, version, active_version, template_slug, scopes,
  created_by, created_at, updated_at, activated_at`)

export const WORKFLOWS = recordStore<WorkflowRow>({
  table: 'workflows',
  columns: COLUMNS,
  noun: 'workflow',
  missing: 'workflow_not_found',
})

export async function insertWorkflow(
  ctx: Context,
  id: string,
  { name, description }: Pick<WorkflowRow, 'name' | 'description'>,
): Promise<void> {
  const row = { id, name, description, version: 1, created_by: ctx.actor.name }
  await ctx.db.run(sql`
    insert into workflows ${inserted({ environment_id: ctx.environment.id, ...row })}`)
}

/** A graph as the newest version of a held workflow; returns its number. */
export async function keepGraph(ctx: Context, id: string, graph: Graph): Promise<number> {
  const versions = { table: 'workflow_versions', of: 'workflow_id', id }
  return keepVersion(ctx, versions, { graph: json(graph) })
}

/** The graph of a version; a run keeps to the one it began with. */
export async function getGraph(
  ctx: Context,
  { workflowId, version }: { workflowId: string; version: number },
): Promise<Graph> {
  const row = await ctx.db.row<{ graph: Graph }>(sql`
    select graph from workflow_versions
    where environment_id = ${ctx.environment.id} and workflow_id = ${workflowId}
      and version = ${version}`)
  return row!.graph
}
