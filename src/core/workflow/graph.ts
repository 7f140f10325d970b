import { findNodeType } from './nodes/index.ts'
import type { NodeType } from './nodes/node-type.ts'

/** How a failed step goes on. */
export const ON_ERROR = ['fail', 'continue', 'branch'] as const

export interface NodeSettings {
  /** The step is left out, and the run goes on behind it. */
  isDisabled: boolean
  timeoutSeconds: number
  retries: { max: number; backoffSeconds: number }
  onError: (typeof ON_ERROR)[number]
}

export interface WorkflowNode {
  id: string
  type: string
  name: string
  x: number
  y: number
  config: Record<string, unknown>
  settings: NodeSettings
}

/** From a port of a node, or from `trigger`, to a node. */
export interface WorkflowEdge {
  id: string
  from: string
  to: string
  fromPort: string
}

export interface Trigger {
  type: string
  config: Record<string, unknown>
}

/** What a version of a workflow holds. */
export interface Graph {
  trigger: Trigger
  nodes: WorkflowNode[]
  edges: WorkflowEdge[]
  variables: Record<string, unknown>
}

/** Where the edges of a trigger begin; no node has this id. */
export const TRIGGER_ID = 'trigger'
/** The port of a failed step whose `onError` is `branch`. */
export const ERROR_PORT = 'error'

/** The port of a step that waited in vain. */
export const TIMEOUT_PORT = 'timeout'

/** Whether a node says what follows when it waited in vain. */
export function hasTimeout(node: WorkflowNode): boolean {
  return listPorts(node).includes(TIMEOUT_PORT)
}

/** The ports of a node: those of its type, those of its cases, and `error` where it branches. */
export function listPorts({ type, config, settings }: WorkflowNode): string[] {
  const declared = findNodeType(type)
  if (!declared) return ['default', ERROR_PORT]
  const own = [...caseNames(type, config).map((name) => `case:${name}`), ...declared.ports]
  return settings.onError === 'branch' && !own.includes(ERROR_PORT) ? [...own, ERROR_PORT] : own
}

/** The port on which a list of nodes goes on, and a step that is left out. */
export function findNextPort({ type, config }: WorkflowNode): string | null {
  const declared = findNodeType(type)
  if (!declared) return 'default'
  return hasCases(type, config) ? 'default' : declared.nextPort
}

function caseNames(type: string, { cases }: Record<string, unknown>): string[] {
  if (type !== 'switch' || !Array.isArray(cases)) return []
  return cases.flatMap((one: { name?: unknown } | null) =>
    typeof one?.name === 'string' ? [one.name] : [],
  )
}

function hasCases(type: NodeType['type'], config: Record<string, unknown>): boolean {
  return caseNames(type, config).length > 0
}
