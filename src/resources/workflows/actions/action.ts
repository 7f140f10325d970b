import type { WorkflowNode } from '../../../core/workflow/graph.ts'
import type { Scope } from '../../../core/workflow/language/scope.ts'
import type { Context, OutsideContext } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { ERRORS } from '../../../platform/errors/catalogue.ts'
import type { RunRow, StepRow, Wait, WaitKind } from '../runs/store.ts'

/** What an action works with: its config is filled in already. */
export interface Work {
  ctx: Context
  run: RunRow
  step: StepRow
  node: WorkflowNode
  config: Record<string, unknown>
  scope: Scope
}

/** The same for an action that calls the outside, and so runs in no transaction. */
export interface OutsideWork extends Omit<Work, 'ctx'> {
  ctx: OutsideContext
  /** The same for every attempt of a step, so that a receiver can drop the second. */
  key: string
  timeoutMs: number
}

/** What ends a wait, beside its time: at that, the step goes on by `timeout`. */
export interface Waiting {
  kind: WaitKind
  untilMs: number
  /** When its type looks again, where that is before the end. */
  atMs?: number
  /** What its type must know then. */
  state?: Record<string, unknown>
  /** The port for each type of event that ends it. */
  ports?: Record<string, string>
  /** Of which submission the event must be; any without it. */
  submissionId?: string | null
  /** What the `id` in the data of the event must be. */
  subjectId?: string
}

/** How a step ends, or what it waits for. */
export type Outcome =
  | {
      /** The next port of the node where it is left out. */
      port?: string
      output?: Record<string, unknown>
      /** Set for the nodes that follow. */
      variables?: Record<string, unknown>
      stop?: { status: 'succeeded' | 'failed'; message: string | null }
    }
  | { items: unknown[] }
  | { wait: Waiting }

/**
 * What a type of node does, in the transaction that ends its step: its effect happens once, or the
 * step has not ended. Throws an `ApiError` or a `StepFailed` where it fails.
 */
export type Action = (work: Work) => Promise<Outcome> | Outcome

/** What a type of node does at an event or at a time that it waited for; it may wait on. */
export type Resume = (work: Work, wait: Wait) => Promise<Outcome>

/** What a type of node does that calls the outside: at least once, under a key of its step. */
export type OutsideAction = (work: OutsideWork) => Promise<Outcome>

/** The submission that the config names, else the run's own. Throws `missing_field`. */
export function findSubmissionId({ config, run }: Pick<Work, 'config' | 'run'>): string {
  const id = config.submission_id ?? run.submissionId
  if (typeof id === 'string') return id
  const message = 'The run has no submission, and the node names none.'
  throw new ApiError('missing_field', message, { param: 'submission_id' })
}

/** Longer waits are refused, so that no run is forgotten. */
export const WAIT_MS_MAX = 30 * 86_400_000

/** Why a step failed, beside the errors of the API; whether another attempt may help. */
export const STEP_ERRORS = {
  step_timed_out: { isRetryable: true, meaning: 'The step took longer than its node allows.' },
  call_failed: {
    isRetryable: true,
    meaning: 'The other side did not respond, or with 429 or 5xx.',
  },
  call_refused: { isRetryable: false, meaning: 'The other side refused the call.' },
  host_not_allowed: {
    isRetryable: false,
    meaning: 'The host is not in the setting allowed_outbound_hosts.',
  },
  output_too_long: { isRetryable: false, meaning: 'The output of a step may have 256 KiB.' },
  sub_workflow_failed: { isRetryable: false, meaning: 'The run that the step began has failed.' },
  recursion: { isRetryable: false, meaning: 'The workflow has begun itself too often.' },
  engine_failed: { isRetryable: true, meaning: 'Something went wrong on our side.' },
} as const
export type StepErrorCode = keyof typeof STEP_ERRORS

/** A step that failed for a reason that no endpoint has. */
export class StepFailed extends Error {
  readonly code: StepErrorCode

  constructor(code: StepErrorCode, message?: string) {
    super(message ?? STEP_ERRORS[code].meaning)
    this.code = code
  }
}

/** Why a step failed, as its row has it. */
export interface Fault {
  code: string
  message: string
  isRetryable: boolean
}

/** Null for a fault of ours, which the queue tries again. */
export function toFault(error: unknown): Fault | null {
  if (error instanceof StepFailed) {
    const { code, message } = error
    return { code, message, isRetryable: STEP_ERRORS[code].isRetryable }
  }
  if (!(error instanceof ApiError)) return null
  const { code, message, status } = error
  return { code, message, isRetryable: ERRORS[code].isRetryable || status >= 500 }
}
