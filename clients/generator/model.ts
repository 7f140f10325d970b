import { nameMethods, splitName, type PublishedNames } from './method-names.ts'
import {
  createResolver,
  readSchema,
  type FieldShape,
  type Schema,
  type TypeShape,
} from './read-schema.ts'
import { createTypeRegistry, type NamedType, type TypeRegistry } from './type-names.ts'
import { pascalCase, singular, snakeCase } from './words.ts'

/** What the printers print: every method with its types, independent of a language. */
export interface ClientModel {
  version: string
  resources: Resource[]
  types: NamedType[]
  errors: string[]
  /** Type names of the data by event. */
  events: Record<string, TypeShape>
}

export interface Resource {
  name: string
  methods: Method[]
}

export interface Method {
  name: string
  operationId: string
  summary: string
  description?: string
  verb: string
  path: string
  /** Of the path, in order, as they are called in the clients (snake case). */
  args: string[]
  /** The name of the type of what is sent beside the path; null when nothing is. */
  params: string | null
  isRequired: boolean
  /** Names of the fields of `params` that stand in the query; the others are the body. */
  query: string[]
  /** Whether the body may hold files, sent as multipart. */
  hasFiles: boolean
  produces: 'json' | 'page' | 'file' | 'events'
  returns: TypeShape
  isDeprecated?: boolean
}

interface Parameter {
  name: string
  in: string
  schema: Schema
  required?: boolean
  description?: string
}

interface Content {
  content?: Record<string, { schema: Schema }>
}

interface Operation {
  operationId: string
  summary?: string
  description?: string
  deprecated?: boolean
  parameters?: Parameter[]
  requestBody?: Content & { required?: boolean }
  responses: Record<string, Content>
}

interface ApiDocument {
  info: { version: string }
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: { requestBody: Content } }>
}

interface Entry {
  endpoint: string
  verb: string
  path: string
  operation: Operation
}

type Resolve = ReturnType<typeof createResolver>

/** Names of path parameters that a person can read. */
const ARGUMENT_NAMES: Readonly<Record<string, string>> = {
  sid: 'submission_id', fid: 'funder_id', did: 'delivery_id', eid: 'entity_id', pid: 'pdf_id',
  dsid: 'data_source_id', docId: 'document_id', maid: 'missing_account_id', n: 'number',
  fileId: 'file_id', signalId: 'signal_id', evaluationId: 'evaluation_id',
} // prettier-ignore

/**
 * The model of the endpoints of an OpenAPI document that a key opens, with the names that are
 * published. Pages for people and the cookies of their sessions are not called by programs, and the
 * addresses of hooks are called by other services.
 */
export function buildModel(
  document: object,
  published: PublishedNames,
  errors: readonly string[],
): { model: ClientModel; names: PublishedNames } {
  const api = document as ApiDocument
  const resolve = createResolver(document)
  const entries = listEntries(api)
  const paged = entries.map((one) => ({
    endpoint: one.endpoint,
    isPaged: isPaged(one.operation, resolve),
  }))
  const names = nameMethods(paged, published)
  const first = { resolve, names, registry: createTypeRegistry() }
  buildParts(api, entries, first)
  const registry = createTypeRegistry(first.registry.uses)
  const parts = buildParts(api, entries, { resolve, names, registry })
  const { version } = api.info
  const types = registry.list()
  return { model: { version, ...parts, types, errors: [...errors].toSorted() }, names }
}

