import { STATUS_CODES } from 'node:http'
import { ERROR_TYPES, ERRORS, type ErrorCode } from '../../errors/catalogue.ts'
import { getMethod, type Route } from '../../route.ts'
import { isWrite } from './writes.ts'
import { ERROR_HEADERS, referHeaders } from './headers.ts'
import { nameOperation, pascal } from './operation-names.ts'

/** Codes that come together, because the pipeline gives them by what a route takes. */
interface Bundle {
  /** Stands in the name of a response that has them all. */
  label: string
  codes: readonly ErrorCode[]
  isGiven: (declared: Route) => boolean
  /** Whether they come of the query, where some have another status. */
  isOfQuery?: boolean
}

/** What any operation can end in, whatever it does. */
const ANY: Bundle = {
  label: '',
  codes: [
    'internal_error',
    'service_unavailable',
    'database_unavailable',
    'unknown_parameter',
    'invalid_parameter',
    'invalid_header',
    'headers_too_large',
    'request_timeout',
  ],
  isGiven: () => true,
}

/** What any operation that takes a key can end in. */
const KEYED: Bundle = {
  label: '',
  codes: [
    'missing_api_key',
    'invalid_api_key',
    'inactive_api_key',
    'revoked_api_key',
    'expired_api_key',
    'invalid_access_token',
    'revoked_access_token',
    'expired_access_token',
    'basic_auth_not_supported',
    'insufficient_scope',
    'ip_not_allowed',
    'rate_limited',
    'too_many_at_once',
  ],
  isGiven: ({ scope }) => scope !== null,
}

const BUNDLES: readonly Bundle[] = [
  ANY,
  KEYED,
  {
    label: 'TestKey',
    codes: ['test_key_required'],
    isGiven: ({ isTestOnly }) => isTestOnly === true,
  },
  { label: 'Id', codes: ['invalid_id'], isGiven: ({ shapes }) => shapes.params !== undefined },
  { label: 'List', codes: ['invalid_limit', 'invalid_cursor', 'invalid_sort'], isGiven: hasLimit },
  {
    label: 'Date',
    codes: ['invalid_date'],
    isGiven: ({ shapes }) => JSON.stringify(shapes.query ?? {}).includes('"invalid_date"'),
    isOfQuery: true,
  },
  {
    label: 'Write',
    codes: [
      'invalid_idempotency_key',
      'idempotency_key_reused',
      'idempotency_in_progress',
      'invalid_content_type',
      'payload_too_large',
      'invalid_json',
    ],
    isGiven: isWrite,
  },
  {
    label: 'Delete',
    // A body has no meaning to a DELETE, and is read all the same.
    codes: ['invalid_content_type', 'payload_too_large', 'invalid_json'],
    isGiven: (declared) => getMethod(declared) !== 'GET' && !isWrite(declared),
  },
  {
    label: 'Browser',
    codes: ['origin_not_allowed'],
    isGiven: (declared) => declared.browser !== undefined && getMethod(declared) !== 'GET',
  },
  {
    label: 'Organization',
    codes: ['live_key_required'],
    isGiven: ({ isOfOrganization }) => isOfOrganization === true,
  },
  { label: 'User', codes: ['user_required'], isGiven: ({ isUserOnly }) => isUserOnly === true },
  {
    label: 'Body',
    codes: [
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
    ],
    isGiven: ({ shapes }) => shapes.body !== undefined,
  },
  {
    label: 'Required',
    codes: ['missing_field'],
    isGiven: ({ shapes }) => getQuery(shapes).required !== undefined,
    isOfQuery: true,
  },
  {
    label: 'File',
    codes: [
      'missing_file',
      'empty_file',
      'file_too_large',
      'too_many_files',
      'storage_unavailable',
      'storage_quota_exceeded',
      'infected_file',
      'scanner_unavailable',
    ],
    isGiven: ({ consumes }) => consumes === 'multipart',
  },
]

function hasLimit({ shapes }: Route): boolean {
  return 'limit' in (getQuery(shapes).properties ?? {})
}

function getQuery({ query }: Route['shapes']): { properties?: object; required?: string[] } {
  return query ?? {}
}

/** The status of a code in a query, or elsewhere. */
function getStatus(code: ErrorCode, isOfQuery = false): number {
  const { status, typeInQuery } = ERRORS[code]
  return isOfQuery && typeInQuery !== undefined ? ERROR_TYPES[typeInQuery] : status
}

/** The statuses with which a route gives a code: that of its query, that of its body, or both. */
export function listStatuses(declared: Route, code: ErrorCode): number[] {
  const givers = BUNDLES.filter((bundle) => bundle.codes.includes(code) && bundle.isGiven(declared))
  const statuses = givers.map(({ isOfQuery }) => getStatus(code, isOfQuery))
  return statuses.length > 0 ? [...new Set(statuses)] : [getStatus(code)]
}

