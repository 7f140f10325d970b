import type { FastifyRequest } from 'fastify'
import type { Context, OutsideContext } from '../context.ts'
import { ApiError } from '../errors/api-error.ts'
import { type Input, type Route, type Shapes, type StagedFile } from '../route.ts'
import { nearest } from '../../core/values/text.ts'
import { camelize, convertForm, convertQuery } from '../wire/convert.ts'
import { readBrowser } from './connection/browser.ts'
import { computeFingerprint, readIdempotencyKey } from './idempotency.ts'
import { refuseUnknownIds, type KnownNouns } from '../db/known-ids.ts'
import { listNamedIds, listSentIds, type NamedId } from '../wire/ids/known-id.ts'
import { isWrite } from './openapi/writes.ts'
import { readSent, SentPayload } from './limits/bodies.ts'
import { readMailForm } from './limits/mail-form.ts'
import { discard, stageInline, stageMultipart } from './multipart.ts'
import { stagePayload } from './limits/payload.ts'
import { plainTag } from './response/finish.ts'
import { dropUnknown } from '../wire/check/lenient.ts'
import { resolveNames } from '../wire/ids/named-id.ts'
import { requireFields } from '../wire/sparse.ts'
import { validate } from '../wire/check/validate.ts'

/** What a route can read, in words. */
export function describeAccepted({ consumes, shapes }: Route): string {
  if (consumes === 'multipart')
    return 'This endpoint takes multipart/form-data, or application/json with content_base64.'
  if (consumes === 'payload')
    return 'This endpoint takes application/json, application/xml or multipart/form-data.'
  if (consumes === 'ndjson') return 'This endpoint takes application/json or application/x-ndjson.'
  if (consumes === 'mail')
    return 'This endpoint takes message/rfc822, multipart/form-data or application/json.'
  return `This endpoint takes application/json${shapes.body ? '' : ', or no body at all'}.`
}

function refuseType(declared: Route): ApiError {
  return new ApiError('invalid_content_type', describeAccepted(declared))
}

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
  /** Of a request with a key; empty without. */
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
  const { shapes, signatureHeader = '' } = declared
  const key = isWrite(declared) ? readIdempotencyKey(request.headers['idempotency-key']) : null
  if (shapes.params) validate(shapes.params, request.params, 'params')
  const query = readQuery(shapes, request.query as Record<string, unknown>)
  const staged = await readBody(declared, request, ctx)
  try {
    const { sentIds, ...read } = await check(declared, request, { key, query, ...staged })
    const known = await withIds(shapes, read.input, ctx)
    const browser = declared.browser ? readBrowser(request, ctx.house.config.publicUrl) : null
    const signature = request.headers[signatureHeader]
    const input = { ...known, browser, signature: typeof signature === 'string' ? signature : null }
    const inQuery = listNamedIds(shapes.query, input.query)
    return { ...read, input, admit: admitIds(inQuery, sentIds, nouns) }
  } catch (error) {
    await discard(ctx.house, ctx.environment, staged.files)
    throw error
  }
}

async function withIds(shapes: Shapes, input: AnyInput, ctx: OutsideContext): Promise<AnyInput> {
  const params = await resolveNames(shapes.params, input.params, ctx)
  return { ...input, params, query: await resolveNames(shapes.query, input.query, ctx) }
}

/** The ids of query and body that must name something. */
function admitIds(
  inQuery: readonly NamedId[],
  inBody: readonly NamedId[],
  nouns: KnownNouns,
): ReadInput['admit'] {
  // In a query the parameter has the name, not its items.
  const named = [
    ...inQuery.map((one) => ({ ...one, param: one.param.replace(/\[\d+\]$/, '') })),
    ...inBody,
  ]
  return named.length === 0 ? null : (ctx) => refuseUnknownIds(ctx, nouns, named)
}

