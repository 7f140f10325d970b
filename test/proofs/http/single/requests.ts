import { gzipSync } from 'node:zlib'
import { getMethod, type Route } from '../../../../src/platform/route.ts'
import { ROUTES } from '../../../../src/resources/index.ts'
import type { TestTenant } from '../../../context.ts'
import { listOversizes, listQueries, listSpots, takesBody } from '../../../contract/oversize.ts'
import { buildUrl, buildQuery, unknownRecords } from '../../../contract/walk.ts'

/** One request with all that is sent. */
export interface Request {
  what: string
  method: string
  path: string
  key: string
  contentType?: string
  body?: string | Buffer
  headers?: Record<string, string>
}

/** Everything too large that the shapes of a route can be given, on records that nobody has. */
export function* oversizedRequests(declared: Route, tenant: TestTenant): Generator<Request> {
  const path = buildUrl(declared, unknownRecords(declared))
  const base = { method: getMethod(declared), path, key: keyFor(declared, tenant) }
  if (takesBody(declared)) {
    for (const spot of listSpots(declared.shapes.body)) {
      for (const { what, value } of listOversizes(spot)) {
        const body = JSON.stringify(spot.wrap(value))
        yield { ...base, ...asJson(body), what: `${declared.endpoint} ${spot.path}: ${what}` }
      }
    }
  }
  for (const { what, query } of listQueries(declared))
    yield {
      ...base,
      path: `${path}${buildQuery(declared, `?${query}`)}`,
      what: `${declared.endpoint} ${what}`,
    }
}

function keyFor({ isTestOnly }: Route, { liveKey, testKey }: TestTenant): string {
  return isTestOnly ? testKey : liveKey
}

const BYTES = 9 * 1024 * 1024

function many(part: string, bytes = BYTES): string {
  return part.repeat(Math.floor(bytes / part.length))
}

/** Bodies that are hard on a reader of JSON, as large as any route takes and a little more. */
const HOSTILE_BODIES: Readonly<Record<string, () => string | Buffer>> = {
  'nested lists': () => many('['),
  'nested objects': () => many('{"a":'),
  'lists within their depth': () => `[${many(`${'['.repeat(30)}${']'.repeat(30)},`)}0]`,
  'empty objects': () => `[${many('{},')}0]`,
  zeros: () => `[${many('0,')}0]`,
  'keys of one object': () =>
    `{${Array.from({ length: 600_000 }, (_, key) => `"${key}":0`).join(',')}}`,
  'equal keys': () => `{${many('"a":0,')}"a":0}`,
  digits: () => `[${many('1')}]`,
  'digits after the point': () => `[0.${many('1')}]`,
  'an exponent': () => `[1e${many('9')}]`,
  backslashes: () => `["${many('\\\\')}"]`,
  'escaped quotes': () => `["${many('\\"')}"]`,
  'escaped characters': () => `["${many('\\u00e9')}"]`,
  'no end of a text': () => `["${many('a')}`,
  quotes: () => many('"'),
  spaces: () => many(' '),
  'bytes that are no UTF-8': () => Buffer.alloc(BYTES, 0xff),
  'characters of four bytes': () => `["${many('😀')}"]`,
  'one long text': () => JSON.stringify({ content_base64: many('QUJD'), filename: 'a.pdf' }),
  'more than is read': () => many('[0]', 12 * 1024 * 1024),
  'what is packed': () => gzipSync(many('[0,')),
}

/** The same for routes that take much and for one that takes little. */
const READERS = [
  'POST /v1/transactions/bulk',
  'POST /v1/submissions',
  'POST /v1/submissions/:sid/documents',
]

export function* hostileRequests(tenant: TestTenant): Generator<Request> {
  for (const endpoint of READERS) {
    const declared = ROUTES.find((one) => one.endpoint === endpoint)!
    const path = buildUrl(declared, unknownRecords(declared))
    for (const [name, build] of Object.entries(HOSTILE_BODIES))
      yield {
        method: 'POST',
        path,
        key: tenant.liveKey,
        ...asJson(build()),
        what: `${endpoint}: ${name}`,
      }
  }
}

export function asJson(body: string | Buffer): Pick<Request, 'body' | 'contentType'> {
  return { body, contentType: 'application/json' }
}
