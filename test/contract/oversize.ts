import { getMethod, type Route } from '../../src/platform/route.ts'

/** The parts of a JSON schema that a size can be wrong in. */
export interface SchemaNode {
  type?: string
  additionalProperties?: unknown
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minimum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  exclusiveMinimum?: number
  maxItems?: number
  maxProperties?: number
  maxValues?: number
  required?: string[]
  properties?: Record<string, SchemaNode>
  patternProperties?: Record<string, SchemaNode>
  items?: SchemaNode
  anyOf?: SchemaNode[]
  allOf?: SchemaNode[]
  not?: SchemaNode
}

/** A part of a request that can be made too large, and the whole value with it. */
export interface Spot {
  /** As `rules[].tags`; empty for the whole. */
  path: string
  kind: 'array' | 'record' | 'object' | 'text' | 'anything'
  schema: SchemaNode
  wrap: (value: unknown) => unknown
}

/** What is sent in a spot, in words. */
export interface Oversize {
  what: string
  value: unknown
}

/** Items or keys at least; what looks at each of so many takes seconds when it should not. */
const UNLIMITED = 40_000
const TEXT_UNLIMITED = 400_000
/** Rows of any kind take about as much as they may of what a request may hold. */
const BYTES_MAX = 9 * 1024 * 1024

/** Every part of a shape, also those inside of others. */
export function listSpots(shape: unknown): Spot[] {
  return shape ? [...walkSpots(shape as SchemaNode, '', (value) => value)] : []
}

function* walkSpots(
  schema: SchemaNode,
  path: string,
  wrap: (value: unknown) => unknown,
): Generator<Spot> {
  const kind = findKind(schema)
  if (kind) yield { path, kind, schema, wrap }
  for (const option of schema.anyOf ?? []) yield* walkSpots(option, path, wrap)
  for (const part of schema.allOf ?? [])
    yield* walkSpots(part, path, (value) => wrap(merge(buildExample(schema), value)))
  for (const [name, child] of Object.entries(schema.properties ?? {}))
    yield* walkSpots(child, path === '' ? name : `${path}.${name}`, (value) =>
      wrap(merge(buildExample(schema), { [name]: value })),
    )
  if (schema.items) yield* walkSpots(schema.items, `${path}[]`, (value) => wrap([value]))
  for (const child of Object.values(schema.patternProperties ?? {}))
    yield* walkSpots(child, `${path}{}`, (value) => wrap({ key: value }))
}

function findKind(schema: SchemaNode): Spot['kind'] | null {
  if (schema.type === 'array') return 'array'
  if (schema.type === 'object') return schema.patternProperties ? 'record' : 'object'
  if (schema.type === 'string' && !schema.enum && schema.const === undefined) return 'text'
  const isOpen = !schema.type && !schema.anyOf && !schema.allOf && !schema.enum && !schema.not
  return isOpen && schema.const === undefined ? 'anything' : null
}

function merge(left: unknown, right: unknown): unknown {
  const areObjects = [left, right].every((one) => typeof one === 'object' && one !== null)
  return areObjects ? { ...(left as object), ...(right as object) } : right
}

const TEXTS = [
  'a',
  'ab1',
  'A',
  'USD',
  '1',
  '0000',
  'a1b2',
  '1.2.3.4',
  '2025-01-01T00:00:00Z',
  'a.b',
]
const FORMATS: Readonly<Record<string, string>> = {
  uuid: '0190b5a0-0000-7000-8000-000000000000',
  date: '2025-03-03',
  'date-time': '2025-03-03T00:00:00Z',
  email: 'a@example.com',
  uri: 'https://example.com/',
}

/** The smallest value that a schema takes, as near as its parts allow. */
export function buildExample(schema: SchemaNode): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return buildExample(schema.anyOf[0]!)
  if (schema.allOf) return schema.allOf.map(buildExample).reduce(merge, {})
  switch (schema.type) {
    case 'string':
      return exampleText(schema)
    case 'integer':
    case 'number':
      return schema.minimum !== undefined && schema.minimum > 1 ? schema.minimum : 1
    case 'boolean':
      return true
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => buildExample(schema.items ?? {}))
    case 'null':
      return null
    default:
      return exampleObject(schema)
  }
}

function exampleText({ format, pattern, minLength = 1 }: SchemaNode): string {
  if (format && FORMATS[format]) return FORMATS[format]
  const fits = TEXTS.find((text) => pattern === undefined || new RegExp(pattern, 'u').test(text))
  return (fits ?? 'a').padEnd(minLength, 'a')
}

function exampleObject({ properties = {}, required = [] }: SchemaNode): object {
  return Object.fromEntries(required.map((name) => [name, buildExample(properties[name] ?? {})]))
}

/**
 * Values ten times as large as a spot takes, and at least so large: equal and distinct, of the right
 * kind and not.
 */
export function listOversizes(spot: Spot, least = UNLIMITED): Oversize[] {
  const { kind, schema } = spot
  if (kind === 'array') return listArrays(schema, least)
  if (kind === 'record') return listRecords(schema, least)
  if (kind === 'object') return [manyFields('unknown fields', UNLIMITED, (index) => index)]
  if (kind === 'text') return listTexts(schema)
  return [
    manyItems('numbers', UNLIMITED, (index) => index),
    manyFields('keys', UNLIMITED, () => 'x'),
    { what: 'a deep value', value: nest(28) },
  ]
}

