import { findNextPort, TRIGGER_ID, type WorkflowEdge } from './graph.ts'
import type { Shape } from './shape.ts'

/** More steps than this end a run, so that no graph can run for ever. */
export const RUN_STEPS_MAX = 2000
export const LOOP_ITEMS_MAX = 1000
const CONCURRENCY_MAX = 10

export const OPEN_STEP = ['pending', 'running', 'waiting'] as const
export const STEP_STATUSES = [...OPEN_STEP, 'succeeded', 'failed', 'skipped', 'cancelled'] as const
export type StepStatus = (typeof STEP_STATUSES)[number]

/** One node in one iteration, as far as the engine needs it. */
export interface StepState {
  nodeId: string
  /** `3` for the fourth item of a loop, `3.0` for the first of a loop within; empty outside. */
  iteration: string
  status: StepStatus
  /** Where a settled step goes on; null where nothing follows. */
  port: string | null
  /** Of a loop whose items are known. */
  itemsCount?: number
  /** Of a failed step: the run goes on by its port. */
  isHandled?: boolean
  error?: StepError | null
  /** Of a `stop`: how the run ends. */
  stop?: { status: 'succeeded' | 'failed'; message: string | null }
}

export interface StepError {
  code: string
  message: string
}

/** What is to be written after a step has ended. */
export interface Advance {
  /** New steps: those that are due, and those that nothing leads to any more. */
  insert: Pick<StepState, 'nodeId' | 'iteration' | 'status' | 'port'>[]
  /** Loops whose last item has ended. */
  finish: Pick<StepState, 'nodeId' | 'iteration'>[]
  run: RunState
}

export type RunState =
  | { status: 'running' | 'waiting' }
  | { status: 'succeeded' | 'failed'; error: (StepError & { nodeId: string | null }) | null }

/**
 * The steps that follow from those that a run has: the whole engine. Applying what it returns and
 * calling it again returns nothing new, so a caller that died in between has lost nothing.
 */
export function advance(shape: Shape, steps: readonly StepState[]): Advance {
  const ended = findEnd(steps)
  if (ended) return { insert: [], finish: [], run: ended }
  const walk = new Walk(shape, steps)
  walk.follow('')
  const { insert, finish } = walk
  if (steps.length + insert.length > RUN_STEPS_MAX) {
    const message = `A run may have ${RUN_STEPS_MAX} steps.`
    return { insert: [], finish: [], run: fail({ code: 'too_many_steps', message }, null) }
  }
  return { insert, finish, run: walk.run() }
}

function findEnd(steps: readonly StepState[]): RunState | null {
  const stopped = steps.find(({ stop, status }) => stop && status === 'succeeded')
  if (stopped?.stop?.status === 'succeeded') return { status: 'succeeded', error: null }
  if (stopped) {
    const message = stopped.stop!.message ?? 'The workflow ended the run as failed.'
    return fail({ code: 'stopped', message }, stopped.nodeId)
  }
  const failed = steps.find(({ status, isHandled }) => status === 'failed' && !isHandled)
  if (!failed) return null
  return fail(failed.error ?? { code: 'step_failed', message: 'A step failed.' }, failed.nodeId)
}

function fail(error: StepError, nodeId: string | null): RunState {
  return { status: 'failed', error: { ...error, nodeId } }
}

/** What an edge brings: not known yet, the run, or nothing any more. */
type Arrival = 'open' | 'fired' | 'dead'

/** One pass over the graph, scope by scope, in the order of its edges. */
class Walk {
  readonly insert: Advance['insert'] = []
  readonly finish: Advance['finish'] = []
  private readonly shape: Shape
  private readonly steps: Map<string, StepState>

  constructor(shape: Shape, steps: readonly StepState[]) {
    this.shape = shape
    this.steps = new Map(steps.map((step) => [toKey(step.nodeId, step.iteration), step]))
  }

  run(): RunState {
    const open = [...this.steps.values()].filter(
      ({ nodeId, status }) =>
        isOpen(status) && !(status === 'waiting' && this.shape.bodies.has(nodeId)),
    )
    if (open.length > 0)
      return { status: open.every(({ status }) => status === 'waiting') ? 'waiting' : 'running' }
    return { status: 'succeeded', error: null }
  }

  /** Settles what can be settled among the nodes directly in one iteration of one loop. */
  follow(iteration: string, loopId = ''): void {
    for (const id of this.shape.levels.get(loopId) ?? []) {
      const step = this.steps.get(toKey(id, iteration))
      if (!step) this.tryStart(id, iteration)
      else if (step.status === 'waiting' && step.itemsCount !== undefined) this.followLoop(step)
    }
  }

  private tryStart(id: string, iteration: string): void {
    const node = this.shape.nodes.get(id)!
    const arrivals = (this.shape.incoming.get(id) ?? []).map((edge) => this.arrive(edge, iteration))
    const isAny = node.type === 'join' && node.config.mode === 'any'
    const hasFired = arrivals.includes('fired')
    if (arrivals.includes('open') && !(isAny && hasFired)) return
    if (!hasFired) this.add(id, iteration, { status: 'skipped', port: null })
    else if (node.settings.isDisabled)
      this.add(id, iteration, { status: 'skipped', port: findNextPort(node) })
    else this.add(id, iteration, { status: 'pending', port: null })
  }

  private arrive({ from, fromPort }: WorkflowEdge, iteration: string): Arrival {
    if (from === TRIGGER_ID) return 'fired'
    const isEach = fromPort === 'each' && this.shape.bodies.has(from)
    if (isEach) return 'fired'
    const step = this.steps.get(toKey(from, iteration))
    if (!step || isOpen(step.status)) return 'open'
    return step.port === fromPort ? 'fired' : 'dead'
  }

  private followLoop(loop: StepState): void {
    const { nodeId, iteration, itemsCount = 0 } = loop
    let free = readConcurrency(this.shape.nodes.get(nodeId)!.config.concurrency)
    const places = free
    for (let index = 0; index < itemsCount && free > 0; index += 1) {
      const inner = iteration === '' ? `${index}` : `${iteration}.${index}`
      if (this.isOver(nodeId, inner)) continue
      this.follow(inner, nodeId)
      if (!this.isOver(nodeId, inner)) free -= 1
    }
    if (free < places) return
    this.finish.push({ nodeId, iteration })
    this.steps.set(toKey(nodeId, iteration), { ...loop, status: 'succeeded', port: 'done' })
  }

  /** Every node directly in the body has its step, and none is open. */
  private isOver(loopId: string, iteration: string): boolean {
    return (this.shape.levels.get(loopId) ?? []).every((id) => {
      const step = this.steps.get(toKey(id, iteration))
      return step !== undefined && !isOpen(step.status)
    })
  }

  private add(nodeId: string, iteration: string, state: Pick<StepState, 'status' | 'port'>): void {
    const step = { nodeId, iteration, ...state }
    this.steps.set(toKey(nodeId, iteration), step)
    this.insert.push(step)
  }
}

function readConcurrency(value: unknown): number {
  return typeof value === 'number' ? Math.min(Math.max(1, value), CONCURRENCY_MAX) : 1
}

function isOpen(status: StepStatus): boolean {
  return (OPEN_STEP as readonly string[]).includes(status)
}

function toKey(nodeId: string, iteration: string): string {
  return `${nodeId}#${iteration}`
}
