import type { TSchema } from 'typebox'
import { ERRORS, type ErrorCode } from '../errors/catalogue.ts'
import { getMethod, getPath, type Route } from '../route.ts'
import { withComponents } from './openapi-components.ts'

/** Codes that the pipeline itself can answer, by what the route takes. */
export function listCommonErrors(declared: Route): ErrorCode[] {
  const codes: ErrorCode[] = ['internal_error', 'service_unavailable', 'database_unavailable']
  const method = getMethod(declared)
  if (declared.scope !== null) {
    codes.push(
      'missing_api_key',
      'invalid_api_key',
      'inactive_api_key',
      'revoked_api_key',
      'expired_api_key',
      'basic_auth_not_supported',
      'insufficient_scope',
      'ip_not_allowed',
      'rate_limited',
      'too_many_at_once',
    )
  }
  if (declared.isTestOnly) codes.push('test_key_required')
  if (declared.shapes.params) codes.push('invalid_id')
  codes.push('unknown_parameter', 'invalid_parameter')
  const queryNames = Object.keys(
    (declared.shapes.query as { properties?: object } | undefined)?.properties ?? {},
  )
  if (queryNames.includes('limit')) codes.push('invalid_limit', 'invalid_cursor', 'invalid_sort')
  if (method !== 'GET' && method !== 'DELETE') {
    codes.push(
      'invalid_idempotency_key',
      'idempotency_key_reused',
      'idempotency_in_progress',
      'invalid_content_type',
      'payload_too_large',
      'invalid_json',
    )
  }
  if (declared.shapes.body) {
    codes.push(
      'missing_field',
      'unknown_field',
      'invalid_type',
      'invalid_format',
      'invalid_enum',
      'out_of_range',
      'too_long',
      'too_many',
      'invalid_date',
      'invalid_amount',
      'invalid_currency',
    )
  }
  if (declared.consumes === 'multipart')
    codes.push(
      'missing_file',
      'empty_file',
      'file_too_large',
      'too_many_files',
      'storage_unavailable',
      'storage_quota_exceeded',
      'infected_file',
      'scanner_unavailable',
    )
  return codes
}

export function listErrors(declared: Route): ErrorCode[] {
  return [...new Set([...(declared.errors ?? []), ...listCommonErrors(declared)])].toSorted()
}

interface DocumentParts {
  version: string
  publicUrl: string
  webhooks: Record<string, { description: string; schema: TSchema; example: unknown }>
}

/**
 * The OpenAPI 3.1 document of a list of routes. Every operation lists every error it can answer.
 */
export function buildOpenApi(routes: readonly Route[], parts: DocumentParts): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const declared of routes) {
    const path = getPath(declared).replace(/:(\w+)/g, '{$1}')
    ;(paths[path] ??= {})[getMethod(declared).toLowerCase()] = buildOperation(declared)
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
    tags: [...new Set(routes.map(toTag))].map((name) => ({ name })),
    paths,
    webhooks: Object.fromEntries(
      Object.entries(parts.webhooks).map(([name, event]) => [name, buildWebhook(name, event)]),
    ),
    components: { securitySchemes: SECURITY, schemas: { Error: errorSchema() } },
  })
}

const SECURITY = {
  bearer: { type: 'http', scheme: 'bearer', description: 'svc_live_… or svc_test_…' },
  apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
}

function toTag(declared: Route): string {
  const parts = getPath(declared)
    .split('/')
    .filter((part) => part !== '' && part !== 'v1')
  const noun = parts[0] === 'submissions' && parts.length > 2 ? parts[2]! : parts[0]!
  return noun
}

function buildOperation(declared: Route): object {
  const method = getMethod(declared)
  const parameters = [
    ...listParameters(declared.shapes.params, 'path'),
    ...listParameters(declared.shapes.query, 'query'),
  ]
  if (method !== 'GET' && method !== 'DELETE') {
    parameters.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      schema: { type: 'string', maxLength: 255 },
    })
  }
  return {
    operationId: toOperationId(declared),
    summary: declared.summary,
    ...(declared.description ? { description: declared.description } : {}),
    tags: [toTag(declared)],
    ...(declared.scope === null ? { security: [] } : { 'x-scope': declared.scope }),
    ...(declared.isAdditive ? { 'x-additive': true } : {}),
    parameters,
    ...(declared.shapes.body ? { requestBody: buildRequestBody(declared) } : {}),
    responses: { ...buildSuccessResponses(declared), ...buildErrorResponses(declared) },
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
    required: place === 'path' || required.includes(name),
    schema: clean(property),
    ...(isArray(property) ? { style: 'form', explode: false } : {}),
  }))
}

function isArray(property: object): boolean {
  return (property as { type?: string }).type === 'array'
}

function buildRequestBody(declared: Route): object {
  const schema = clean(declared.shapes.body!) as { properties?: object }
  if (declared.consumes !== 'multipart') return { content: { 'application/json': { schema } } }
  const including = (files: object) => ({
    schema: { ...schema, properties: { ...files, ...schema.properties } },
  })
  return {
    content: {
      'multipart/form-data': including(FILE_PARTS),
      'application/json': including(INLINE_FILE),
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

function buildErrorResponses(declared: Route): Record<string, object> {
  const byStatus = Map.groupBy(listErrors(declared), (code) => ERRORS[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.map((code) => `\`${code}\``).join(', '),
        content: {
          'application/json': {
            schema: {
              allOf: [
                { $ref: '#/components/schemas/Error' },
                { properties: { error: { properties: { code: { enum: codes } } } } },
              ],
            },
          },
        },
      },
    ]),
  )
}

function errorSchema(): object {
  const fault = {
    type: 'object',
    properties: {
      param: { type: 'string' },
      code: { type: 'string' },
      message: { type: 'string' },
    },
  }
  const types = [...new Set(Object.values(ERRORS).map(({ type }) => type))]
  return {
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        required: ['type', 'code', 'message', 'doc_url', 'request_id'],
        properties: {
          type: { enum: types },
          code: { type: 'string' },
          message: { type: 'string' },
          param: { type: 'string' },
          doc_url: { type: 'string' },
          request_id: { type: 'string' },
          errors: { type: 'array', items: fault },
          existing_id: { type: 'string' },
        },
      },
    },
  }
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

/** Schemas as plain JSON, without the marks that only our validator reads. */
function clean(schema: object): object {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => (key === 'errorCode' ? undefined : value)),
  ) as object
}
