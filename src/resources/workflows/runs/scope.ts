import type { Scope } from '../../../core/workflow/language/scope.ts'
import type { Shape } from '../../../core/workflow/shape.ts'
import type { Context } from '../../../platform/context.ts'
import type { RunRow, StepRow } from './store.ts'

/**
 * What a step can name: the outputs of its own iteration and of those around it, and the item of
 * its innermost loop.
 */
export function buildScope(
  ctx: Context,
  { run, shape, steps }: { run: RunRow; shape: Shape; steps: readonly StepRow[] },
  { nodeId, iteration }: Pick<StepRow, 'nodeId' | 'iteration'>,
): Omit<Scope, 'submission'> {
  const seen = steps.filter((step) => isAround(step.iteration, iteration))
  const loopId = shape.loopsAround.get(nodeId)?.at(-1)
  const loop = seen.findLast((step) => step.nodeId === loopId && step.iteration !== iteration)
  const index = loop ? Number(iteration.split('.').at(-1)) : null
  return {
    trigger: { ...run.trigger, input: run.input },
    nodes: Object.fromEntries(
      seen.flatMap((step) =>
        step.output || step.error ? [[step.nodeId, readOutput(step)] as const] : [],
      ),
    ),
    vars: run.variables,
    item: index === null ? null : ((loop!.output?.items as unknown[] | undefined)?.[index] ?? null),
    index,
    env: { mode: ctx.environment.mode },
  }
}

function readOutput({ output, error }: StepRow): object {
  return error ? { ...output, error } : { ...output }
}

/** `3` is around `3.0`, and nothing is around all. */
function isAround(outer: string, iteration: string): boolean {
  return outer === '' || outer === iteration || iteration.startsWith(`${outer}.`)
}
