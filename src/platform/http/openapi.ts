import { listNouns } from '../wire/ids/known-id.ts'
import type { TSchema } from 'typebox'
import type { ErrorCode } from '../errors/catalogue.ts'
import { getMethod, getPath, type Route } from '../route.ts'
import { withComponents } from './openapi-components.ts'
import { commonErrors, errorResponses, errorSchema, isWrite } from './openapi-errors.ts'

export function listErrors(declared: Route): ErrorCode[] {
  const { body, query } = declared.shapes
  const named = [body, query].flatMap(listNouns).map((noun) => `${noun}_not_found` as const)
  return [...new Set([...(declared.errors ?? []), ...named, ...commonErrors(declared)])].toSorted()
}

interface DocumentParts {
  version: string
  publicUrl: string
  webhooks: Record<string, { description: string; schema: TSchema; example: unknown }>
}

/**
 * The OpenAPI 3.1 document of a list of routes. Every operation lists every error it can end in.
 */
export function buildOpenApi(routes: readonly Route[], parts: DocumentParts): object {
  const paths: Record<string, Record<string, object>> = {}
  const responses: Record<string, object> = {}
  const ofApi = routes.filter(({ browser }) => browser !== 'page')
  for (const declared of ofApi) {
    const path = getPath(declared).replace(/:(\w+)/g, '{$1}')
    ;(paths[path] ??= {})[getMethod(declared).toLowerCase()] = {
      ...buildOperation(declared),
      responses: {
        ...buildSuccessResponses(declared),
        ...errorResponses(declared, listErrors(declared), responses),
      },
    }
  }
  return withComponents({
    openapi: '3.1.0',
    info: {
      title: 'Assay',
      version: parts.version,
      description:
        'Self-hosted underwriting analytics: bank statements in, reconciled transactions and defensible numbers out.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: parts.publicUrl }],
    security: [{ bearer: [] }, { apiKey: [] }],
    tags: [...new Set(ofApi.map(toTag))].map((name) => ({ name })),
    paths,
    webhooks: Object.fromEntries(
      Object.entries(parts.webhooks).map(([name, event]) => [name, buildWebhook(name, event)]),
    ),
    components: { securitySchemes: SECURITY, schemas: { Error: errorSchema() }, responses },
  })
}

const SECURITY = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API key, svc_live_… or svc_test_…, or the access token of a person or a program, sat_live_… or sat_test_…',
  },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Api-Key',
    description: 'The same in a header of its own.',
  },
}

function toTag(declared: Route): string {
  const parts = getPath(declared)
    .split('/')
    .filter((part) => part !== '' && part !== 'v1')
  const noun = parts[0] === 'submissions' && parts.length > 2 ? parts[2] : parts[0]
  return noun ?? 'root'
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  schema: { type: 'string', maxLength: 255 },
}

function buildOperation(declared: Route): object {
  const parameters = [
    ...listParameters(declared.shapes.params, 'path'),
    ...listParameters(declared.shapes.query, 'query'),
    ...(isWrite(declared) ? [IDEMPOTENCY_KEY] : []),
  ]
  return {
    operationId: toOperationId(declared),
    summary: declared.summary,
    ...(declared.description ? { description: declared.description } : {}),
    tags: [toTag(declared)],
    ...(declared.scope === null ? { security: [] } : { 'x-scope': declared.scope }),
    ...(declared.isAdditive ? { 'x-additive': true } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(declared.shapes.body ? { requestBody: buildRequestBody(declared) } : {}),
  }
}

/** `GET /v1/submissions/:id/status` → `get_submissions_id_status`. */
export function toOperationId(declared: Route): string {
  const path = getPath(declared).replace(/^\/v1/, '').replaceAll(/[:.]/g, '')
  const prefix = getPath(declared).startsWith('/v1') ? '' : 'root_'
  return `${getMethod(declared).toLowerCase()}_${prefix}${path.split('/').filter(Boolean).join('_').replaceAll('-', '_')}`
}

function listParameters(schema: TSchema | undefined, place: 'path' | 'query'): object[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, object>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    ...(place === 'path' || required.includes(name) ? { required: true } : {}),
    schema: clean(property),
    ...(isArray(property) ? { explode: false } : {}),
  }))
}

function isArray(property: object): boolean {
  return (property as { type?: string }).type === 'array'
}