/** Codes that the pipeline itself can give, by what the route takes. */
export function commonErrors(declared: Route): ErrorCode[] {
  return BUNDLES.filter(({ isGiven }) => isGiven(declared)).flatMap(({ codes }) => codes)
}

interface Named {
  name: string
  response: object
}

/** Error responses by the set of codes that each has, with their name under `components`. */
export type ErrorResponses = Map<string, Named>

/**
 * The error responses of an operation, each by reference; what they refer to is added to `named`.
 * A response is one set of codes with one status, and its name says which: OpenAPI ignores whatever
 * stands beside a `$ref`, so a response that all operations share could not list the codes of one.
 * What every operation can end in is its `default`: a status that stands there has more. Generated
 * clients expect a status of 400 to 499, so what has none of its own lists the shared ones of 400.
 */
export function errorResponses(
  declared: Route,
  codes: readonly ErrorCode[],
  named: ErrorResponses,
): Record<string, object> {
  const shared = [ANY, KEYED].filter(({ isGiven }) => isGiven(declared))
  const common = shared.flatMap((bundle) => bundle.codes)
  const groups = [...byStatus(declared, codes)]
  const own = groups.filter(([, some]) => !some.every((code) => common.includes(code)))
  const isRefused = own.some(([status]) => status < 500)
  const listed = isRefused ? own : [...own, ...groups.filter(([status]) => status === 400)]
  const references = listed.map(([status, some]) => {
    const response = errorResponse(STATUS_CODES[status]!, some)
    const key = nameErrors(status, some)
    return [String(status), refer(named, key, { name: shortName(declared, status, key), response })]
  })
  const name = declared.scope === null ? 'ErrorWithoutKey' : 'Error'
  const response = errorResponse(describeStatuses(declared, common), common, ERROR_HEADERS)
  return { ...Object.fromEntries(references), default: refer(named, name, { name, response }) }
}

function refer(named: ErrorResponses, key: string, made: Named): object {
  const { name } = named.get(key) ?? made
  if (!named.has(key)) named.set(key, made)
  return { $ref: `#/components/responses/${name}` }
}

const NAME_LENGTH_MAX = 36

/** A long list of codes has the name of the first operation that ends in them. */
function shortName(declared: Route, status: number, name: string): string {
  if (name.length <= NAME_LENGTH_MAX) return name
  return `Error${status}${pascal(nameOperation(declared))}`
}

function byStatus(declared: Route, codes: readonly ErrorCode[]): Map<number, ErrorCode[]> {
  const pairs = codes.flatMap((code) =>
    listStatuses(declared, code).map((status) => ({ code, status })),
  )
  const groups = Map.groupBy(pairs, ({ status }) => status)
  return new Map([...groups].map(([status, some]) => [status, some.map(({ code }) => code)]))
}

/** `500: internal_error; 503: service_unavailable, …` */
function describeStatuses(declared: Route, codes: readonly ErrorCode[]): string {
  const parts = [...byStatus(declared, codes)].map(
    ([status, own]) => `${status}: ${own.join(', ')}`,
  )
  return parts.toSorted().join('; ')
}

/** `invalid_id`, `invalid_sort` … of 400 → `Error400IdList`; what no bundle has is written out. */
function nameErrors(status: number, codes: readonly ErrorCode[]): string {
  let rest = codes
  let name = `Error${status}`
  for (const { label, codes: bundle, isOfQuery } of BUNDLES) {
    const own = bundle.filter((code) => getStatus(code, isOfQuery) === status)
    if (own.length === 0) continue
    if (!own.every((code) => rest.includes(code))) {
      // Else it would have the name of the same codes with those of a key.
      if (bundle === KEYED.codes) name += 'WithoutKey'
      continue
    }
    name += label
    rest = rest.filter((code) => !own.includes(code))
  }
  // Without a word between, two codes could have the name of one.
  return name + rest.map(pascalCode).join('Or')
}

/** `account_not_found` → `Account`, since 404 has the rest; `legal_hold` → `LegalHold`. */
function pascalCode(code: string): string {
  const words = code.replace(/_not_found$/, '').split('_')
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function errorResponse(
  description: string,
  codes: readonly ErrorCode[],
  headers: readonly string[] = ['X-Request-Id'],
): object {
  const narrowed = { properties: { error: { properties: { code: { enum: codes } } } } }
  const schema = { allOf: [{ $ref: '#/components/schemas/Error' }, narrowed] }
  return {
    description,
    headers: referHeaders(headers),
    content: { 'application/json': { schema } },
  }
}
