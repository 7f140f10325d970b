import type { WorkflowNode } from '../../../core/workflow/graph.ts'
import type { Scope } from '../../../core/workflow/language/scope.ts'
import type { Context } from '../../../platform/context.ts'
import type { RunRow } from '../runs/store.ts'

/** What an action works with: its config is filled in already. */
export interface Work {
  ctx: Context
  run: RunRow
  node: WorkflowNode
  config: Record<string, unknown>
  scope: Scope
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
  | { waitUntilMs: number }

/**
 * What a type of node does, in the transaction that ends its step: its effect happens once, or the
 * step has not ended. Throws an `ApiError` where it fails.
 */
export type Action = (work: Work) => Promise<Outcome> | Outcome
