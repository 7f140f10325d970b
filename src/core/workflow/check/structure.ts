import { didYouMean } from '../../values/text.ts'
import {
  ERROR_PORT,
  listPorts,
  TRIGGER_ID,
  type Graph,
  type WorkflowEdge,
  type WorkflowNode,
} from '../graph.ts'
import { listBehind, type Shape } from '../shape.ts'
import type { GraphProblem } from './graph-problem.ts'

const NODES_MAX = 200
const EDGES_MAX = 600
const LOOPS_NESTED_MAX = 2
/** A name of CEL and of Liquid, for `nodes.<id>`. */
const NODE_ID = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/

/** Whether nodes and edges make a graph that has an end. */
export function checkStructure(graph: Graph, shape: Shape): GraphProblem[] {
  const ids = graph.nodes.flatMap((node, index) => checkId(node, graph.nodes.slice(0, index)))
  if (ids.length > 0) return ids
  return [
    ...checkSizes(graph),
    ...graph.edges.flatMap((edge) => checkEdge(edge, shape)),
    ...checkRings(graph, shape),
    ...checkLoops(shape),
    ...checkReached(graph, shape),
    ...graph.nodes.flatMap((node) => checkErrorPort(node, shape)),
  ]
}

function checkSizes({ nodes, edges }: Graph): GraphProblem[] {
  const found: GraphProblem[] = []
  if (nodes.length === 0) found.push(blocked('no_nodes', 'The workflow has no nodes.'))
  if (nodes.length > NODES_MAX)
    found.push(refused('too_many_nodes', `A workflow may have ${NODES_MAX} nodes.`))
  if (edges.length > EDGES_MAX)
    found.push(refused('too_many_edges', `A workflow may have ${EDGES_MAX} edges.`))
  return found
}

function checkId({ id }: WorkflowNode, before: readonly WorkflowNode[]): GraphProblem[] {
  if (before.some((node) => node.id === id))
    return [{ ...refused('duplicate_node_id', `Two nodes have the id ${id}.`), nodeId: id }]
  if (NODE_ID.test(id) && id !== TRIGGER_ID) return []
  const message = `The id ${id} must be letters, digits and _, and not ${TRIGGER_ID}.`
  return [{ ...refused('invalid_node_id', message), nodeId: id, field: 'id' }]
}

function checkEdge({ id, from, to, fromPort }: WorkflowEdge, { nodes }: Shape): GraphProblem[] {
  const known = [...nodes.keys()]
  const ends = [
    ...(from === TRIGGER_ID || nodes.has(from) ? [] : [from]),
    ...(nodes.has(to) ? [] : [to]),
  ]
  if (ends.length > 0)
    return ends.map((end) => {
      const message = `The edge ${id} names the node ${end}, which is not there.`
      return refused('dangling_edge', message + didYouMean(end, known))
    })
  const ports = from === TRIGGER_ID ? ['default'] : listPorts(nodes.get(from)!)
  if (ports.includes(fromPort)) return []
  const message = `The node ${from} has no port ${fromPort}; it has ${ports.join(', ') || 'none'}.`
  const problem = refused('unknown_port', message + didYouMean(fromPort, ports))
  return [{ ...problem, nodeId: from, field: 'from_port' }]
}

function checkRings({ nodes }: Graph, { levels }: Shape): GraphProblem[] {
  const sorted = new Set([...levels.values()].flat())
  const ring = nodes.filter(({ id }) => !sorted.has(id)).map(({ id }) => id)
  if (ring.length === 0) return []
  const message = `The nodes ${ring.join(', ')} lead back to themselves; use a loop.`
  return [{ ...refused('cycle', message), nodeId: ring[0]! }]
}

/** A body is entered by its loop alone, or its nodes would belong to no item. */
function checkLoops({ bodies, loopsAround, incoming }: Shape): GraphProblem[] {
  const entered = [...bodies].flatMap(([loopId, nodeIds]) =>
    [...nodeIds]
      .filter((id) =>
        incoming
          .get(id)
          ?.some(
            ({ from, fromPort }) => !nodeIds.has(from) && !(from === loopId && fromPort === 'each'),
          ),
      )
      .map((id) => {
        const message = `The node ${id} is part of the loop ${loopId} and is reached from outside of it.`
        return { ...refused('loop_entered', message), nodeId: id }
      }),
  )
  const deep = [...loopsAround]
    .filter(([id, loops]) => bodies.has(id) && loops.length >= LOOPS_NESTED_MAX)
    .map(([id]) => {
      const message = `Loops may be nested ${LOOPS_NESTED_MAX} deep.`
      return { ...refused('loop_too_deep', message), nodeId: id }
    })
  return [...entered, ...deep]
}

function checkReached({ nodes }: Graph, { outgoing }: Shape): GraphProblem[] {
  const reached = listBehind(TRIGGER_ID, outgoing)
  return nodes
    .filter(({ id }) => !reached.has(id))
    .map(({ id }) => ({
      nodeId: id,
      field: null,
      code: 'unreachable',
      message: `No edge leads to the node ${id}; it never runs.`,
      blocks: null,
    }))
}

function checkErrorPort({ id, settings }: WorkflowNode, { outgoing }: Shape): GraphProblem[] {
  if (settings.onError !== 'branch') return []
  if (outgoing.get(id)?.some(({ fromPort }) => fromPort === ERROR_PORT)) return []
  const message = `The node ${id} branches on an error, but nothing follows its port error.`
  return [{ ...blocked('error_port_unwired', message), nodeId: id, field: 'settings.on_error' }]
}

function refused(code: string, message: string): GraphProblem {
  return { nodeId: null, field: null, code, message, blocks: 'save' }
}

function blocked(code: string, message: string): GraphProblem {
  return { ...refused(code, message), blocks: 'activation' }
}