async function check(
  declared: Route,
  request: FastifyRequest,
  given: { key: string | null; query: Record<string, unknown>; body: unknown; files: StagedFile[] },
): Promise<Omit<ReadInput, 'admit'> & { sentIds: NamedId[] }> {
  const { shapes } = declared
  const { key, query, files } = given
  const isForm = shapes.body && request.isMultipart()
  const sent = isForm
    ? convertForm(shapes.body!, given.body as Record<string, unknown>)
    : given.body
  const isLenient = request.headers['x-service-lenient'] === 'true'
  const body = shapes.body && isLenient ? dropUnknown(shapes.body, sent) : sent
  const lines = Buffer.isBuffer(body) ? body : null
  if (shapes.body && !lines) validate(shapes.body, body, 'body')
  const { 'if-match': ifMatch } = request.headers
  const input = {
    sent: declared.readsHeaders ? readSent(request, declared.readsHeaders) : null,
    params: shapes.params ? camelize(shapes.params, request.params) : {},
    query: shapes.query ? camelize(shapes.query, query) : {},
    body: shapes.body && !lines ? camelize(shapes.body, body) : undefined,
    lines,
    files,
    fields: requireFields(shapes.returns, query.fields),
    ifMatch: typeof ifMatch === 'string' ? plainTag(ifMatch) : null,
    browser: null,
    signature: null,
  } as AnyInput
  const sentIds = lines ? [] : listSentIds(shapes.body, body)
  if (key === null) return { input, key, fingerprint: '', sentIds }
  const { method, url } = request
  const path = url.split('?', 1)[0]!
  const fingerprint = await computeFingerprint({ method, path, query, body, files })
  return { input, key, fingerprint, sentIds }
}

/** Every query name must be declared; a scalar may stand once. */
function readQuery(shapes: Shapes, given: Record<string, unknown>): Record<string, unknown> {
  const query = collectMetadata(given)
  const { properties = {} } = (shapes.query ?? {}) as { properties?: object }
  const known = Object.keys(properties)
  const unknown = Object.keys(query).find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw refusal('unknown_parameter', unknown, describeUnknown(unknown, known))
  if (!shapes.query) return query
  const converted = convertQuery(shapes.query, query)
  validate(shapes.query, converted, 'query')
  return converted
}

/** What other services call these; a page by number would change while it is read. */
const PAGING_WORDS = /^(?:page|page_number|offset|skip|start|after|starting_after|page_token)$/i
const SIZE_WORDS = /^(?:page_size|per_page|pagesize|perpage|count|size|take|top)$/i

function describeUnknown(name: string, known: readonly string[]): string {
  if (known.length === 0) return 'is not a parameter of this endpoint, which takes none'
  if (PAGING_WORDS.test(name) && known.includes('cursor'))
    return 'is not a parameter: lists page with cursor, which takes next_cursor of the page before'
  const near = SIZE_WORDS.test(name) && known.includes('limit') ? 'limit' : nearest(name, known)
  return near === null
    ? `is not a parameter of this endpoint. Known: ${known.join(', ')}`
    : `is not a parameter of this endpoint. Did you mean ${near}?`
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
  const message = `${param} ${what}`
  return new ApiError(code, message.endsWith('?') ? message : `${message}.`, { param })
}

async function readBody(
  declared: Route,
  request: FastifyRequest,
  { house, environment }: OutsideContext,
): Promise<{ body: unknown; files: StagedFile[] }> {
  if (request.isMultipart()) {
    if (declared.consumes === 'mail') return { body: await readMailForm(request), files: [] }
    const takesFiles = declared.consumes === 'multipart' || declared.consumes === 'payload'
    if (!takesFiles) throw refuseType(declared)
    const { fields, files } = await stageMultipart(request, house, environment)
    return { body: fields, files }
  }
  if (request.body instanceof URLSearchParams)
    return { body: readForm(declared, request.body), files: [] }
  const { body: sent } = request
  if (sent instanceof SentPayload)
    return declared.consumes === 'signed'
      ? { body: sent.bytes, files: [] }
      : stagePayload(house, environment, sent)
  if (Buffer.isBuffer(sent)) {
    if (declared.consumes !== readConsumer(request)) throw refuseType(declared)
    if (declared.consumes === 'payload') return stagePayload(house, environment, sent)
  }
  if (declared.consumes === 'multipart') return stageInline(house, environment, request.body)
  // An endpoint whose body is optional may be called without one.
  const body = request.body === undefined && declared.shapes.body ? {} : request.body
  return { body, files: [] }
}

/** Which routes take bytes of this type: lines, mails and XML are read when they are wanted. */
function readConsumer({ headers }: FastifyRequest): Route['consumes'] {
  const type = headers['content-type'] ?? ''
  if (type.startsWith('message/')) return 'mail'
  return type.startsWith('application/x-ndjson') ? 'ndjson' : 'payload'
}

/** The fields of a page's form; a browser sends what was left empty as an empty text. */
function readForm(declared: Route, form: URLSearchParams): unknown {
  if (declared.browser !== 'page') throw refuseType(declared)
  const fields = Object.fromEntries([...form].filter(([, value]) => value !== ''))
  return declared.shapes.body ? convertForm(declared.shapes.body, fields) : fields
}
