/** What a test reads of an operation. */
export interface Operation {
  operationId: string
  parameters?: (Reference & { name?: string; in?: string; required?: boolean })[]
  responses: Record<string, Response>
}

export interface Response extends Reference {
  content: Record<string, { schema: { allOf: { properties: ErrorProperties }[] } }>
}

interface Reference {
  $ref?: string
}

interface ErrorProperties {
  error: { properties: { code: { enum: never[] } } }
}

type Node = Record<string, unknown>

/** A fault at a place of the document. */
type Note = (place: string, what: string) => void

const METHODS = ['get', 'put', 'post', 'delete', 'patch']
const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']

/**
 * The fields of each object of OpenAPI 3.1 that the document uses, with the object that each holds:
 * one, a list (`[]`) or a map (`{}`) of it, or anything (``). Fields that it must have end in `!`.
 */
const OBJECTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  document: {
    'openapi!': '',
    'info!': 'info',
    servers: 'server[]',
    security: '',
    tags: 'tag[]',
    'paths!': 'path{}',
    webhooks: 'path{}',
    components: 'components',
  },
  info: { 'title!': '', 'version!': '', description: '', license: '' },
  server: { 'url!': '', description: '' },
  tag: { 'name!': '', description: '' },
  path: Object.fromEntries(METHODS.map((method) => [method, 'operation'])),
  operation: {
    'operationId!': '',
    summary: '',
    description: '',
    tags: '',
    security: '',
    parameters: 'parameter[]',
    requestBody: 'body',
    'responses!': 'response{}',
  },
  parameter: {
    'name!': '',
    'in!': '',
    required: '',
    description: '',
    explode: '',
    example: '',
    'schema!': 'schema',
  },
  body: { 'content!': 'media{}', description: '', required: '' },
  response: { 'description!': '', content: 'media{}' },
  media: { schema: 'schema', example: '' },
  components: {
    schemas: 'schema{}',
    parameters: 'parameter{}',
    responses: 'response{}',
    securitySchemes: '',
  },
  schema: {
    type: '',
    enum: '',
    const: '',
    default: '',
    format: '',
    pattern: '',
    description: '',
    examples: '',
    contentEncoding: '',
    minimum: '',
    maximum: '',
    exclusiveMinimum: '',
    deprecated: '',
    minLength: '',
    maxLength: '',
    minItems: '',
    maxItems: '',
    uniqueItems: '',
    minProperties: '',
    maxProperties: '',
    required: '',
    properties: 'schema{}',
    patternProperties: 'schema{}',
    propertyNames: 'schema',
    additionalProperties: 'schema',
    items: 'schema',
    anyOf: 'schema[]',
    allOf: 'schema[]',
    not: 'schema',
  },
}

/** Where objects that are referred to stand. */
const PLACES: Readonly<Record<string, string>> = {
  schema: 'schemas',
  parameter: 'parameters',
  response: 'responses',
}

/** Everything of a document that is not OpenAPI 3.1, as `place: what`. */
export function findFaults(document: Node): string[] {
  const faults: string[] = []
  const note: Note = (place, what) => void faults.push(`${place}: ${what}`)
  const version = String(document.openapi)
  if (!version.startsWith('3.1.')) note('openapi', `${version} is not 3.1`)
  checkComponents(document, note)
  checkObject(document, 'document', { document, note, place: '' })
  checkOperations(document, note)
  return faults.toSorted()
}

/** What an object says, or what its reference leads to. */
export function resolve<T extends Reference>(document: object, value: T): T {
  if (value.$ref === undefined) return value
  const names = value.$ref.split('/').slice(1)
  return names.reduce((held: unknown, name) => (held as Node | undefined)?.[name], document) as T
}

/** Names have no other signs, and whatever nothing refers to is left over. */
function checkComponents(document: Node, note: Note): void {
  const text = JSON.stringify(document)
  for (const place of Object.values(PLACES)) {
    for (const name of Object.keys((document.components as Record<string, Node>)[place] ?? {})) {
      const path = `components/${place}/${name}`
      if (!/^[\w.-]+$/.test(name)) note(path, 'not a name')
      if (!text.includes(`"#/${path}"`)) note(path, 'nothing refers to it')
    }
  }
}

interface At {
  document: Node
  note: Note
  place: string
}

function checkObject(value: unknown, kind: string, at: At): void {
  if (kind === 'schema' && typeof value === 'boolean') return
  const { $ref } = value as Reference
  if ($ref !== undefined) return checkReference($ref, kind, at)
  const fields = OBJECTS[kind]!
  for (const [field, held] of Object.entries(value as Node)) {
    const inner = { ...at, place: at.place === '' ? field : `${at.place}/${field}` }
    const holds = fields[field] ?? fields[`${field}!`]
    if (holds !== undefined) checkField(held, holds, inner)
    else if (!field.startsWith('x-')) at.note(inner.place, `not a field of a ${kind}`)
    if (kind === 'schema' && field === 'type') checkType(held, inner)
  }
  for (const field of Object.keys(fields).filter((name) => name.endsWith('!'))) {
    if (!(field.slice(0, -1) in (value as Node))) at.note(at.place, `lacks ${field.slice(0, -1)}`)
  }
}

function checkReference($ref: string, kind: string, { document, note, place }: At): void {
  const isThere = $ref.startsWith(`#/components/${PLACES[kind]}/`) && resolve(document, { $ref })
  if (!isThere) note(place, `${$ref} leads nowhere`)
}

/** What a field holds: one object of a kind, a list or a map of them, or anything. */
function checkField(value: unknown, holds: string, at: At): void {
  if (holds === '') return
  if (!/[\]}]$/.test(holds)) return checkObject(value, holds, at)
  for (const [key, one] of Object.entries(value as Node)) {
    checkObject(one, holds.slice(0, -2), { ...at, place: `${at.place}/${key}` })
  }
}

function checkType(type: unknown, { note, place }: At): void {
  const wrong = [type].flat().filter((one) => !TYPES.includes(String(one)))
  for (const one of wrong) note(place, `not a type: ${String(one)}`)
}

/** Every operation has a name of its own. */
function checkOperations(document: Node, note: Note): void {
  const seen = new Set<string>()
  for (const [path, methods] of Object.entries(document.paths as Record<string, Node>)) {
    for (const [method, operation] of Object.entries(methods as Record<string, Operation>)) {
      const { operationId } = operation
      const place = `paths/${path}/${method}`
      if (seen.has(operationId)) note(place, `${operationId} is another's name`)
      seen.add(operationId)
      for (const fault of operationFaults(path, operation, document)) note(place, fault)
    }
  }
}

/** Statuses that are none, and parameters of the path that are not declared. */
function operationFaults(path: string, operation: Operation, document: Node): string[] {
  const statuses = Object.keys(operation.responses)
  const wrong = statuses.filter((status) => !/^[1-5]\d\d$|^default$/.test(status))
  const given = operation.parameters?.map((one) => resolve(document, one)) ?? []
  const named = given.filter((one) => one.in === 'path' && one.required).map(({ name }) => name)
  const needed = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const missing = needed.filter((name) => !named.includes(name))
  return [
    ...wrong.map((status) => `${status} is not a status`),
    ...missing.map((name) => `{${name}} is not declared`),
  ]
}
