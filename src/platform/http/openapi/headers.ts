import { getMethod, type Route } from '../../route.ts'
import { isWrite } from './writes.ts'

interface Header {
  description: string
  schema: object
  example: unknown
}

const text = { type: 'string' }
const count = { type: 'integer', minimum: 0 }

/** The headers of responses that are more than those of HTTP itself, by name. */
export const RESPONSE_HEADERS: Readonly<Record<string, Header>> = {
  'X-Request-Id': {
    description: 'Id of the request, to quote when something is wrong with it.',
    schema: text,
    example: 'req_0193a2f45c1e7b529d7e2f6a4c1d8e90',
  },
  RateLimit: {
    description:
      'What remains of the rate, after the draft of the IETF: `r` requests within `t` seconds.',
    schema: text,
    example: '"read";r=41;t=1',
  },
  'RateLimit-Limit': {
    description: 'Requests in each second that the key may make.',
    schema: count,
    example: 50,
  },
  'RateLimit-Remaining': {
    description: 'Requests that the key may make at once.',
    schema: count,
    example: 41,
  },
  'RateLimit-Reset': {
    description: 'Seconds until all of them may be made again.',
    schema: count,
    example: 1,
  },
  'Retry-After': {
    description: 'Seconds after which the same request can succeed.',
    schema: count,
    example: 1,
  },
  'WWW-Authenticate': {
    description: 'With 401: how to authenticate.',
    schema: text,
    example: 'Bearer',
  },
  ETag: {
    description: 'Tag of this state, for `If-None-Match` and `If-Match`.',
    schema: text,
    example: '"9f2c1ab07d3e5486"',
  },
  Location: {
    description: 'Path of what was created.',
    schema: { type: 'string', format: 'uri-reference' },
    example: '/v1/submissions/0199a2f4-5c1e-7b52-9d7e-2f6a4c1d8e90',
  },
  'Idempotent-Replayed': {
    description: 'Sent when this is the response of an earlier request with the same key.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  'Content-Disposition': {
    description: 'Name of the file.',
    schema: text,
    example: 'attachment; filename="northwind.xlsx"',
  },
}

/** Of errors that any operation can end in. */
export const ERROR_HEADERS: readonly string[] = [
  'X-Request-Id',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'WWW-Authenticate',
]

/** The headers of a success of a route. */
export function successHeaders(declared: Route, status: number): object {
  const { produces = 'json', scope, cost } = declared
  const isTagged = getMethod(declared) === 'GET' && produces === 'json' && status === 200
  return referHeaders([
    'X-Request-Id',
    ...(scope !== null && cost !== 'none' ? ['RateLimit'] : []),
    ...(isTagged ? ['ETag'] : []),
    ...(status === 201 ? ['Location'] : []),
    ...(isWrite(declared) ? ['Idempotent-Replayed'] : []),
    ...(produces === 'binary' ? ['Content-Disposition'] : []),
  ])
}

/** Headers as a response has them. */
export function referHeaders(names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
