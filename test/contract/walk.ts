import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { TObject, TSchema } from 'typebox'
import { listErrors } from '../../src/platform/http/openapi/document.ts'
import { getMethod, getPath, type Route } from '../../src/platform/route.ts'
import { ROUTES } from '../../src/resources/index.ts'
import type { Caller, CallOptions, TestResponse, TestHouse, TestTenant } from '../context.ts'
import { FACTORIES, SAMPLES, type Records, type Sample } from '../factories.ts'

/** A call of a declared route, complete. */
export interface Call extends Sample {
  declared: Route
  records: Records
}

interface Schema {
  format?: string
  required?: string[]
  properties?: Record<string, Schema>
}

/**
 * Nouns of the path's parameters, from left to right: `:sid` of `/submissions/:sid` is
 * `submissions`.
 */
export function listNouns(declared: Route): string[] {
  const parts = getPath(declared).split('/')
  return parts.flatMap((part, index) => (part.startsWith(':') ? [nounBefore(parts, index)] : []))
}

/** A deal of a broker is not yet what the address behind it is called. */
function nounBefore(parts: readonly string[], index: number): string {
  const noun = parts[index - 1]!
  return parts[index - 2] === 'broker' ? `broker-${noun}` : noun
}

/** What a list has rows of: `documents` of `/submissions/:sid/documents`. */
export function getListedNoun(declared: Route): string {
  const parts = getPath(declared).split('/')
  return nounBefore(parts, parts.length)
}

/** The path of a route with the ids of these records. */
export function buildUrl(declared: Route, records: Records): string {
  const parts = getPath(declared).split('/')
  return parts
    .map((part, index) => (part.startsWith(':') ? records[nounBefore(parts, index)]! : part))
    .join('/')
}

/** Fresh records for every parameter of a route, each made inside the one to its left. */
export async function makeRecords(caller: Caller, declared: Route): Promise<Records> {
  const records: Record<string, string> = {}
  for (const noun of listNouns(declared)) {
    const factory = FACTORIES[noun]
    assert.ok(factory, `${declared.endpoint}: test/factories.ts has no factory for ${noun}`)
    records[noun] = await factory(caller, records)
  }
  return records
}

/** The caller a route is for: a live key, except where only test keys or people are taken. */
export function callerFor(tenant: TestTenant, { isTestOnly, isUserOnly }: Route): Caller {
  if (isUserOnly) return tenant.person
  return isTestOnly ? tenant.test : tenant.live
}

/** What is counted or named within its parent and has no id of its own, with one that exists. */
const WITHIN: Readonly<Record<string, string>> = { metrics: 'true_revenue', pages: '1' }
/** The nouns of these. */
export const COUNTED: readonly string[] = Object.keys(WITHIN)

/** What every tenant sees alike, because it comes with the service. */
export const SHARED: readonly string[] = [
  'apps',
  'groups',
  'merchant-groups',
  'metrics',
  'workflow-templates',
]

/** Routes to what belongs to an environment, named by its id. */
export function idRoutes(): Route[] {
  const isOwned = (noun: string): boolean => !SHARED.includes(noun)
  return ROUTES.filter((declared) => declared.scope !== null && listNouns(declared).some(isOwned))
}

/** An error without what differs from request to request. */
export function withoutRequest({ status, body }: TestResponse): unknown {
  const { request_id: _, ...error } = body.error
  return { status, error }
}

/** The same without the sentence in which a tenant reads that the id is one of its other mode. */
export function withoutModeHint(response: TestResponse): unknown {
  const { error } = response.body
  const message = error.message.replace(/ The id exists in the (?:live|test) mode: .*$/, '')
  return withoutRequest({ ...response, body: { error: { ...error, message } } })
}

/** Records that nobody has. */
export function unknownRecords(declared: Route): Records {
  return Object.fromEntries(listNouns(declared).map((noun) => [noun, WITHIN[noun] ?? randomUUID()]))
}

/** A call that succeeds, on records of this caller, fresh ones unless they are given. */
export async function makeCall(caller: Caller, declared: Route, given?: Records): Promise<Call> {
  const records = given ?? (await makeRecords(caller, declared))
  return { declared, records, ...(await createSample(caller, declared, records)) }
}

async function createSample(caller: Caller, declared: Route, records: Records): Promise<Sample> {
  const maker = SAMPLES[declared.endpoint]
  if (maker) return maker(caller, records)
  return declared.shapes.body ? { body: {} } : {}
}

/** Makes the call; an error must be one that the route declares, in the shape of the interface. */
export async function send(
  caller: Caller,
  call: Call,
  options: CallOptions & { query?: string } = {},
): Promise<TestResponse> {
  const url = `${buildUrl(call.declared, call.records)}${buildQuery(call.declared, options.query)}`
  const response = await dispatch(caller, { ...call, url }, options)
  if (response.status >= 400) checkError(call.declared, response)
  return response
}

