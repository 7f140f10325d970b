import type { Described } from '../fields/example.ts'

interface Node extends Described {
  required?: string[]
  properties?: Record<string, Node>
  items?: Node
  anyOf?: Node[]
  default?: unknown
}

/** What a shape may look like, from the examples of its fields. */
export function buildExample(schema: object): unknown {
  return exampleFor(schema as Node)
}

/** Of a request, what must be sent; of one where nothing must, its first field of one value. */
export function buildRequest(schema: object): Record<string, unknown> {
  const { properties = {}, required = [] } = findFields(schema as Node)
  const fields = Object.entries(properties)
  const needed = fields.filter(([name]) => required.includes(name))
  const first = fields.filter(([, field]) => field.examples !== undefined).slice(0, 1)
  const chosen = needed.length > 0 ? needed : first
  return Object.fromEntries(chosen.map(([name, field]) => [name, requestFor(field)]))
}

/** Within a field that must be sent, again what must. */
function requestFor(node: Node): unknown {
  const inner = findFields(node)
  if (inner.properties) return buildRequest(inner)
  if (inner.items && !Array.isArray(inner.items)) return [requestFor(inner.items)]
  return exampleFor(node)
}

function exampleFor(node: Node): unknown {
  if (node.examples?.length) return node.examples[0]
  if (node.const !== undefined) return node.const
  if (node.enum?.length) return node.enum[0]
  const { properties, items, anyOf } = node
  if (properties) return mapValues(properties)
  if (items) return Array.isArray(items) ? items.map(exampleFor) : [exampleFor(items)]
  const inner = findFields(node)
  if (inner !== node) return exampleFor(inner)
  if (anyOf?.length) return exampleFor(anyOf.find((one) => one.type !== 'null') ?? anyOf[0]!)
  return byType([node.type ?? 'object'].flat()[0]!)
}

function mapValues(properties: Record<string, Node>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, exampleFor(field)]),
  )
}

/** Of a choice, the option that has fields, or whose values are listed. */
function findFields(node: Node): Node {
  return node.anyOf?.find((one) => one.properties ?? one.items ?? one.enum) ?? node
}

const BY_TYPE: Readonly<Record<string, unknown>> = {
  string: 'text',
  integer: 1,
  number: 1,
  boolean: true,
  object: {},
  array: [],
  null: null,
}

function byType(type: string): unknown {
  return BY_TYPE[type] ?? null
}
