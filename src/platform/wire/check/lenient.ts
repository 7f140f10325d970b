import type { TSchema } from 'typebox'

interface Node {
  type?: string
  additionalProperties?: unknown
  properties?: Record<string, Node>
  items?: Node
  anyOf?: Node[]
  allOf?: Node[]
}

/**
 * The value without the fields that its schema does not know, at any depth. Free-form records are
 * left as they are, and so is whatever has the wrong kind: the check that follows refuses it.
 */
export function dropUnknown(schema: TSchema, value: unknown): unknown {
  return drop([schema as Node], value)
}

/** A field is known when one of the alternatives knows it. */
function drop(nodes: readonly Node[], value: unknown): unknown {
  const options = nodes.flatMap(flatten)
  if (Array.isArray(value)) {
    const items = options.flatMap((node) => node.items ?? [])
    return items.length > 0 ? value.map((item) => drop(items, item)) : value
  }
  if (value === null || typeof value !== 'object') return value
  const records = options.filter(({ type }) => type === 'object')
  if (!records.every(({ additionalProperties }) => additionalProperties === false)) return value
  const fields = Object.entries(value).map(([name, held]) => {
    const known = records.flatMap(({ properties = {} }) => getOwn(properties, name))
    return known.length > 0 ? [[name, drop(known, held)]] : []
  })
  return records.length > 0 ? Object.fromEntries(fields.flat()) : value
}

function getOwn(properties: Record<string, Node>, name: string): Node[] {
  return Object.hasOwn(properties, name) ? [properties[name]!] : []
}

function flatten(node: Node): Node[] {
  const parts = [...(node.anyOf ?? []), ...(node.allOf ?? [])]
  return parts.length > 0 ? [node, ...parts.flatMap(flatten)] : [node]
}
