import { didYouMean } from '../values/text.ts'
import { checkConfig } from './check/config.ts'
import type { GraphProblem } from './check/graph-problem.ts'
import { checkNames } from './check/names.ts'
import { checkStructure } from './check/structure.ts'
import { findNextFire } from './cron.ts'
import { TRIGGER_ID, type Graph, type Trigger } from './graph.ts'
import { compileExpression } from './language/expression.ts'
import { findNodeType, NODE_TYPES } from './nodes/index.ts'
import { readShape } from './shape.ts'
import { TRIGGER_TYPES } from './triggers.ts'

export type { GraphProblem } from './check/graph-problem.ts'

/** An instant with days of every month behind it: a schedule is tried from here on. */
const TRIED_FROM_MS = Date.UTC(2026, 0, 1)

/** Why the engine cannot run a node. */
export interface UnsupportedNode {
  nodeId: string
  type: string
  reason: string
}

/** Everything that is wrong with a graph; empty when it can be activated. */
export function checkGraph(graph: Graph, eventTypes: readonly string[]): GraphProblem[] {
  const shape = readShape(graph)
  return [
    ...checkTrigger(graph.trigger, eventTypes),
    ...checkStructure(graph, shape),
    ...graph.nodes.flatMap(({ id, type, config }) => {
      const declared = findNodeType(type)
      return declared ? checkConfig(id, declared.config, config) : []
    }),
    ...checkNames(graph, shape),
  ]
}

/** Nodes of a type that does not exist, or that nothing performs. */
export function listUnsupported(
  { nodes }: Graph,
  isPerformed: (type: string) => boolean,
): UnsupportedNode[] {
  return nodes.flatMap(({ id, type }) => {
    const reason = findObstacle(type, isPerformed)
    return reason === null ? [] : [{ nodeId: id, type, reason }]
  })
}

/** Why no node of a type can run; null when it can. */
export function findObstacle(type: string, isPerformed: (type: string) => boolean): string | null {
  const declared = findNodeType(type)
  if (!declared) {
    const known = NODE_TYPES.map((one) => one.type)
    return `There is no node type ${type}.${didYouMean(type, known)}`
  }
  return isPerformed(type) ? null : `The engine cannot perform ${type} yet.`
}

function checkTrigger({ type, config }: Trigger, eventTypes: readonly string[]): GraphProblem[] {
  const declared = TRIGGER_TYPES.find((one) => one.type === type)
  if (!declared) {
    const names = TRIGGER_TYPES.map((one) => one.type)
    const message = `There is no trigger ${type}; there are ${names.join(', ')}.`
    return [blocked('unknown_trigger', 'type', message + didYouMean(type, names))]
  }
  const problems = checkConfig(TRIGGER_ID, declared.config, config)
  if (problems.length > 0) return problems
  if (type === 'event') return checkEvent(config, eventTypes)
  return [...checkFilter(config), ...(type === 'schedule' ? checkSchedule(config) : [])]
}

function checkEvent(
  config: Record<string, unknown>,
  eventTypes: readonly string[],
): GraphProblem[] {
  const name = String(config.event_type)
  if (eventTypes.includes(name)) return checkFilter(config)
  const message = `There is no event ${name}; there are ${eventTypes.join(', ')}.`
  return [
    blocked('invalid_event_type', 'config.event_type', message + didYouMean(name, eventTypes)),
  ]
}

function checkFilter({ filter }: Record<string, unknown>): GraphProblem[] {
  const { expression } = (filter ?? {}) as { expression?: string }
  const compiled = expression === undefined ? { paths: [] } : compileExpression(expression)
  if (!('problem' in compiled)) return []
  return [blocked('invalid_expression', 'config.filter.expression', `${compiled.problem}.`)]
}

function checkSchedule(config: Record<string, unknown>): GraphProblem[] {
  const { cron, timezone } = config as { cron: string; timezone: string }
  const next = findNextFire({ cron, timezone }, TRIED_FROM_MS)
  return 'problem' in next ? [blocked('invalid_cron', 'config.cron', next.problem)] : []
}

function blocked(code: string, field: string, message: string): GraphProblem {
  return { nodeId: TRIGGER_ID, field, code, message, blocks: 'activation' }
}
