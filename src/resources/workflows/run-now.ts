import type { Context } from '../../platform/context.ts'
import { requireRunnable } from './runnable.ts'
import { beginRun, type Start } from './runs/start.ts'
import type { RunRow } from './runs/store.ts'
import { getGraph, WORKFLOWS } from './store.ts'

/**
 * Runs the newest version of a workflow at once, whatever its trigger and its status, with the
 * scopes of the caller. Throws `workflow_not_found`, `workflow_not_runnable`,
 * `submission_not_found`.
 */
export async function runNow(
  ctx: Context,
  workflowId: string,
  start: Pick<Start, 'submissionId' | 'input' | 'isSilent' | 'isDry'>,
): Promise<RunRow> {
  const { version, name } = await WORKFLOWS.get(ctx, workflowId)
  await requireRunnable(ctx, await getGraph(ctx, { workflowId, version }))
  const scopes = [...ctx.actor.scopes]
  const trigger = { type: 'manual', by: ctx.actor.name }
  return beginRun(ctx, { ...start, workflowId, trigger, version, scopes, name })
}
