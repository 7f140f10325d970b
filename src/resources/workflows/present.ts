import { findObstacle, listUnsupported } from '../../core/workflow/check.ts'
import { NODE_TYPES } from '../../core/workflow/nodes/index.ts'
import type { Context } from '../../platform/context.ts'
import { isPerformed } from './actions/index.ts'
import type { Minted } from './define.ts'
import { listSteps, type RunRow, type StepRow } from './runs/store.ts'
import { getGraph, type WorkflowRow } from './store.ts'

/** Longer inputs and outputs of steps are left out of a timeline. */
const SHOWN_BYTES_MAX = 32 * 1024

/** A workflow without its graph. */
export function presentSummary({ templateSlug, ...row }: WorkflowRow): object {
  return { ...row, templateId: templateSlug }
}

/** The same with the nodes and edges of its newest version. */
export async function presentWorkflow(
  ctx: Context,
  row: WorkflowRow,
  { hookToken, signingSecret }: Minted = { hookToken: null, signingSecret: null },
): Promise<object> {
  const { version } = row
  const graph = await getGraph(ctx, { workflowId: row.id, version })
  const unsupportedNodes = listUnsupported(graph, isPerformed)
  const hookUrl = hookToken === null ? null : `${ctx.house.config.publicUrl}/v1/hooks/${hookToken}`
  return { ...presentSummary(row), ...graph, unsupportedNodes, hookUrl, signingSecret }
}

/** A run without its steps. */
export function presentRun({ version, trigger, ...row }: RunRow): object {
  const { variables: _, scopes: __, depth: ___, traceId: ____, parentStepId: _____, ...rest } = row
  const { type, eventId = null, by = null } = trigger
  const durationMs = measure(row)
  return { ...rest, workflowVersion: version, trigger: { type, eventId, by }, durationMs }
}

/** A run with its timeline. */
export async function presentExecution(ctx: Context, run: RunRow): Promise<object> {
  const { nodes } = await getGraph(ctx, run)
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const steps = (await listSteps(ctx, [run.id])).map((step) => {
    const { type, name } = byId.get(step.nodeId)!
    return { ...presentStep(step), nodeType: type, nodeName: name }
  })
  return { ...presentRun(run), steps }
}

function presentStep(step: StepRow): object {
  const { id, nodeId, iteration, status, attempt, port, error, wait, startedAt, finishedAt } = step
  return {
    id,
    nodeId,
    status,
    attempt,
    error,
    startedAt,
    finishedAt,
    logs: step.logs,
    iteration: iteration === '' ? null : iteration,
    branch: port,
    input: shorten(step.input),
    output: shorten(step.output),
    waitsUntil: status === 'waiting' && wait ? wait.until : null,
    durationMs: measure(step),
  }
}

function shorten(value: unknown): unknown {
  if (value === null) return null
  const bytes = Buffer.byteLength(JSON.stringify(value))
  return bytes <= SHOWN_BYTES_MAX ? value : { truncated: true, size_bytes: bytes }
}

function measure({
  startedAt,
  finishedAt,
}: Pick<RunRow, 'startedAt' | 'finishedAt'>): number | null {
  if (startedAt === null || finishedAt === null) return null
  return Math.max(0, Date.parse(finishedAt) - Date.parse(startedAt))
}

/** The types of nodes, with whether the engine can run them. */
export function listNodeTypes(filter: { category?: string; isRunnable?: boolean }): NodeTypeRow[] {
  return NODE_TYPES.filter(
    ({ category }) => filter.category === undefined || category === filter.category,
  )
    .map((declared) => {
      const reason = findObstacle(declared.type, isPerformed)
      const { type, category, label, description, requires, sideEffects, config, output } = declared
      return {
        id: type,
        type,
        category,
        label,
        description,
        requires: [...requires],
        sideEffects,
        configSchema: config,
        outputPorts: [...declared.ports],
        outputSchema: output,
        isRunnable: reason === null,
        reason,
      }
    })
    .filter(({ isRunnable }) => filter.isRunnable === undefined || isRunnable === filter.isRunnable)
}

type NodeTypeRow = { id: string; isRunnable: boolean } & Record<string, unknown>
