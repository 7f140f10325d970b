import type { FastifyReply, FastifyRequest } from 'fastify'
import { addVary } from './finish.ts'

/** Two hours, the longest that browsers keep a preflight. */
const MAX_AGE_SECONDS = 7_200

/** Headers that a request of ours may carry. */
const REQUEST_HEADERS = [
  'Authorization',
  'X-Api-Key',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Last-Event-ID',
  'Traceparent',
  'X-Request-Id',
  'X-Service-Lenient',
].join(', ')

/** Headers of a response that a page may read beyond those that any may. */
const EXPOSED_HEADERS = [
  'Allow',
  'Content-Disposition',
  'ETag',
  'Idempotent-Replayed',
  'Location',
  'RateLimit',
  'RateLimit-Limit',
  'RateLimit-Policy',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'WWW-Authenticate',
  'X-Client-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
  'X-Service-Version',
].join(', ')

/**
 * Lets pages of the allowed origins read a response. Credentials in the browser's sense, which are
 * cookies, are never allowed: the service has none, and a key travels in a header of the page.
 */
export function allowOrigin(
  origins: readonly string[],
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (origins.length === 0) return
  if (origins.includes('*')) {
    reply.header('access-control-allow-origin', '*')
  } else {
    addVary(reply, 'Origin')
    const { origin } = request.headers
    if (origin === undefined || !origins.includes(origin)) return
    reply.header('access-control-allow-origin', origin)
  }
  reply.header('access-control-expose-headers', EXPOSED_HEADERS)
}

/** The response to OPTIONS: the methods of the address, and whether a preflight may go on. */
export function sendOptions(
  methods: readonly string[],
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  reply.header('allow', methods.join(', '))
  const isPreflight = request.headers['access-control-request-method'] !== undefined
  if (isPreflight && reply.hasHeader('access-control-allow-origin')) {
    reply.headers({
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': REQUEST_HEADERS,
      'access-control-max-age': String(MAX_AGE_SECONDS),
    })
    reply.removeHeader('access-control-expose-headers')
  }
  return reply.code(204).send()
}
