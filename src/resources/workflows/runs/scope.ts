import type { Scope } from '../../../core/workflow/language/scope.ts'
import type { Context } from '../../../platform/context.ts'
import type { HeldRun } from './held.ts'
import type { RunRow, StepRow } from './store.ts'

/**
 * What a step can name: the outputs of its own iteration and of those around it, and the item of
 * its innermost loop.
 */
export function buildScope(
  ctx: Context,
  { run, shape, steps }: HeldRun,
  { nodeId, iteration }: Pick<StepRow, 'nodeId' | 'iteration'>,
): Scope {
  const seen = steps.filter((step) => isAround(step.iteration, iteration))
  const loopId = shape.loopsAround.get(nodeId)?.at(-1)
  const loop = seen.findLast((step) => step.nodeId === loopId && step.iteration !== iteration)
  const index = loop ? Number(iteration.split('.').at(-1)) : null
  return {
    trigger: toTrigger(run),
    submission: null,
    nodes: Object.fromEntries(
      seen.flatMap((step) =>
        step.output || step.error ? [[step.nodeId, readOutput(step)] as const] : [],
      ),
    ),
    vars: run.variables,
    item: index === null ? null : ((loop!.output?.items as unknown[] | undefined)?.[index] ?? null),
    index,
    event: null,
    env: { mode: ctx.environment.mode },
  }
}

/** `trigger.submission.id` names the deal of a run, however it began. */
function toTrigger({ trigger, input, submissionId: id }: RunRow): Record<string, unknown> {
  return { ...trigger, input, submission: { id }, event: input.event ?? null }
}

function readOutput({ output, error }: StepRow): object {
  return error ? { ...output, error } : { ...output }
}

/** `3` is around `3.0`, and nothing is around all. */
function isAround(outer: string, iteration: string): boolean {
  return outer === '' || outer === iteration || iteration.startsWith(`${outer}.`)
}
