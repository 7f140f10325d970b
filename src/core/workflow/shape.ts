import { TRIGGER_ID, type WorkflowEdge, type WorkflowNode } from './graph.ts'

/** A loop with the nodes between its port `each` and its way back. */
interface Body {
  loopId: string
  nodeIds: ReadonlySet<string>
}

/** A graph with what its edges come to, for the check and for the engine. */
export interface Shape {
  nodes: ReadonlyMap<string, WorkflowNode>
  outgoing: ReadonlyMap<string, readonly WorkflowEdge[]>
  /** Without the edges by which a body returns to its loop. */
  incoming: ReadonlyMap<string, readonly WorkflowEdge[]>
  bodies: ReadonlyMap<string, ReadonlySet<string>>
  /** The loops around a node, from outside in. */
  loopsAround: ReadonlyMap<string, readonly string[]>
  /**
   * The nodes directly in each loop, and those in none under an empty id, in an order in which
   * every edge leads on. Nodes of a ring are missing.
   */
  levels: ReadonlyMap<string, readonly string[]>
}

/** The shape of a graph; edges to nodes that do not exist are left out. */
export function readShape(graph: { nodes: readonly WorkflowNode[]; edges: WorkflowEdge[] }): Shape {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]))
  const edges = graph.edges.filter(
    ({ from, to }) => nodes.has(to) && (from === TRIGGER_ID || nodes.has(from)),
  )
  const outgoing = Map.groupBy(edges, ({ from }) => from)
  const bodies = graph.nodes
    .filter(({ type }) => type === 'loop')
    .map(({ id }) => readBody(id, outgoing))
  const forward = edges.filter(
    ({ from, to }) => !bodies.some(({ loopId, nodeIds }) => to === loopId && nodeIds.has(from)),
  )
  const loopsAround = new Map(graph.nodes.map(({ id }) => [id, listLoops(id, bodies)]))
  return {
    nodes,
    outgoing,
    incoming: Map.groupBy(forward, ({ to }) => to),
    bodies: new Map(bodies.map(({ loopId, nodeIds }) => [loopId, nodeIds])),
    loopsAround,
    levels: Map.groupBy(
      sortForward(graph.nodes, forward),
      (id) => loopsAround.get(id)!.at(-1) ?? '',
    ),
  }
}

/** All nodes behind a node, by edges of any port. */
export function listBehind(
  start: string,
  outgoing: ReadonlyMap<string, readonly WorkflowEdge[]>,
): Set<string> {
  const found = new Set<string>()
  const open = [start]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const { to } of outgoing.get(id) ?? []) {
      if (found.has(to)) continue
      found.add(to)
      open.push(to)
    }
  }
  return found
}

function readBody(loopId: string, outgoing: Map<string, WorkflowEdge[]>): Body {
  const nodeIds = new Set<string>()
  const open = (outgoing.get(loopId) ?? [])
    .filter(({ fromPort }) => fromPort === 'each')
    .map(({ to }) => to)
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === loopId || nodeIds.has(id)) continue
    nodeIds.add(id)
    open.push(...(outgoing.get(id) ?? []).map(({ to }) => to))
  }
  return { loopId, nodeIds }
}

/** An outer body holds the inner loop with its whole body, so it is the larger one. */
function listLoops(id: string, bodies: readonly Body[]): string[] {
  return bodies
    .filter(({ nodeIds }) => nodeIds.has(id))
    .toSorted((a, b) => b.nodeIds.size - a.nodeIds.size)
    .map(({ loopId }) => loopId)
}

function sortForward(nodes: readonly WorkflowNode[], edges: readonly WorkflowEdge[]): string[] {
  const waiting = new Map(nodes.map(({ id }) => [id, 0]))
  const within = edges.filter(({ from }) => from !== TRIGGER_ID)
  for (const { to } of within) waiting.set(to, waiting.get(to)! + 1)
  const outgoing = Map.groupBy(within, ({ from }) => from)
  const order = [...waiting].filter(([, count]) => count === 0).map(([id]) => id)
  for (const id of order) {
    for (const { to } of outgoing.get(id) ?? []) {
      waiting.set(to, waiting.get(to)! - 1)
      if (waiting.get(to) === 0) order.push(to)
    }
  }
  return order
}
