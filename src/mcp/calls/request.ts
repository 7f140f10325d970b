import { createHash } from 'node:crypto'
import { VERSION } from '../../version.ts'
import { getOutline } from '../catalogue.ts'
import type { ApiRequest } from './api.ts'
import { splitPick, type Tool } from '../tools/declare.ts'
import { toText } from '../text.ts'

export const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const REPEAT_MS = 60_000

export interface Credential {
  /** Null where the process has none. */
  key: string | null
  nowMs: number
}

/** The request of a tool to its route, with every value where the route has it. */
export function buildRequest(
  declared: Tool,
  values: Record<string, unknown>,
  credential: Credential,
): ApiRequest {
  const [method = 'GET', template = ''] = declared.endpoint.split(' ')
  const { query, body, path } = placeValues(declared, values)
  const search = query.size > 0 ? `?${query.toString()}` : ''
  const hasBody = method !== 'GET' && method !== 'DELETE'
  return {
    method,
    path: fillPath(template, path) + search,
    headers: {
      ...identify(credential),
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
      ...(declared.isCreating ? { 'idempotency-key': toKey(declared, values, credential) } : {}),
    },
    ...(hasBody ? { body: JSON.stringify(body) } : {}),
  }
}

/** The address of a record of the same tool, such as what a delete would remove. */
export function buildRead(
  endpoint: string,
  declared: Tool,
  values: Record<string, unknown>,
): string {
  return fillPath(endpoint.split(' ')[1] ?? '', placeValues(declared, values).path)
}

export function identify({ key }: Pick<Credential, 'key'>): Record<string, string> {
  const agent = { 'user-agent': `assay-mcp/${VERSION}` }
  return key === null ? agent : { ...agent, authorization: `Bearer ${key}` }
}

interface Placed {
  path: Record<string, string>
  query: URLSearchParams
  body: Record<string, unknown>
}

function placeValues(declared: Tool, values: Record<string, unknown>): Placed {
  const placed: Placed = { path: {}, query: new URLSearchParams(), body: {} }
  for (const { argument, field } of declared.picks.map(splitPick)) {
    const given = values[argument] ?? declared.defaults?.[argument]
    if (given === undefined) continue
    const value = argument === 'submission_id' ? toReference(given) : given
    const place = findPlace(declared, field)
    if (place === 'path') placed.path[field] = toText(value)
    else if (place === 'query') addQuery(placed.query, field, value)
    else placed.body[field] = value
  }
  return placed
}

/** Where the route has a field; what it has in both is sent in the body. */
export function findPlace({ endpoint }: Tool, field: string): 'path' | 'query' | 'body' {
  if (endpoint.includes(`:${field}`)) return 'path'
  return getOutline(endpoint).body[field] === undefined ? 'query' : 'body'
}

/** An id of ours, or one of the caller's, which the API takes with a prefix. */
function toReference(value: unknown): string {
  const text = toText(value)
  return UUID.test(text) || text.startsWith('ext:') ? text : `ext:${text}`
}

function addQuery(query: URLSearchParams, field: string, value: unknown): void {
  if (value === null) return
  query.set(field, Array.isArray(value) ? value.join(',') : toText(value))
}

function fillPath(template: string, values: Record<string, string>): string {
  return template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
}

/** A model that repeats a call within a minute, for want of a response, makes nothing twice. */
function toKey(declared: Tool, values: unknown, { key, nowMs }: Credential): string {
  const parts = [declared.name, canonical(values), key, Math.floor(nowMs / REPEAT_MS)]
  return `mcp_${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1))
  return entries.map(([name, field]) => [name, canonical(field)])
}
