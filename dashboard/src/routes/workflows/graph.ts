import type {
  WorkflowDetail,
  WorkflowDetailEdge,
  WorkflowDetailNode,
  WorkflowNodeType,
} from '../../../../clients/typescript/src/index.ts'

export type Graph = Pick<WorkflowDetail, 'trigger' | 'nodes' | 'edges'>
export type Node = WorkflowDetailNode
export type Edge = WorkflowDetailEdge
export type NodeTypes = ReadonlyMap<string, WorkflowNodeType>

/** Where the ways of the trigger begin. */
export const TRIGGER = 'trigger'

/** A place at which a way can begin. */
export interface Port {
  from: string
  port: string
}

/** The ports of a node: those of its type, those of its cases, and `error` where it branches. */
export function listPorts({ type, config, settings }: Node, types: NodeTypes): string[] {
  const declared = types.get(type)?.output_ports ?? ['default']
  const cases = type === 'switch' && Array.isArray(config.cases) ? config.cases : []
  const own = cases.map((one: { name?: unknown }) => `case:${String(one.name)}`)
  const error = settings.on_error === 'branch' ? ['error'] : []
  return [...own, ...declared, ...error]
}

/** Nodes with how far they are indented: a branch of several ports stands under its node. */
export interface Step {
  node: Node
  depth: number
  /** The ways that lead to it. */
  after: readonly Edge[]
}

/** The nodes as a list that reads from the trigger down; what no way leads to comes last. */
export function listSteps({ nodes, edges }: Graph): Step[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const steps: Step[] = []
  const seen = new Set<string>()
  const visit = (id: string, depth: number): void => {
    const outgoing = edges.filter(({ from }) => from === id)
    const ports = new Set(outgoing.map(({ from_port }) => from_port))
    for (const { to } of outgoing) {
      const node = byId.get(to)
      if (node === undefined || seen.has(to)) continue
      const isBranch = ports.size > 1
      seen.add(to)
      steps.push({ node, depth: depth + Number(isBranch), after: listAfter(edges, to) })
      visit(to, depth + Number(isBranch))
    }
  }
  visit(TRIGGER, 0)
  const rest = nodes.filter(({ id }) => !seen.has(id))
  return [...steps, ...rest.map((node) => ({ node, depth: 0, after: listAfter(edges, node.id) }))]
}

function listAfter(edges: readonly Edge[], id: string): Edge[] {
  return edges.filter(({ to }) => to === id)
}

/** A new node between a port and what followed it. */
export function addNode(graph: Graph, at: Port, type: WorkflowNodeType): Graph {
  const id = nameNode(graph, type.type)
  const node: Node = {
    id,
    type: type.type,
    name: type.label,
    x: 0,
    y: graph.nodes.length * 120,
    config: {},
    settings: {
      is_disabled: false,
      timeout_seconds: 300,
      retries: { max: 1, backoff_seconds: 30 },
      on_error: 'fail',
    },
  }
  const goesOn = type.output_ports[0]
  const edges = graph.edges.flatMap((edge): Edge[] => {
    if (edge.from !== at.from || edge.from_port !== at.port) return [edge]
    return goesOn === undefined ? [] : [{ ...edge, from: id, from_port: goesOn }]
  })
  return { ...graph, nodes: [...graph.nodes, node], edges: [...edges, link(at, id)] }
}

/** Whatever led to it leads to what followed it by its first port. */
export function removeNode(graph: Graph, id: string, types: NodeTypes): Graph {
  const node = graph.nodes.find((one) => one.id === id)
  const [first] = node === undefined ? [] : listPorts(node, types)
  const next = graph.edges.find(({ from, from_port }) => from === id && from_port === first)
  const bridged = graph.edges
    .filter(({ to }) => to === id && next !== undefined && next.to !== id)
    .map(({ from, from_port }) => link({ from, port: from_port }, next!.to))
  const kept = graph.edges.filter(({ from, to }) => from !== id && to !== id)
  return {
    ...graph,
    nodes: graph.nodes.filter((one) => one.id !== id),
    edges: unique([...kept, ...bridged]),
  }
}

export function changeNode(graph: Graph, id: string, next: Partial<Node>): Graph {
  const nodes = graph.nodes.map((node) => (node.id === id ? { ...node, ...next } : node))
  return { ...graph, nodes }
}

/** The node runs after these ports, and after no others. */
export function setAfter(graph: Graph, id: string, ports: readonly Port[]): Graph {
  const others = graph.edges.filter(({ to }) => to !== id)
  return { ...graph, edges: unique([...others, ...ports.map((port) => link(port, id))]) }
}

function link({ from, port }: Port, to: string): Edge {
  return {
    id: `${from}_${port.replaceAll(/[^A-Za-z0-9_]/g, '_')}_${to}`,
    from,
    from_port: port,
    to,
  }
}

function unique(edges: readonly Edge[]): Edge[] {
  return [
    ...new Map(edges.map((edge) => [`${edge.from} ${edge.from_port} ${edge.to}`, edge])).values(),
  ]
}

function nameNode({ nodes }: Graph, type: string): string {
  const taken = new Set(nodes.map(({ id }) => id))
  if (!taken.has(type)) return type
  for (let number = 2; ; number += 1) {
    const id = `${type}_${number}`
    if (!taken.has(id)) return id
  }
}