function buildRequestBody(declared: Route): object {
  const schema = clean(declared.shapes.body!) as { properties?: object }
  const isPayload = declared.consumes === 'payload'
  if (!isPayload && declared.consumes !== 'multipart')
    return { content: { 'application/json': { schema } } }
  const including = (files: object) => ({
    schema: { ...schema, properties: { ...files, ...schema.properties } },
  })
  return {
    content: {
      'multipart/form-data': including(FILE_PARTS),
      'application/json': isPayload ? { schema } : including(INLINE_FILE),
      ...(isPayload ? { 'application/xml': { schema: { type: 'string' } } } : {}),
    },
  }
}

const FILE_PARTS = { file: { type: 'array', items: { type: 'string', format: 'binary' } } }
const INLINE_FILE = {
  filename: { type: 'string' },
  content_base64: { type: 'string', contentEncoding: 'base64' },
}

function buildSuccessResponses(declared: Route): Record<string, object> {
  const statuses = [declared.status ?? 200, ...(declared.alsoStatus ?? [])]
  return Object.fromEntries(
    statuses.map((status) => [String(status), buildSuccessResponse(declared)]),
  )
}

function buildSuccessResponse(declared: Route): object {
  const types = {
    json: 'application/json',
    binary: 'application/octet-stream',
    events: 'text/event-stream',
  }
  const type = types[declared.produces ?? 'json']
  const schema = declared.shapes.returns
    ? clean(declared.shapes.returns)
    : { type: 'string', format: 'binary' }
  return { description: 'Success', content: { [type]: { schema } } }
}

function buildWebhook(
  name: string,
  event: { description: string; schema: TSchema; example: unknown },
): object {
  return {
    post: {
      operationId: `webhook_${name.replaceAll('.', '_')}`,
      summary: event.description,
      requestBody: {
        content: { 'application/json': { schema: clean(event.schema), example: event.example } },
      },
      responses: { '200': { description: 'Any 2xx within 10 seconds counts as received.' } },
    },
  }
}

/** A schema as plain JSON in its shortest form, without the marks that only our validator reads. */
function clean(schema: object): object {
  return JSON.parse(JSON.stringify(schema), (_key, value: unknown) => shorten(value)) as object
}

/** What of a schema only our own checks read. */
const MARKS: ReadonlySet<string> = new Set([
  'errorCode',
  'errorField',
  'maxValues',
  'maxBytes',
  'noun',
  'inCapitals',
])

interface SchemaNode {
  type?: string | string[]
  anyOf?: SchemaNode[]
  patternProperties?: Record<string, object>
}

/** One schema whose inner ones are short already. */
function shorten(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  const { anyOf, patternProperties, ...all } = value as SchemaNode
  const schema = Object.fromEntries(Object.entries(all).filter(([key]) => !MARKS.has(key)))
  const every = patternProperties?.['^.*$']
  return {
    ...schema,
    ...(every ? { additionalProperties: every } : patternProperties && { patternProperties }),
    ...(anyOf && shortenUnion(anyOf)),
  }
}

/** Options that are only a type are a list of types, and null joins that of a scalar. */
function shortenUnion(anyOf: SchemaNode[]): SchemaNode {
  const options = anyOf.flatMap((one) => (isOnly(one, 'anyOf') ? one.anyOf! : [one]))
  const bare = options.filter((one) => isOnly(one, 'type'))
  const others = options.filter((one) => !isOnly(one, 'type'))
  const types = [...new Set(bare.flatMap(({ type }) => type!))]
  const type = types.length === 1 ? types[0]! : types
  if (others.length === 0) return { type }
  const [first] = others
  if (others.length === 1 && type === 'null' && isScalar(first!)) {
    return { ...first, type: [first!.type as string, 'null'] }
  }
  return { anyOf: types.length > 0 ? [...others, { type }] : others }
}

function isOnly(schema: SchemaNode, key: keyof SchemaNode): boolean {
  return key in schema && Object.keys(schema).length === 1
}

/** Whether `null` can stand among its types; an enum would refuse it, a pattern is named alone. */
function isScalar(schema: SchemaNode): boolean {
  const isMore = 'enum' in schema || 'const' in schema || 'pattern' in schema
  const { type } = schema
  return !isMore && typeof type === 'string' && type !== 'object' && type !== 'array'
}
