import type { FastifyRequest } from 'fastify'
import type { Context, OutsideContext } from '../context.ts'
import { ApiError } from '../errors/api-error.ts'
import { getMethod, type Input, type Route, type Shapes, type StagedFile } from '../route.ts'
import { camelize, convertForm, convertQuery } from '../wire/convert.ts'
import { computeFingerprint, readIdempotencyKey } from './idempotency.ts'
import { refuseUnknownIds, type KnownNouns } from '../db/known-ids.ts'
import { listNamedIds } from '../wire/known-id.ts'
import { discard, stageInline, stageMultipart } from './multipart.ts'
import { requireFields } from '../wire/sparse.ts'
import { validate } from '../wire/validate.ts'

export interface AnyInput extends Input<Shapes> {
  params: unknown
  query: unknown
  body: unknown
  /** The fields of a list's items that were requested; null for all. */
  fields: ReadonlySet<string> | null
}

export interface ReadInput {
  input: AnyInput
  /** The caller's Idempotency-Key; null when there is none or the method takes none. */
  key: string | null
  fingerprint: string
  /** Checks what only the database knows, in a transaction before the action; null for nothing. */
  admit: ((ctx: Context) => Promise<void>) | null
}

/**
 * Path, query and body of a request, checked against the route's shapes; files are in the store.
 * Whoever does not keep the files must discard them.
 */
export async function readInput(
  { declared, nouns }: { declared: Route; nouns: KnownNouns },
  request: FastifyRequest,
  ctx: OutsideContext,
): Promise<ReadInput> {
  const { shapes } = declared
  const takesKey = getMethod(declared) !== 'GET' && getMethod(declared) !== 'DELETE'
  const key = takesKey ? readIdempotencyKey(request.headers['idempotency-key']) : null
  if (shapes.params) validate(shapes.params, request.params, 'params')
  const query = readQuery(shapes, request.query as Record<string, unknown>)
  const staged = await readBody(declared, request, ctx)
  try {
    const read = checked(declared, request, { query, ...staged })
    return { key, ...read, admit: admitIds(declared, read.input, nouns) }
  } catch (error) {
    await discard(ctx.house, ctx.environment, staged.files)
    throw error
  }
}

/** The ids of query and body that must name something. */
function admitIds(
  { shapes }: Route,
  { query, body }: AnyInput,
  nouns: KnownNouns,
): ReadInput['admit'] {
  const inQuery = listNamedIds(shapes.query, query)
  // In a query the parameter has the name, not its items.
  const named = [
    ...inQuery.map((one) => ({ ...one, param: one.param.replace(/\[\d+\]$/, '') })),
    ...listNamedIds(shapes.body, body),
  ]
  return named.length === 0 ? null : (ctx) => refuseUnknownIds(ctx, nouns, named)
}

function checked(
  { shapes }: Route,
  request: FastifyRequest,
  given: { query: Record<string, unknown>; body: unknown; files: StagedFile[] },
): Pick<ReadInput, 'input' | 'fingerprint'> {
  const { query, files } = given
  const isForm = shapes.body && request.isMultipart()
  const body = isForm
    ? convertForm(shapes.body!, given.body as Record<string, unknown>)
    : given.body
  const lines = Buffer.isBuffer(body) ? body : null
  if (shapes.body && !lines) validate(shapes.body, body, 'body')
  const { 'if-match': ifMatch } = request.headers
  const input = {
    params: shapes.params ? camelize(shapes.params, request.params) : {},
    query: shapes.query ? camelize(shapes.query, query) : {},
    body: shapes.body && !lines ? camelize(shapes.body, body) : undefined,
    lines,
    files,
    fields: requireFields(shapes.returns, query.fields),
    ifMatch: typeof ifMatch === 'string' ? ifMatch : null,
  } as AnyInput
  const path = request.url.split('?', 1)[0]!
  return {
    input,
    fingerprint: computeFingerprint({ method: request.method, path, query, body, files }),
  }
}

/** Every query name must be declared; a scalar may stand once. */
function readQuery(shapes: Shapes, given: Record<string, unknown>): Record<string, unknown> {
  const query = collectMetadata(given)
  if (shapes.query) {
    const converted = convertQuery(shapes.query, query)
    validate(shapes.query, converted, 'query')
    return converted
  }
  const [unknown] = Object.keys(query)
  if (unknown !== undefined) {
    throw refusal(
      'unknown_parameter',
      unknown,
      'is not a parameter of this endpoint, which takes none',
    )
  }
  return query
}

/** `metadata[key]=value` pairs gather into one filter. */
function collectMetadata(given: Record<string, unknown>): Record<string, unknown> {
  const query: Record<string, unknown> = {}
  const metadata: Record<string, string> = {}
  for (const [name, value] of Object.entries(given)) {
    if (typeof value !== 'string') throw refusal('invalid_parameter', name, 'stands twice')
    if (value.includes('\u0000') || !value.isWellFormed()) {
      throw refusal('invalid_parameter', name, 'is not text')
    }
    const metadataKey = /^metadata\[(.{1,64})\]$/.exec(name)?.[1]
    if (metadataKey === undefined) query[name] = value
    else metadata[metadataKey] = value
  }
  return Object.keys(metadata).length > 0 ? { ...query, metadata } : query
}

function refusal(
  code: 'unknown_parameter' | 'invalid_parameter',
  name: string,
  what: string,
): ApiError {
  const param = name.slice(0, 64)
  return new ApiError(code, `${param} ${what}.`, { param })
}

async function readBody(
  declared: Route,
  request: FastifyRequest,
  { house, environment }: OutsideContext,
): Promise<{ body: unknown; files: StagedFile[] }> {
  if (request.isMultipart()) {
    if (declared.consumes !== 'multipart') throw new ApiError('invalid_content_type')
    const { fields, files } = await stageMultipart(request, house, environment)
    return { body: fields, files }
  }
  if (Buffer.isBuffer(request.body) && declared.consumes !== 'ndjson') {
    throw new ApiError('invalid_content_type')
  }
  if (declared.consumes === 'multipart') return stageInline(house, environment, request.body)
  // An endpoint whose body is optional may be called without one.
  const body = request.body === undefined && declared.shapes.body ? {} : request.body
  return { body, files: [] }
}
