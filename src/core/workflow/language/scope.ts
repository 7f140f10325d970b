/** What expressions and texts of a step can name. */
export interface Scope {
  trigger: Record<string, unknown>
  submission: Record<string, unknown> | null
  /** The outputs of the steps before, by node. */
  nodes: Record<string, unknown>
  vars: Record<string, unknown>
  /** Of the innermost loop; null outside of loops. */
  item: unknown
  index: number | null
  /** The event that a filter looks at; null elsewhere. */
  event: Record<string, unknown> | null
  env: { mode: 'live' | 'test' }
}

export const SCOPE_NAMES = [
  'trigger',
  'submission',
  'nodes',
  'vars',
  'item',
  'index',
  'event',
  'env',
] as const

/** A value, or in one sentence why there is none. */
export type Result<T = unknown> = { value: T } | { problem: string }

/** Something compiled, with the paths of the scope that it reads, such as `nodes.score.value`. */
export interface Compiled<T = unknown> {
  paths: string[][]
  evaluate: (scope: Scope) => Result<T>
}

/**
 * The same scope, where the output of a node stands under its id and under `output` behind it: both
 * ways to write it are in use.
 */
export function withOutputs(scope: Scope): Scope {
  const nodes = Object.entries(scope.nodes).map(([id, output]) => [
    id,
    isRecord(output) && !('output' in output) ? { ...output, output } : output,
  ])
  return { ...scope, nodes: Object.fromEntries(nodes) as Record<string, unknown> }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
