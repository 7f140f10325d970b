import {
  findNextPort,
  TRIGGER_ID,
  type Graph,
  type NodeSettings,
  type WorkflowEdge,
  type WorkflowNode,
} from './graph.ts'
import { findNodeType, findReportAlias } from './nodes/index.ts'
import { readShape } from './shape.ts'

/** The same as written, with what may be left out. */
export interface Draft {
  trigger: { type: string; config?: Record<string, unknown> }
  nodes: DraftNode[]
  edges?: DraftEdge[]
  variables?: Record<string, unknown>
}

export interface DraftNode {
  id?: string
  type: string
  name?: string
  x?: number
  y?: number
  config?: Record<string, unknown>
  settings?: Partial<Omit<NodeSettings, 'retries'>> & { retries?: Partial<NodeSettings['retries']> }
}

export interface DraftEdge {
  id?: string
  from: string
  to: string
  fromPort?: string
}

const COLUMN = { x: 0, gap: 120 }

/**
 * A whole graph: nodes without a place stand in a column, and without edges the trigger leads
 * through the nodes in their order. With edges of which none leaves the trigger, it leads to every
 * node that no edge reaches.
 */
export function completeGraph({ trigger, nodes, edges, variables = {} }: Draft): Graph {
  const whole = nameNodes(nodes)
  return {
    trigger: { type: trigger.type, config: trigger.config ?? {} },
    nodes: whole,
    edges: edges === undefined ? chain(whole) : completeEdges(whole, edges),
    variables,
  }
}

function nameNodes(nodes: readonly DraftNode[]): WorkflowNode[] {
  const taken = new Set(nodes.flatMap(({ id }) => (id === undefined ? [] : [id])))
  return nodes.map((node, index) => {
    const id = node.id ?? freeId(node.type, taken)
    return { ...completeNode(node, index), id, name: node.name ?? findLabel(node.type) }
  })
}

function completeNode(
  { type, x, y, config = {}, settings = {} }: DraftNode,
  index: number,
): Omit<WorkflowNode, 'id' | 'name'> {
  const report = findReportAlias(type)
  return {
    type: report === null ? type : 'get_report',
    x: x ?? COLUMN.x,
    y: y ?? (index + 1) * COLUMN.gap,
    config: report === null ? config : { report, ...config },
    settings: {
      isDisabled: settings.isDisabled ?? false,
      timeoutSeconds: settings.timeoutSeconds ?? 60,
      retries: { max: 0, backoffSeconds: 10, ...settings.retries },
      onError: settings.onError ?? 'fail',
    },
  }
}

/** `condition`, then `condition_2`: the type's name, so that expressions read well. */
function freeId(type: string, taken: Set<string>): string {
  const base = type.replaceAll(/\W/g, '_').slice(0, 48)
  let id = base
  for (let count = 2; taken.has(id); count += 1) id = `${base}_${count}`
  taken.add(id)
  return id
}

function findLabel(type: string): string {
  return findNodeType(type)?.label ?? type
}

/** Nothing follows a node without ports, such as `stop`. */
function chain(nodes: readonly WorkflowNode[]): WorkflowEdge[] {
  return nodes.flatMap((node, index) => {
    const before = nodes[index - 1]
    const fromPort = before ? findNextPort(before) : 'default'
    return fromPort === null ? [] : [toEdge(before?.id ?? TRIGGER_ID, node.id, fromPort)]
  })
}

function completeEdges(
  nodes: readonly WorkflowNode[],
  edges: readonly DraftEdge[],
): WorkflowEdge[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const given = edges.map(({ id, from, to, fromPort }) => {
    const node = byId.get(from)
    const port = fromPort ?? (node && findNextPort(node)) ?? 'default'
    return { ...toEdge(from, to, port), ...(id !== undefined && { id }) }
  })
  if (given.some(({ from }) => from === TRIGGER_ID)) return given
  const { incoming } = readShape({ nodes, edges: given })
  const first = nodes.filter(({ id }) => !incoming.has(id))
  return [...first.map(({ id }) => toEdge(TRIGGER_ID, id, 'default')), ...given]
}

function toEdge(from: string, to: string, fromPort: string): WorkflowEdge {
  return { id: `${from}.${fromPort}-${to}`, from, to, fromPort }
}
