import { didYouMean } from '../../values/text.ts'
import type { Graph, WorkflowNode } from '../graph.ts'
import { compileExpression } from '../language/expression.ts'
import { isTemplate } from '../../values/liquid.ts'
import { compileText } from '../language/text.ts'
import { findNodeType } from '../nodes/index.ts'
import { listBehind, type Shape } from '../shape.ts'
import { listEntries } from './config.ts'
import type { GraphProblem } from './graph-problem.ts'

/** What the texts of a graph can name. */
interface Known {
  graph: Graph
  shape: Shape
  variables: string[]
  behind: (id: string) => ReadonlySet<string>
}

type Found = Pick<GraphProblem, 'code' | 'message' | 'blocks'>

/** Whether every text and expression can be read, and names what will be there. */
export function checkNames(graph: Graph, shape: Shape): GraphProblem[] {
  const behind = new Map<string, ReadonlySet<string>>()
  const known: Known = {
    graph,
    shape,
    variables: listVariables(graph),
    behind: (id) => {
      if (!behind.has(id)) behind.set(id, listBehind(id, shape.outgoing))
      return behind.get(id)!
    },
  }
  return graph.nodes.flatMap((node) => checkNode(node, known))
}

function listVariables({ nodes, variables }: Graph): string[] {
  const set = nodes
    .filter(({ type }) => type === 'set_variable')
    .flatMap(({ config }) => (typeof config.name === 'string' ? [config.name] : []))
  return [...new Set([...Object.keys(variables), ...set])]
}

function checkNode(node: WorkflowNode, known: Known): GraphProblem[] {
  return listEntries(node.config).flatMap(({ path, value }) => {
    if (typeof value !== 'string') return []
    const isExpression = path.at(-1) === 'expression' || path.at(-2) === 'expressions'
    if (!isExpression && !isTemplate(value)) return []
    const compiled = isExpression ? compileExpression(value) : compileText(value)
    const found: Found[] =
      'problem' in compiled
        ? [{ code: 'invalid_expression', message: `${compiled.problem}.`, blocks: 'save' }]
        : compiled.paths.flatMap((one) => checkPath(one, node, known))
    const field = ['config', ...path].join('.')
    return found.map((problem) => ({ nodeId: node.id, field, ...problem }))
  })
}

function checkPath([root, ...steps]: readonly string[], node: WorkflowNode, known: Known): Found[] {
  if (root === 'nodes') return checkOutput(steps, node, known)
  const [name] = steps
  if (root === 'vars' && name !== undefined && !known.variables.includes(name))
    return [
      unknown('unknown_variable', `No node sets the variable ${name}.`, [name, known.variables]),
    ]
  const isInLoop = known.shape.loopsAround.get(node.id)!.length > 0
  if ((root === 'item' || root === 'index') && !isInLoop)
    return [unknown('no_item', `${root} is there in a loop alone.`)]
  return []
}

/** `nodes.<id>.<field>`, also written `nodes.<id>.output.<field>`. */
function checkOutput([id, ...rest]: readonly string[], node: WorkflowNode, known: Known): Found[] {
  if (id === undefined) return []
  const source = known.shape.nodes.get(id)
  if (!source) {
    const ids = [...known.shape.nodes.keys()]
    return [unknown('unknown_node', `There is no node ${id}.`, [id, ids])]
  }
  if (!known.behind(id).has(node.id))
    return [unknown('not_before', `The node ${id} does not run before ${node.id}.`)]
  const field = rest[0] === 'output' ? rest[1] : rest[0]
  const fields = listFields(source)
  if (field === undefined || !fields || fields.includes(field)) return []
  return [unknown('unknown_field', `The output of ${id} has no ${field}.`, [field, fields])]
}

/** Null where any field may be there. */
function listFields({ type, config }: WorkflowNode): string[] | null {
  const declared = findNodeType(type)
  if (!declared) return null
  if (type === 'transform')
    return [...Object.keys(config.fields ?? {}), ...Object.keys(config.expressions ?? {}), 'error']
  const { properties } = declared.output as { properties?: object }
  return [...Object.keys(properties ?? {}), 'error']
}

function unknown(code: string, message: string, near?: [string, string[]]): Found {
  return { code, message: message + (near ? didYouMean(...near) : ''), blocks: 'activation' }
}
