import { toCamel } from '../../core/values/text.ts'

interface Node {
  [key: string]: unknown
}

/** Smaller shapes are read more easily where they stand. */
const LENGTH_MIN = 300

/** A shape that stands in several places, with the names of where it was met first, inmost last. */
interface Shape {
  count: number
  chain: readonly string[]
}

/**
 * The document with every shape of objects that stands more than once named under
 * `components.schemas`, and every error answer likewise under `components.responses`: what is
 * generated from it gets one type for one thing. Names come from the property, the resource or the
 * operation that has the shape, longer only where two shapes want the same.
 */
export function withComponents(document: Node): Node {
  const shapes = new Map<string, Shape>()
  const { components, ...rest } = document as { components: Node }
  visit(rest, [], (node, chain) => {
    if (!isNameable(node)) return
    const text = toJson(node)
    const known = shapes.get(text)
    shapes.set(text, { chain: known?.chain ?? chain, count: (known?.count ?? 0) + 1 })
  })
  const named = pickNames(shapes)
  const places: Places = { schemas: { ...(components.schemas as Node) }, responses: {} }
  const replaced = replace(rest, named, places) as Node
  return {
    ...replaced,
    components: {
      ...components,
      schemas: sorted(places.schemas),
      responses: sorted(places.responses),
    },
  }
}

const texts = new WeakMap<Node, string>()

/** The JSON of a node; each is asked for it by every node around it. */
function toJson(node: Node): string {
  let text = texts.get(node)
  if (text === undefined) texts.set(node, (text = JSON.stringify(node)))
  return text
}

interface Places {
  schemas: Node
  responses: Node
}

function isResponse(node: Node): boolean {
  return 'description' in node && 'content' in node
}

function isNameable(node: Node): boolean {
  if (isResponse(node)) return String(node.description).startsWith('`')
  return node.type === 'object' && 'properties' in node && toJson(node).length >= LENGTH_MIN
}

/** Walks the document; `chain` has the names of properties, resources and operations on the way. */
function visit(
  value: unknown,
  chain: readonly string[],
  meet: (node: Node, chain: readonly string[]) => void,
): void {
  if (Array.isArray(value)) return value.forEach((item) => visit(item, chain, meet))
  if (value === null || typeof value !== 'object') return
  const node = value as Node
  meet(node, chain)
  for (const [key, child] of Object.entries(node)) visit(child, nextChain(chain, node, key), meet)
}

/** Words of the specification itself name nothing. */
const WORDS = new Set(['schema', 'content', 'application/json', 'requestBody', 'responses', 'items',
  'anyOf', 'allOf', 'properties', 'paths', 'post', 'get', 'put', 'patch', 'delete', 'webhooks', 'data',
  'multipart/form-data', 'parameters', 'additionalProperties', 'patternProperties']) // prettier-ignore

function nextChain(chain: readonly string[], node: Node, key: string): readonly string[] {
  if (key.startsWith('/')) return [toNoun(key)]
  if (key === 'requestBody') return [pascal(String(node.operationId)), 'Body']
  if (key === 'responses') return [pascal(String(node.operationId)), ...chain]
  if (/^\d{3}$/.test(key)) return key < '400' ? chain : [`Error${key}`]
  if (key === 'properties' && 'data' in (node.properties as Node)) return chain
  const isName = /^[a-z]\w*$/i.test(key) && !WORDS.has(key)
  return isName && chain.length > 0 ? [...chain, singular(pascal(key))] : chain
}

/** `/v1/submissions/{id}/data-sources` → `DataSource`. */
function toNoun(path: string): string {
  const nouns = path
    .split('/')
    .filter((part) => part !== '' && part !== 'v1' && !part.startsWith('{'))
  return singular(pascal(nouns.at(-1) ?? 'root'))
}

function pascal(text: string): string {
  const camel = toCamel(text.replaceAll(/[^A-Za-z0-9]+/g, '_'))
  return camel.charAt(0).toUpperCase() + camel.slice(1)
}

function singular(name: string): string {
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`
  if (name.endsWith('sses')) return name.slice(0, -2)
  return /(?<![siu])s$/.test(name) ? name.slice(0, -1) : name
}

/**
 * What stands most often has the short name; of error answers the others of a status stay inline.
 */
function pickNames(shapes: ReadonlyMap<string, Shape>): Map<string, string> {
  const names = new Map<string, string>()
  const taken = new Set(['Error'])
  const shared = [...shapes].filter(([, { count }]) => count > 1)
  for (const [text, { chain }] of shared.toSorted(([, a], [, b]) => b.count - a.count)) {
    const error = chain.findLast((name) => /^Error\d{3}$/.test(name))
    if (error !== undefined && taken.has(error)) continue
    const name = error ?? freeName(wrapped(text, chain), taken)
    taken.add(name)
    names.set(text, name)
  }
  return names
}

/** The envelopes of the interface are named after what is in them. */
function wrapped(text: string, chain: readonly string[]): readonly string[] {
  const { properties = {} } = JSON.parse(text) as { properties?: Node }
  const kind = 'has_more' in properties ? 'List' : 'Answer'
  return 'data' in properties ? [...chain.slice(0, -1), `${chain.at(-1)}${kind}`] : chain
}

function freeName(chain: readonly string[], taken: ReadonlySet<string>): string {
  for (let length = 1; length <= chain.length; length += 1) {
    const name = chain.slice(-length).join('')
    if (!taken.has(name)) return name
  }
  let number = 2
  while (taken.has(`${chain.join('')}${number}`)) number += 1
  return `${chain.join('')}${number}`
}

function replace(value: unknown, names: ReadonlyMap<string, string>, places: Places): unknown {
  if (Array.isArray(value)) return value.map((item) => replace(item, names, places))
  if (value === null || typeof value !== 'object') return value
  const node = value as Node
  const name = isNameable(node) ? names.get(toJson(node)) : undefined
  const inner = Object.fromEntries(
    Object.entries(node).map(([key, child]) => [key, replace(child, names, places)]),
  )
  if (name === undefined) return inner
  const place = isResponse(node) ? 'responses' : 'schemas'
  places[place][name] ??= inner
  return { $ref: `#/components/${place}/${name}` }
}

function sorted(node: Node): Node {
  return Object.fromEntries(Object.entries(node).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
