import { pascal, singular } from './operation-names.ts'

interface Node {
  [key: string]: unknown
}

/** Smaller shapes are read more easily where they stand. */
const LENGTH_MIN = 100

type Place = 'schemas' | 'parameters' | 'responses'

/** A thing that stands in several places, with the names of where it was met first, inmost last. */
interface Shape {
  place: Place
  count: number
  chain: readonly string[]
}

/**
 * The document with every parameter, response and shape that stands more than once named under
 * `components`: what is generated from it gets one type for one thing. Names come from the format,
 * the property, the resource or the operation that has it, longer only where two want the same.
 */
export function withComponents(document: Node): Node {
  const { components, ...all } = document as { components: Node }
  const rest = split(all) as Node
  const shapes = new Map<string, Shape>()
  visit(rest, [], (node, chain) => {
    const place = placeFor(node)
    if (place === undefined) return true
    const { count = 0, chain: first = chain } = shapes.get(toJson(node)) ?? {}
    shapes.set(toJson(node), { place, chain: first, count: count + 1 })
    // What stands within a shape that is named stands once, however often the shape does.
    return count === 0 || isNoted(node)
  })
  const given = structuredClone(components) as Partial<Named>
  const named: Named = { parameters: {}, schemas: {}, responses: {}, ...given }
  const replaced = replace(rest, referencesFor(shapes, named), named) as Node
  const sorted = Object.entries(named).map(([place, held]) => [place, sortKeys(held)])
  return join({ ...replaced, components: Object.fromEntries(sorted) as Node }) as Node
}

/** Holds a shape beside its notes while shapes are counted. */
const SHAPE = '~shape'

/**
 * A shape that stands at several fields has notes of its own at each: apart from them it is one
 * shape, which a `$ref` beside the notes can name.
 */
function split(value: unknown): unknown {
  return map(value, (node) => {
    const { description, examples, ...shape } = node
    const isNoted = typeof description === 'string'
    if (!isNoted || placeFor(shape) !== 'schemas') return node
    return { [SHAPE]: shape, description, ...(examples !== undefined && { examples }) }
  })
}

function join(value: unknown): unknown {
  return map(value, ({ [SHAPE]: shape, ...node }) => ({ ...(shape as Node | undefined), ...node }))
}

/** The same tree with each node changed, the inner ones first. */
function map(value: unknown, change: (node: Node) => Node): unknown {
  if (Array.isArray(value)) return value.map((item) => map(item, change))
  if (value === null || typeof value !== 'object') return value
  const inner = Object.entries(value).map(([key, child]) => [key, map(child, change)])
  return change(Object.fromEntries(inner) as Node)
}

const texts = new WeakMap<Node, string>()

/** The JSON of a node; every node around it needs it too. */
function toJson(node: Node): string {
  let text = texts.get(node)
  if (text === undefined) texts.set(node, (text = JSON.stringify(node)))
  return text
}

/** What makes a typed schema long; a shape may also be a union. */
const KEYWORDS = ['properties', 'enum', 'pattern']

type Named = Record<Place, Node>

function placeFor(node: Node): Place | undefined {
  if (isParameter(node)) return 'parameters'
  if (isResponse(node)) return 'responses'
  if (isNoted(node)) return 'schemas'
  const isTyped = typeof node.type === 'string' && KEYWORDS.some((keyword) => keyword in node)
  return (isTyped || isUnion(node)) && toJson(node).length >= LENGTH_MIN ? 'schemas' : undefined
}

/** What only a schema has; operations and others are described too. */
const SCHEMA_KEYS = [SHAPE, 'type', 'anyOf', 'enum']

/** A field with its notes, such as the id of a submission. */
function isNoted(node: Node): boolean {
  return typeof node.description === 'string' && SCHEMA_KEYS.some((key) => key in node)
}

/** Of a success; those of errors are named where they are made. */
function isResponse(node: Node): boolean {
  return typeof node.description === 'string' && 'headers' in node && 'content' in node
}

/** What a `$ref` and a name cost, about. */
const REFERENCE_LENGTH = 50

/** Whether naming a field with its notes makes the document shorter. */
function isWorthNaming(text: string, count: number): boolean {
  const { anyOf, items, properties, content, [SHAPE]: shape, ...own } = JSON.parse(text) as Node
  if (properties !== undefined || own.description === undefined) return true
  const isOuter = (anyOf ?? items ?? content ?? shape) !== undefined
  const length = JSON.stringify(own).length + (isOuter ? REFERENCE_LENGTH : 0)
  return (count - 1) * length > (count + 1) * REFERENCE_LENGTH
}