function buildParts(
  api: ApiDocument,
  entries: Entry[],
  build: Build,
): Pick<ClientModel, 'resources' | 'events'> {
  nameRecords(entries, build)
  const methods = entries.map((entry) => ({ ...splitName(build.names[entry.endpoint]!), entry }))
  const resources = [...Map.groupBy(methods, ({ resource }) => resource)]
    .map(([name, all]) => ({ name, methods: all.map(({ entry }) => buildMethod(entry, build)) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return { resources, events: readEvents(api, build) }
}

interface Build {
  resolve: Resolve
  names: PublishedNames
  registry: TypeRegistry
}

function listEntries({ paths }: ApiDocument): Entry[] {
  return Object.entries(paths)
    .filter(([path]) => isForKeys(path))
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => {
        const verb = method.toUpperCase()
        return { endpoint: `${verb} ${path}`, verb, path, operation }
      }),
    )
}

/** Whether programs call an address with a key, or with none to see that the service is there. */
export function isForKeys(path: string): boolean {
  return /^\/(?:v1\/(?!hooks\/)|health)/.test(path)
}

/**
 * A record has the short name: `Submission` is what `submissions.list` returns. What `get` returns is
 * the same when it has further fields only on request, else it is the `SubmissionDetail`.
 */
function nameRecords(entries: Entry[], { resolve, names, registry }: Build): void {
  const methods = entries.map((entry) => ({ ...splitName(names[entry.endpoint]!), entry }))
  for (const [resource, all] of Map.groupBy(methods, (one) => one.resource)) {
    if (resource === 'health') continue
    const read = (name: string) => {
      const found = all.find(({ method }) => method === name)
      return found && readData(found.entry.operation, resolve)
    }
    const listed = read('list')
    const one = read('get')
    const short = isList(listed) ? listed.list : (read('create') ?? one)
    const name = pascalCase(singular(resource))
    if (short && one && extendsShape(one, short)) registry.merge(short, one, { name, resource })
    else if (short) registry.register(short, name, resource)
    if (one) registry.register(one, `${name}Detail`, resource)
  }
  for (const { resource, method, entry } of methods.filter((one) =>
    /^list[A-Z]/.test(one.method),
  )) {
    const listed = readData(entry.operation, resolve)
    const name = nameReturned(resource, method, 'page')
    if (isList(listed)) registry.register(listed.list, name, resource)
  }
}

function isList(type: TypeShape | undefined): type is { list: TypeShape } {
  return typeof type === 'object' && 'list' in type
}

/** Whether a shape has all fields of another, and further ones that may be absent. */
function extendsShape(long: TypeShape, short: TypeShape): boolean {
  if (typeof long !== 'object' || !('fields' in long)) return false
  if (typeof short !== 'object' || !('fields' in short)) return false
  const names = new Set(short.fields.map(({ name }) => name))
  const more = long.fields.filter(({ name }) => !names.has(name))
  const isSame = long.fields.length - more.length === short.fields.length
  return isSame && more.every(({ isOptional }) => isOptional)
}

const VERBS = /^(?:list|get|create|update|set|send|upload|link|compute|override|delete)(?=[A-Z])/

/** `submissions.listDuplicates` → `SubmissionDuplicate`. */
function nameReturned(resource: string, method: string, produces: Method['produces']): string {
  if (method === 'delete') return 'Deletion'
  const noun = pascalCase(singular(resource))
  if (/^(?:get|list)$/.test(method)) return noun
  const own = pascalCase(method.replace(VERBS, ''))
  const isVerb = !VERBS.test(method) && /^(?:create|update|query)$/.test(method)
  const name = `${noun}${isVerb ? `${own}Result` : own}`
  return produces === 'page' || /^(?:create|update|get|delete)[A-Z]/.test(method)
    ? singular(name)
    : name
}

function buildMethod(entry: Entry, build: Build): Method {
  const { operation, verb, path, endpoint } = entry
  const { resource, method } = splitName(build.names[endpoint]!)
  const produces = readProduces(operation, build.resolve)
  const name = `${pascalCase(singular(resource))}${pascalCase(method)}`
  const input = readInput(entry, build.resolve)
  const args = [...path.matchAll(/\{(\w+)\}/g)].map(
    ([, one]) => ARGUMENT_NAMES[one!] ?? snakeCase(one!),
  )
  const data =
    produces === 'json' || produces === 'page' ? readData(operation, build.resolve) : 'unknown'
  const type = produces === 'page' && typeof data === 'object' && 'list' in data ? data.list : data
  const returned = nameReturned(resource, method, produces)
  const returns = build.registry.register(type, returned, resource)
  const isSent = input.fields.length > 0
  return {
    name: method,
    operationId: operation.operationId,
    summary: operation.summary ?? '',
    ...(operation.description ? { description: operation.description } : {}),
    verb,
    path,
    args,
    params: isSent ? build.registry.define(input.fields, `${name}Params`, resource) : null,
    isRequired: input.fields.some(({ isOptional }) => !isOptional),
    query: input.query,
    hasFiles: input.hasFiles,
    produces,
    returns,
    ...(operation.deprecated ? { isDeprecated: true } : {}),
  }
}

interface Input {
  fields: FieldShape[]
  query: string[]
  hasFiles: boolean
}

function readInput({ operation, verb }: Entry, resolve: Resolve): Input {
  const content = operation.requestBody ? resolve(operation.requestBody).content! : {}
  const multipart = content['multipart/form-data']
  const schema = (multipart ?? content['application/json'])?.schema
  const body = schema ? readFields(schema, resolve) : []
  // Where both take a field, it means the same; the body is the longer one.
  const inBody = new Set(body.map(({ name }) => name))
  const query = (operation.parameters ?? [])
    .map(resolve)
    .filter((one) => one.in === 'query' && !inBody.has(one.name))
    .map((one) => readParameter(one, resolve))
  const isRead = verb === 'GET' || verb === 'DELETE'
  const fields = [...(isRead ? [] : body.map(widenFile)), ...query]
  return { fields, query: query.map(({ name }) => name), hasFiles: multipart !== undefined }
}

/** A part may stand several times; most callers have one file. */
function widenFile(field: FieldShape): FieldShape {
  const isFiles = JSON.stringify(field.type) === '{"list":"file"}'
  return isFiles ? { ...field, type: { union: ['file', { list: 'file' }] } } : field
}

function readFields(schema: Schema, resolve: Resolve): FieldShape[] {
  const type = readSchema(schema, resolve)
  if (typeof type === 'object' && 'fields' in type) return type.fields
  throw new Error(`A body without fields: ${JSON.stringify(schema).slice(0, 200)}`)
}

function readParameter(
  { name, schema, required, description }: Parameter,
  resolve: Resolve,
): FieldShape {
  const shared = description ?? resolve(schema).description
  return {
    name,
    type: readSchema(schema, resolve),
    isOptional: !required,
    ...(shared ? { description: shared } : {}),
  }
}

function isPaged(operation: Operation, resolve: Resolve): boolean {
  const { properties = {} } = readJson(operation, resolve) ?? {}
  const takesCursor = (operation.parameters ?? []).some((one) => resolve(one).name === 'cursor')
  return takesCursor && 'has_more' in properties && resolve(properties.data!).type === 'array'
}

function readProduces(operation: Operation, resolve: Resolve): Method['produces'] {
  const content = readContent(operation, resolve)
  if ('text/event-stream' in content) return 'events'
  if (!('application/json' in content)) return 'file'
  return isPaged(operation, resolve) ? 'page' : 'json'
}

function readContent({ responses }: Operation, resolve: Resolve): NonNullable<Content['content']> {
  const [status] = Object.keys(responses).filter((one) => one.startsWith('2'))
  return resolve(responses[status!]!).content ?? {}
}

function readJson(operation: Operation, resolve: Resolve): Schema | null {
  const schema = readContent(operation, resolve)['application/json']?.schema
  return schema ? resolve(schema) : null
}

/** What stands in `data`: every response has it. */
function readData(operation: Operation, resolve: Resolve): TypeShape {
  const { properties } = readJson(operation, resolve) ?? {}
  if (!properties?.data) throw new Error(`${operation.operationId} returns no data`)
  return readSchema(properties.data, resolve)
}

function readEvents(
  { webhooks }: ApiDocument,
  { resolve, registry }: Build,
): Record<string, TypeShape> {
  const events = Object.entries(webhooks).map(([type, { post }]) => {
    const { properties } = resolve(resolve(post.requestBody).content!['application/json']!.schema)
    const data = readSchema(properties!.data!, resolve)
    return [type, registry.register(data, `${pascalCase(type)}Data`, 'webhooks')]
  })
  return Object.fromEntries(events) as Record<string, TypeShape>
}