/** What a query cannot be without, by route. */
const NEEDED: Readonly<Record<string, string>> = {
  'GET /v1/search': 'q=deal',
  'GET /v1/crm-integrations/:id/file': 'object=deals',
  // It would be open for ten minutes.
  'GET /v1/events/stream': 'wait_seconds=0',
}

/** A query with what the route cannot do without. */
export function buildQuery({ endpoint }: Pick<Route, 'endpoint'>, query = ''): string {
  const needed = NEEDED[endpoint]
  const isThere = needed === undefined || query.includes(/^\w+=/.exec(needed)![0])
  if (isThere) return query
  return query === '' ? `?${needed}` : `${query}&${needed}`
}

function dispatch(
  caller: Caller,
  { declared, url, body, files }: Call & { url: string },
  options: CallOptions,
): Promise<TestResponse> {
  if (files) return caller.upload(url, files, body as Record<string, string>, options)
  switch (getMethod(declared)) {
    case 'POST':
      return caller.post(url, body, options)
    case 'PUT':
      return caller.put(url, body, options)
    case 'PATCH':
      return caller.patch(url, body, options)
    case 'DELETE':
      return caller.delete(url, { ...options, body })
    default:
      return caller.get(url, options)
  }
}

function checkError(declared: Route, { status, headers, body }: TestResponse): void {
  const { code, type, message, doc_url: page, request_id: requestId } = body.error ?? {}
  const where = `${declared.endpoint} returned ${status} ${code}: ${message}`
  assert.ok(status < 500, where)
  assert.ok(listErrors(declared).includes(code), `${where}; the route does not declare this code`)
  assert.ok(typeof type === 'string' && typeof message === 'string', where)
  assert.ok(page.endsWith(`/docs/errors#${code.replaceAll('_', '-')}`), where)
  // A stored response names the request that it was made for.
  if (!headers['idempotent-replayed']) assert.equal(requestId, headers['x-request-id'], where)
}

/** Names of the parameters of a route's path or query, or of the fields of its body. */
export function listNames(declared: Route, place: 'params' | 'query' | 'body'): string[] {
  return Object.keys((declared.shapes[place] as Schema | undefined)?.properties ?? {})
}

/** What one of these may be. */
export function getShape(declared: Route, place: 'query' | 'body', name: string): TSchema {
  return (declared.shapes[place] as TObject).properties[name]!
}

/** Whether a path parameter is a UUID and nothing else. */
export function isUuidParameter(declared: Route, name: string): boolean {
  return (declared.shapes.params as Schema).properties?.[name]?.format === 'uuid'
}

/** Optional fields of a route's body. */
export function listOptionalFields(declared: Route): string[] {
  const required = (declared.shapes.body as Schema | undefined)?.required ?? []
  return listNames(declared, 'body').filter((name) => !required.includes(name))
}

/** Lists that page: their query has a limit, and their response says whether there is more. */
export function isList(declared: Route): boolean {
  const responseFields = Object.keys(
    (declared.shapes.returns as Schema | undefined)?.properties ?? {},
  )
  const hasLimit = listNames(declared, 'query').includes('limit')
  return getMethod(declared) === 'GET' && hasLimit && responseFields.includes('has_more')
}

export function isWrite(declared: Route): boolean {
  return getMethod(declared) !== 'GET'
}

/** A second delete finds nothing, with a key or without. */
export function isRepeatable(declared: Route): boolean {
  return getMethod(declared) !== 'DELETE'
}

/** Other requests that could be sent under the same key: another path, another body, other bytes. */
export function listOtherCalls(call: Call): Call[] {
  const elsewhere = ROUTES.find(({ endpoint }) => endpoint === 'POST /v1/webhooks')!
  const body = { url: 'http://127.0.0.1:9/other', events: ['*'] }
  const others: Call[] = [{ declared: elsewhere, records: {}, body }]
  const given = (call.body ?? {}) as object
  const dropped = listOptionalFields(call.declared).find((name) => name in given)
  if (dropped !== undefined) others.push({ ...call, body: { ...given, [dropped]: undefined } })
  if (call.files)
    others.push({ ...call, files: [{ filename: 'other.csv', bytes: Buffer.from('a,b\n') }] })
  return others
}

/**
 * A digest of every table's rows of one environment. Two of them are equal when nothing was
 * written between; when a key was last used is not counted.
 */
export async function computeDigests(
  { house }: TestHouse,
  environmentId: string,
  except: readonly string[] = [],
): Promise<Record<string, string>> {
  const { pool } = house.database
  const { rows: tables } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and a.attname = 'environment_id'`,
  )
  const names = tables.map(({ name }) => name).filter((name) => !except.includes(name))
  const digests = names.map(
    (name) => `select '${name}' as name, md5(string_agg(line, '' order by line)) as digest from (
      select (to_jsonb(t) - '{last_used_at,last_used_ip}'::text[])::text as line
      from ${name} t where environment_id = $1) lines`,
  )
  const { rows } = await pool.query<{ name: string; digest: string }>(digests.join(' union all '), [
    environmentId,
  ])
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}
