import type { TSchema } from 'typebox'
import { toCamel } from '../../core/values/text.ts'
import { ApiError } from '../errors/api-error.ts'
import { parseStrictJson } from './strict-json.ts'

/** The parts of a JSON schema that conversion looks at. */
interface Node {
  type?: string
  properties?: Record<string, Node>
  required?: string[]
  items?: Node
  anyOf?: Node[]
  enum?: unknown[]
  /** Whether a text is kept in capitals, however it was written. */
  inCapitals?: boolean
}

/**
 * The same shape with its keys in camelCase, as everything inside of a submission is written; the
 * keys of free-form records are nobody's to rewrite.
 */
export function inCamel(schema: TSchema): TSchema {
  const { properties, required, items, anyOf } = schema as Node
  const renamed: Node = {
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, child]) => [toCamel(key), inCamel(child)]),
      ),
    }),
    ...(required && { required: required.map(toCamel) }),
    ...(items && { items: inCamel(items) }),
    ...(anyOf && { anyOf: anyOf.map(inCamel) }),
  }
  // The library keeps its own marks, such as what is optional, in properties that are not listed.
  const own = Object.getOwnPropertyDescriptors(schema)
  return Object.assign(Object.defineProperties({}, own), renamed) as TSchema
}

type Convert = (value: unknown) => unknown

const pickers = new WeakMap<object, Convert>()
const camelizers = new WeakMap<object, Convert>()

/**
 * A response as its schema declares it: only declared fields leave the house, camelCase inside
 * becomes the declared wire case. Undefined becomes null, but is left out where the schema has the
 * field as optional. Free-form records pass untouched.
 */
export function pick(schema: TSchema, value: unknown): unknown {
  return memo(pickers, schema, createPicker)(value)
}

/** What an endpoint with this response would send as its data. */
export function toWire<Data = Record<string, unknown>>(response: TSchema, data: unknown): Data {
  return (pick(response, { data }) as { data: Data }).data
}

/**
 * A validated request body with its declared keys in camelCase and its codes in capitals; free-form
 * records pass untouched.
 */
export function camelize(schema: TSchema, value: unknown): unknown {
  return memo(camelizers, schema, createCamelizer)(value)
}

function memo(
  cache: WeakMap<object, Convert>,
  node: Node,
  build: (node: Node) => Convert,
): Convert {
  let convert = cache.get(node)
  if (!convert) cache.set(node, (convert = build(node)))
  return convert
}

function createPicker(node: Node): Convert {
  const object = findObject(node)
  const items = findArray(node)?.items
  const pickObject = object?.properties && objectPicker(object.properties, object.required ?? [])
  const pickList = items && mapList(() => memo(pickers, items, createPicker))
  if (pickObject && pickList)
    return (value) => (Array.isArray(value) ? pickList(value) : pickObject(value))
  return pickObject ?? pickList ?? ((value) => value ?? null)
}

function objectPicker(properties: Record<string, Node>, required: string[]): Convert {
  const fields = Object.entries(properties).map(([wire, child]) => ({
    wire,
    inner: toCamel(wire),
    child,
    isOptional: !required.includes(wire),
  }))
  return (value) => {
    if (value === null || typeof value !== 'object') return value ?? null
    const source = value as Record<string, unknown>
    const picked: Record<string, unknown> = {}
    for (const { wire, inner, child, isOptional } of fields) {
      const held = inner in source ? source[inner] : source[wire]
      if (held === undefined && isOptional) continue
      picked[wire] = memo(pickers, child, createPicker)(held)
    }
    return picked
  }
}

function createCamelizer(node: Node): Convert {
  const objectNode = findObject(node)
  if (objectNode?.properties) return objectCamelizer(objectNode.properties)
  const items = findArray(node)?.items
  if (items) return mapList(() => memo(camelizers, items, createCamelizer))
  return isCode(node) ? toCapitals : (value) => value
}

function isCode({ inCapitals, anyOf = [] }: Node): boolean {
  return inCapitals ?? anyOf.some(isCode)
}

function toCapitals(value: unknown): unknown {
  return typeof value === 'string' ? value.toUpperCase() : value
}

function objectCamelizer(properties: Record<string, Node>): Convert {
  return (value) => {
    if (value === null || typeof value !== 'object') return value
    const camel: Record<string, unknown> = {}
    for (const [key, held] of Object.entries(value)) {
      const child = properties[key]
      camel[toCamel(key)] = child ? memo(camelizers, child, createCamelizer)(held) : held
    }
    return camel
  }
}

function mapList(item: () => Convert): Convert {
  return (value) => (Array.isArray(value) ? value.map(item()) : (value ?? null))
}

function findObject(node: Node): Node | undefined {
  return node.properties ? node : node.anyOf?.find((option) => option.properties)
}

function findArray(node: Node): Node | undefined {
  return node.type === 'array' ? node : node.anyOf?.find((option) => option.type === 'array')
}

/**
 * Query texts as the types their schema needs; what cannot be converted stays text and fails
 * validation.
 */
export function convertQuery(
  schema: TSchema,
  query: Record<string, unknown>,
): Record<string, unknown> {
  const properties = (schema as Node).properties ?? {}
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => {
      const node = properties[name]
      return [name, node && typeof value === 'string' ? convertText(node, value) : value]
    }),
  )
}

/** Form fields as the types their schema needs; an object is sent as its JSON text. */
export function convertForm(
  schema: TSchema,
  fields: Record<string, unknown>,
): Record<string, unknown> {
  const properties = (schema as Node).properties ?? {}
  const isRecord = (name: string) => properties[name]?.type === 'object'
  const texts = Object.entries(fields).filter(([name]) => !isRecord(name))
  const records = Object.entries(fields).filter(([name]) => isRecord(name))
  return {
    ...convertQuery(schema, Object.fromEntries(texts)),
    ...Object.fromEntries(records.map(([name, text]) => [name, parseRecord(name, text)])),
  }
}

function parseRecord(name: string, text: unknown): unknown {
  try {
    return parseStrictJson(String(text))
  } catch (error) {
    throw new ApiError('invalid_format', `${name} must be a JSON object.`, {
      param: name,
      cause: error,
    })
  }
}

function convertText(node: Node, text: string): unknown {
  const type = node.type ?? node.anyOf?.find((option) => option.type !== 'null')?.type
  if (type === 'array')
    return text === ''
      ? []
      : text.split(',').map((part) => convertText(findArray(node)!.items ?? {}, part.trim()))
  // `007`, `1e3` and blanks are not what a caller means by a number.
  if (type === 'integer' || type === 'number')
    return /^-?\d{1,15}(\.\d{1,9})?$/.test(text) ? Number(text) : text
  if (type === 'boolean')
    return text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : text
  return text
}
