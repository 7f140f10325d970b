import { advance, OPEN_STEP, type StepState } from '../../../core/workflow/advance.ts'
import type { WorkflowNode } from '../../../core/workflow/graph.ts'
import type { Shape } from '../../../core/workflow/shape.ts'
import type { Context } from '../../../platform/context.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { getRunGraph } from '../store.ts'
import {
  holdOpenRuns,
  listSteps,
  OPEN_RUN,
  type LogLine,
  type NamedRun,
  type StepRow,
} from './store.ts'

/** Lines that the log of a step keeps; the first ones say how it began. */
const LOG_LINES_MAX = 50
const LOG_LINE_MAX = 500

/**
 * A run with its graph and its steps, locked until the transaction ends. Changes are made here, and
 * written at once by `saveRun`.
 */
export interface HeldRun {
  run: NamedRun
  /** As it was read: what differs is written. */
  before: NamedRun
  shape: Shape
  steps: StepRow[]
  changed: Set<StepRow>
  /** Due steps that have no job yet. */
  due: Set<StepRow>
  now: () => number
}

/** Null when the run has ended, or is gone with its workflow or its submission. */
export async function holdRun(ctx: Context, id: string): Promise<HeldRun | null> {
  const [held] = await holdRuns(ctx, [id])
  return held ?? null
}

/** Those of the runs that are open. */
export async function holdRuns(ctx: Context, ids: readonly string[]): Promise<HeldRun[]> {
  // Sent together, done in turn: the steps are read when the runs are held.
  const [runs, steps] = await Promise.all([holdOpenRuns(ctx, ids), listSteps(ctx, ids)])
  const byRun = Map.groupBy(steps, ({ runId }) => runId)
  const loaded: HeldRun[] = []
  for (const run of runs) loaded.push(await takeRun(ctx, run, byRun.get(run.id) ?? []))
  return loaded
}

/** A run that the caller holds already. */
export async function loadRun(ctx: Context, run: NamedRun): Promise<HeldRun> {
  return takeRun(ctx, run, await listSteps(ctx, [run.id]))
}

/** The same with all of its steps. */
export async function takeRun(ctx: Context, run: NamedRun, steps: StepRow[]): Promise<HeldRun> {
  const { shape } = await getRunGraph(ctx, run)
  const { now } = ctx.house
  return { run, before: { ...run }, shape, steps, changed: new Set(), due: new Set(), now }
}

export function findNode({ shape }: HeldRun, { nodeId }: StepRow): WorkflowNode {
  return shape.nodes.get(nodeId)!
}

export function isEnded({ run }: HeldRun): boolean {
  return !OPEN_RUN.includes(run.status)
}

/** Sets what is given; a status sets the times too. */
export function changeStep(held: HeldRun, step: StepRow, change: Partial<StepRow>): void {
  Object.assign(step, change)
  held.changed.add(step)
  if (change.status === undefined) return
  const at = toInstant(held)
  step.startedAt ??= at
  step.finishedAt = isOpen(change.status) ? null : at
}

/** Notes when the work of a step began. */
export function beginStep(held: HeldRun, step: StepRow): void {
  step.startedAt ??= toInstant(held)
}

/** Adds a line to the log of a step. */
export function noteStep(held: HeldRun, step: StepRow, line: Omit<LogLine, 'at'>): void {
  const message = line.message.slice(0, LOG_LINE_MAX)
  const logs = [...step.logs, { at: toInstant(held), level: line.level, message }]
  changeStep(held, step, { logs: logs.slice(0, LOG_LINES_MAX) })
}

/** What follows from the steps of a run: further steps, or its end. */
export function advanceRun(held: HeldRun): void {
  const { shape, run, steps } = held
  const next = advance(
    shape,
    steps.map((step) => toState(step, shape)),
  )
  for (const { nodeId, iteration } of next.finish) {
    const loop = steps.find((step) => step.nodeId === nodeId && step.iteration === iteration)!
    changeStep(held, loop, { status: 'succeeded', port: 'done' })
  }
  for (const added of next.insert) addStep(held, added)
  run.status = next.run.status
  if (!('error' in next.run)) return
  run.error = next.run.error
  if (run.status === 'succeeded') run.output = run.variables
  closeSteps(held)
}

/** Open steps end with their run. */
export function closeSteps(held: HeldRun): void {
  for (const step of held.steps.filter(({ status }) => isOpen(status)))
    changeStep(held, step, { status: 'cancelled' })
  held.due.clear()
}

export function isOpen(status: StepRow['status']): boolean {
  return (OPEN_STEP as readonly string[]).includes(status)
}

type Added = Pick<StepState, 'nodeId' | 'iteration' | 'status' | 'port'>

function addStep(held: HeldRun, { status, port, ...place }: Added): void {
  const isDue = status === 'pending'
  const step: StepRow = {
    ...place,
    id: randomUUIDv7(),
    runId: held.run.id,
    position: held.steps.length,
    attempt: 1,
    status,
    port,
    isHandled: false,
    itemsCount: null,
    input: null,
    output: null,
    error: null,
    wait: null,
    logs: [],
    startedAt: null,
    finishedAt: isDue ? null : toInstant(held),
  }
  held.steps.push(step)
  held.changed.add(step)
  if (isDue) held.due.add(step)
}

function toInstant({ now }: HeldRun): string {
  return new Date(now()).toISOString()
}

function toState(step: StepRow, shape: Shape): StepState {
  const { nodeId, iteration, status, port, isHandled, itemsCount, error, output } = step
  const state = { nodeId, iteration, status, port, isHandled, error }
  const isStop = shape.nodes.get(nodeId)?.type === 'stop'
  return {
    ...state,
    ...(itemsCount !== null && { itemsCount }),
    ...(isStop && output && { stop: output as unknown as NonNullable<StepState['stop']> }),
  }
}
