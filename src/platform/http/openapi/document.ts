import { listNouns } from '../../wire/ids/known-id.ts'
import type { TSchema } from 'typebox'
import type { ErrorCode } from '../../errors/catalogue.ts'
import { getMethod, getPath, type Route } from '../../route.ts'
import { withComponents } from './components.ts'
import { nameOperation, pascal } from './operation-names.ts'
import { commonErrors, errorResponses, type ErrorResponses } from './errors.ts'
import { errorSchema } from './error-schema.ts'
import { RESPONSE_HEADERS, successHeaders } from './headers.ts'
import { isWrite } from './writes.ts'

export function listErrors(declared: Route): ErrorCode[] {
  const { body, query } = declared.shapes
  const named = [body, query].flatMap(listNouns).map((noun) => `${noun}_not_found` as const)
  return [...new Set([...(declared.errors ?? []), ...named, ...commonErrors(declared)])].toSorted()
}

interface DocumentParts {
  version: string
  publicUrl: string
  tags: readonly { name: string; description: string }[]
  toTag: (declared: Route) => string
  webhooks: Record<string, { description: string; schema: TSchema; example: unknown }>
}

/**
 * The OpenAPI 3.1 document of a list of routes. Every operation lists every error it can end in.
 */
export function buildOpenApi(routes: readonly Route[], parts: DocumentParts): object {
  const paths: Record<string, Record<string, object>> = {}
  const responses: ErrorResponses = new Map()
  const ofApi = routes.filter(({ browser }) => browser !== 'page')
  for (const declared of ofApi) {
    const path = getPath(declared).replace(/:(\w+)/g, '{$1}')
    ;(paths[path] ??= {})[getMethod(declared).toLowerCase()] = {
      ...buildOperation(declared, parts.toTag(declared)),
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
    tags: parts.tags.map(({ name, description }) => ({ name, description })),
    paths,
    webhooks: Object.fromEntries(
      Object.entries(parts.webhooks).map(([name, event]) => [name, buildWebhook(name, event)]),
    ),
    components: {
      securitySchemes: SECURITY,
      headers: RESPONSE_HEADERS,
      schemas: { Error: errorSchema() },
      responses: Object.fromEntries(
        [...responses.values()].map(({ name, response }) => [name, response]),
      ),
    },
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

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Sent again with the same key, the request has its effect once; the first response is kept for 24 hours.',
  example: 'deal-1042-create',
  schema: { type: 'string', maxLength: 255 },
}

function buildOperation(declared: Route, tag: string): object {
  const parameters = [
    ...listParameters(declared.shapes.params, 'path'),
    ...listParameters(declared.shapes.query, 'query'),
    ...(isWrite(declared) ? [IDEMPOTENCY_KEY] : []),
  ]
  return {
    operationId: nameOperation(declared),
    summary: declared.summary,
    description: describeOperation(declared),
    tags: [tag],
    ...(declared.scope === null ? { security: [] } : { 'x-scope': declared.scope }),
    ...(declared.isAdditive ? { 'x-additive': true } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(declared.shapes.body ? { requestBody: buildRequestBody(declared) } : {}),
  }
}

function listParameters(schema: TSchema | undefined, place: 'path' | 'query'): object[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, object>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => {
    const { description, examples, ...schema } = clean(property) as SchemaNode
    return {
      name,
      in: place,
      ...(description && { description }),
      ...(place === 'path' || required.includes(name) ? { required: true } : {}),
      schema,
      ...(isArray(property) ? { explode: false } : {}),
      ...(examples && { example: examples[0] }),
    }
  })
}

/** What its summary does not say: who may call it, and how it counts. */
function describeOperation(declared: Route): string {
  const { description, scope, isTestOnly, isUserOnly, cost } = declared
  const access = scope === null ? 'Needs no key.' : `Needs the scope \`${scope}\`.`
  return [
    description,
    access,
    isTestOnly && 'For test keys only.',
    isUserOnly && 'For people who have signed in, not for keys.',
    cost === 'heavy' && 'Counts as a heavy request.',
  ]
    .filter(Boolean)
    .join(' ')
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

const FILE_PARTS = {
  file: {
    type: 'array',
    description: 'The files, one part each.',
    items: { type: 'string', format: 'binary' },
  },
}
const INLINE_FILE = {
  filename: {
    type: 'string',
    description: 'Name of the file.',
    examples: ['northwind-2025-08.pdf'],
  },
  content_base64: {
    type: 'string',
    description: 'The bytes of the file.',
    contentEncoding: 'base64',
    examples: ['JVBERi0xLjcK'],
  },
}

function buildSuccessResponses(declared: Route): Record<string, object> {
  const statuses = [declared.status ?? 200, ...(declared.alsoStatus ?? [])]
  return Object.fromEntries(
    statuses.map((status) => [String(status), buildSuccessResponse(declared, status)]),
  )
}

function buildSuccessResponse(declared: Route, status: number): object {
  const types = {
    json: 'application/json',
    binary: 'application/octet-stream',
    events: 'text/event-stream',
  }
  const type = types[declared.produces ?? 'json']
  const schema = declared.shapes.returns
    ? toOpen(clean(declared.shapes.returns))
    : { type: 'string', format: 'binary' }
  const headers = successHeaders(declared, status)
  return { description: 'Success', headers, content: { [type]: { schema } } }
}

function buildWebhook(
  name: string,
  event: { description: string; schema: TSchema; example: unknown },
): object {
  return {
    post: {
      operationId: `receive${pascal(name)}`,
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

/** A schema of a response: what reads one must bear fields that are added later. */
function toOpen(schema: object): object {
  return JSON.parse(JSON.stringify(schema), (_key, value: unknown) => {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
    const { additionalProperties, ...rest } = value as Record<string, unknown>
    return additionalProperties === false ? rest : value
  }) as object
}

/** A field may have the name of a mark; what stands under it is a schema then. */
function isMark(key: string, held: unknown): boolean {
  const isField = typeof held === 'object' && held !== null && ('type' in held || 'anyOf' in held)
  return MARKS.has(key) && !isField
}

interface SchemaNode {
  type?: string | string[]
  description?: string
  examples?: unknown[]
  pattern?: string
  format?: string
  anyOf?: SchemaNode[]
  allOf?: object[]
  patternProperties?: Record<string, object>
}

/** One schema whose inner ones are short already. */
function shorten(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  const { anyOf, allOf, patternProperties, ...all } = withoutPattern(value as SchemaNode)
  const schema = Object.fromEntries(Object.entries(all).filter(([key, held]) => !isMark(key, held)))
  const every = patternProperties?.['^.*$']
  return {
    ...schema,
    // An alias beside what it stands for is refused; its description says so.
    ...(allOf && !allOf.every(isExclusion) && { allOf }),
    ...(every ? { additionalProperties: every } : patternProperties && { patternProperties }),
    ...(anyOf && shortenUnion(anyOf)),
  }
}

function isExclusion(schema: object): boolean {
  return isOnly(schema, 'not')
}

/** A format says what its pattern does. */
function withoutPattern({ pattern, ...schema }: SchemaNode): SchemaNode {
  const hasFormat = typeof pattern === 'string' && typeof schema.format === 'string'
  return pattern === undefined || hasFormat ? schema : { ...schema, pattern }
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

function isOnly(schema: object, key: string): boolean {
  return key in schema && Object.keys(schema).length === 1
}

/** Whether `null` can stand among its types; an enum would refuse it, a pattern is named alone. */
function isScalar(schema: SchemaNode): boolean {
  const isMore = 'enum' in schema || 'const' in schema || 'pattern' in schema
  const { type } = schema
  return !isMore && typeof type === 'string' && type !== 'object' && type !== 'array'
}