/** Right values at the limit of a list or record that stands by itself in a body. */
export function listFull({ kind, schema, path }: Spot): unknown[] {
  if (path === '' || /[[{]/.test(path)) return []
  if (kind === 'array' && schema.maxItems !== undefined) {
    const example = buildExample(schema.items ?? {})
    return [Array.from({ length: schema.maxItems }, (_, index) => makeDistinct(example, index))]
  }
  if (kind !== 'record' || schema.maxProperties === undefined) return []
  const [held = {}] = Object.values(schema.patternProperties ?? {})
  const example = findKind(held) === 'anything' ? 'x'.repeat(1000) : buildExample(held)
  const { maxProperties: length } = schema
  return [Object.fromEntries(Array.from({ length }, (_, index) => [`key_${index}`, example]))]
}

function listArrays({ items = {}, maxItems = 0 }: SchemaNode, least: number): Oversize[] {
  const count = Math.max(maxItems * 10, least)
  const example = buildExample(items)
  const wrong = findKind(items) === 'anything' ? 'wrong' : wrongFor(items)
  return [
    manyItems('equal items', count, () => example),
    manyItems('distinct items', count, (index) => makeDistinct(example, index)),
    manyItems('equal wrong items', count, () => wrong),
    manyItems('distinct wrong items', count, (index) => [index]),
  ]
}

function listRecords(
  { patternProperties = {}, maxProperties = 0 }: SchemaNode,
  least: number,
): Oversize[] {
  const count = Math.max(maxProperties * 10, least)
  const [held = {}] = Object.values(patternProperties)
  const example = findKind(held) === 'anything' ? 'x' : buildExample(held)
  return [
    manyFields('keys', count, () => example),
    manyFields('keys with wrong values', 9_000, (index) => [[index]]),
    manyFields('keys that a reader takes', 9_000, () => example),
  ]
}

function listTexts({ maxLength }: SchemaNode): Oversize[] {
  const length = maxLength === undefined ? TEXT_UNLIMITED : Math.max(maxLength * 10, 100_000)
  return ['a', '1.', 'a@', '-', ' ', '😀'].map((part) => ({
    what: `${length} characters of "${part}"`,
    value: part.repeat(length / part.length),
  }))
}

function wrongFor(schema: SchemaNode): unknown {
  return schema.type === 'string' ? 4711.5 : 'wrong'
}

function makeDistinct(example: unknown, index: number): unknown {
  if (typeof example === 'string') return index === 0 ? example : varyText(example, index)
  if (typeof example === 'number') return example + index
  if (example === null || typeof example !== 'object') return index
  const [first] = Object.entries(example).filter(([, held]) => typeof held === 'string')
  return first ? { ...example, [first[0]]: varyText(first[1] as string, index) } : { ...example }
}

function varyText(text: string, index: number): string {
  const mark = index.toString(16)
  return text.length > mark.length ? text.slice(0, -mark.length) + mark : text + mark
}

function manyItems(what: string, count: number, item: (index: number) => unknown): Oversize {
  const bytes = JSON.stringify(item(count))?.length ?? 4
  const length = Math.min(count, Math.floor(BYTES_MAX / (bytes + 1)))
  return { what: `${length} ${what}`, value: Array.from({ length }, (_, index) => item(index)) }
}

function manyFields(what: string, count: number, held: (index: number) => unknown): Oversize {
  const bytes = (JSON.stringify(held(count))?.length ?? 4) + 12
  const length = Math.min(count, Math.floor(BYTES_MAX / bytes))
  const entries = Array.from({ length }, (_, index) => [`key_${index}`, held(index)])
  return { what: `${length} ${what}`, value: Object.fromEntries(entries) }
}

function nest(depth: number): unknown {
  let value: unknown = []
  for (let level = 0; level < depth; level += 1) value = level % 2 ? { a: value } : [value, value]
  return depth > 12 ? nest(12) : value
}

/** A query has the room of a request's head. */
const QUERY_MAX = 14_000

/** Queries as long as a head of a request can be: one for each parameter, and of unknown names. */
export function listQueries({ shapes }: Route): { what: string; query: string }[] {
  const properties = Object.entries((shapes.query as SchemaNode | undefined)?.properties ?? {})
  const queries = properties.flatMap(([name, schema]) => listValues(name, schema))
  const names = fill((index) => `n${index}&`)
  return [...queries, { what: 'unknown names', query: names }]
}

function listValues(name: string, schema: SchemaNode): { what: string; query: string }[] {
  if (findKind(schema) === 'record')
    return [{ what: `${name} pairs`, query: fill((index) => `${name}[k${index}]=v&`) }]
  const example = schema.type === 'array' ? buildExample(schema.items ?? {}) : buildExample(schema)
  const values = {
    'equal items': fill(() => `${encodeURIComponent(String(example))},`),
    'distinct items': fill(
      (index) => `${encodeURIComponent(String(makeDistinct(example, index)))},`,
    ),
    'one long text': 'a'.repeat(QUERY_MAX),
    'many words': fill((index) => `w${index}+`),
    brackets: '('.repeat(QUERY_MAX),
  }
  return Object.entries(values).map(([what, value]) => ({
    what: `${name} of ${what}`,
    query: `${name}=${value}`,
  }))
}

function fill(part: (index: number) => string): string {
  let text = ''
  for (let index = 0; text.length < QUERY_MAX; index += 1) text += part(index)
  return text.slice(0, -1)
}

export function takesBody(declared: Route): boolean {
  return declared.shapes.body !== undefined && getMethod(declared) !== 'GET'
}