/** Of shapes; one that may also be null is the shape beside null. */
function isUnion({ anyOf }: Node): boolean {
  if (!Array.isArray(anyOf)) return false
  return (anyOf as Node[]).filter(({ type }) => type !== 'null').length > 1
}

function isParameter(node: Node): boolean {
  return typeof node.name === 'string' && typeof node.in === 'string'
}

/**
 * Walks the document; `chain` has the names of properties, resources and operations on the way.
 * `meet` returns whether to go on within the node.
 */
function visit(
  value: unknown,
  chain: readonly string[],
  meet: (node: Node, chain: readonly string[]) => boolean,
): void {
  if (Array.isArray(value)) return value.forEach((item) => visit(item, chain, meet))
  if (value === null || typeof value !== 'object') return
  const node = value as Node
  if (!meet(node, ownChain(chain, node))) return
  for (const [key, child] of Object.entries(node)) visit(child, nextChain(chain, node, key), meet)
}

/** Words of the specification itself name nothing. */
const WORDS = new Set(['schema', 'content', 'application/json', 'requestBody', 'responses', 'items',
  'anyOf', 'allOf', 'properties', 'paths', 'post', 'get', 'put', 'patch', 'delete', 'webhooks', 'data',
  'multipart/form-data', 'parameters', 'additionalProperties', 'patternProperties']) // prettier-ignore

function nextChain(chain: readonly string[], node: Node, key: string): readonly string[] {
  if (key.startsWith('/')) return [toNoun(key)]
  if (isParameter(node)) return ownChain(chain, node)
  if (key === 'requestBody') return [pascal(String(node.operationId)), 'Body']
  if (key === 'responses') return [pascal(String(node.operationId)), ...chain]
  if (key === 'properties' && 'data' in (node.properties as Node)) return chain
  const isName = /^[a-z]\w*$/i.test(key) && !WORDS.has(key)
  return isName && chain.length > 0 ? [...chain, singular(pascal(key))] : chain
}

/** A format and a parameter have a name of their own. */
function ownChain(chain: readonly string[], node: Node): readonly string[] {
  if (isParameter(node)) return [...chain, pascal(String(node.name))]
  const isNamed = typeof node.format === 'string' && !isNoted(node)
  return isNamed ? [...chain, pascal(node.format as string)] : chain
}

/** `/v1/submissions/{id}/data-sources` → `DataSource`. */
function toNoun(path: string): string {
  const nouns = path
    .split('/')
    .filter((part) => part !== '' && part !== 'v1' && !part.startsWith('{'))
  return singular(pascal(nouns.at(-1) ?? 'root'))
}

/** The path under `components` of everything that stands twice; what does most often is short. */
function referencesFor(
  shapes: ReadonlyMap<string, Shape>,
  given: Readonly<Named>,
): Map<string, [Place, string]> {
  const references = new Map<string, [Place, string]>()
  const taken = new Set<string>()
  const shared = [...shapes].filter(
    ([text, { place, count }]) =>
      count > 1 && (place === 'parameters' || isWorthNaming(text, count)),
  )
  for (const [text, { place, chain }] of shared.toSorted(([, a], [, b]) => b.count - a.count)) {
    const name = freeName(
      wrapped(text, chain),
      (free) => free in given[place] || taken.has(`${place}/${free}`),
    )
    taken.add(`${place}/${name}`)
    references.set(text, [place, name])
  }
  return references
}

/** The envelopes of the interface are named after what is in them. */
function wrapped(text: string, chain: readonly string[]): readonly string[] {
  const { properties = {} } = JSON.parse(text) as { properties?: Node }
  const kind = 'has_more' in properties ? 'List' : 'Response'
  return 'data' in properties ? [...chain.slice(0, -1), `${chain.at(-1)}${kind}`] : chain
}

function freeName(chain: readonly string[], isTaken: (name: string) => boolean): string {
  for (let length = 1; length <= chain.length; length += 1) {
    const name = chain.slice(-length).join('')
    if (!isTaken(name)) return name
  }
  let number = 2
  while (isTaken(`${chain.join('')}${number}`)) number += 1
  return `${chain.join('')}${number}`
}

function replace(
  value: unknown,
  references: ReadonlyMap<string, [Place, string]>,
  named: Named,
): unknown {
  if (Array.isArray(value)) return value.map((item) => replace(item, references, named))
  if (value === null || typeof value !== 'object') return value
  const node = value as Node
  const reference = placeFor(node) && references.get(toJson(node))
  const inner = Object.fromEntries(
    Object.entries(node).map(([key, child]) => [key, replace(child, references, named)]),
  )
  if (!reference) return inner
  const [place, name] = reference
  named[place][name] ??= inner
  return { $ref: `#/components/${place}/${name}` }
}

function sortKeys(node: Node): Node {
  return Object.fromEntries(Object.entries(node).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
