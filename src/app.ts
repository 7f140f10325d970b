import multipart from '@fastify/multipart'
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { nearest } from './core/values/text.ts'
import type { House } from './platform/context.ts'
import { requestId } from './platform/crypto/tokens.ts'
import { ApiError, toErrorBody } from './platform/errors/api-error.ts'
import { toApiError } from './platform/errors/sqlstate.ts'
import type { Caller } from './platform/http/authenticate.ts'
import { createDoor, buildPipeline, type Door } from './platform/http/door.ts'
import { toLogConfig, recordRequest } from './platform/http/record.ts'
import { parseStrictJson } from './platform/wire/strict-json.ts'
import { getMethod, getPath, type Route } from './platform/route.ts'
import { KNOWN_NOUNS } from './resources/known-ids.ts'
import { VERSION } from './version.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller?: Caller
    /** Of what was refused. */
    failure?: { code: string; param: string | null }
  }
}

const JSON_BYTES_MAX = 10 * 1024 * 1024
const NDJSON_BYTES_MAX = 64 * 1024 * 1024

/** The HTTP application of a list of routes. */
export async function createApp(house: House, routes: readonly Route[]): Promise<FastifyInstance> {
  const app = fastify({
    bodyLimit: JSON_BYTES_MAX,
    genReqId: () => requestId(),
    requestIdHeader: false,
    logger: false,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 300 },
    maxRequestsPerSocket: 10_000,
    requestTimeout: 120_000,
    http: { headersTimeout: 10_000, maxHeaderSize: 16 * 1024 },
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) =>
      sendError(house, error, { request: request as FastifyRequest, reply: reply as FastifyReply }),
  })
  app.decorateRequest('caller', undefined)
  app.decorateRequest('failure', undefined)
  const files = {
    fileSize: house.config.uploadMbMax * 1024 * 1024,
    files: 20,
    fields: 50,
    fieldSize: 1024 * 1024,
    parts: 70,
  }
  acceptBodies(app)
  await app.register(multipart, { limits: files, throwFileSizeLimit: true })
  const door = createDoor(house, KNOWN_NOUNS)
  app.decorate('door', door)
  for (const declared of routes) mount(app, door, declared)
  app.addHook('onRequest', async (request, reply) => addHeaders(request, reply))
  app.addHook('onRequest', async (request, reply) => refuseCodings(request, reply))
  app.addHook('onResponse', async (request, reply) => recordRequest(house, request, reply))
  app.setErrorHandler((error, request, reply) => sendError(house, error, { request, reply }))
  app.setNotFoundHandler((request, reply) =>
    sendError(house, notFound(routes, request), { request, reply }),
  )
  return app
}

function mount(app: FastifyInstance, door: Door, declared: Route): void {
  app.route({
    method: getMethod(declared),
    url: getPath(declared),
    handler: buildPipeline(door, declared),
    config: toLogConfig(declared),
    // The door checks responses by the route's own schema; serializing is plain JSON.
    serializerCompiler: () => JSON.stringify,
  })
}

function acceptBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    /^application\/([\w.+-]+\+)?json/,
    { parseAs: 'string' },
    (_request, body, done) => {
      try {
        done(null, body === '' ? undefined : parseStrictJson(body as string))
      } catch (error) {
        done(error as Error)
      }
    },
  )
  app.addContentTypeParser(
    'application/x-ndjson',
    { parseAs: 'buffer', bodyLimit: NDJSON_BYTES_MAX },
    (_request, body, done) => done(null, body),
  )
}

async function addHeaders(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.headers({
    'x-request-id': request.id,
    'x-service-version': VERSION,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  })
  const own = request.headers['x-request-id']
  if (typeof own === 'string' && /^[\x21-\x7e]{1,128}$/.test(own))
    reply.header('x-client-request-id', own)
}

/** A body that a proxy may end elsewhere can hide a request: only plain chunks are read. */
function refuseCodings({ headers }: FastifyRequest, reply: FastifyReply): void {
  const coding = headers['transfer-encoding']
  if (coding === undefined || coding.toLowerCase() === 'chunked') return
  reply.header('connection', 'close')
  throw new ApiError('invalid_json', 'A body comes with Content-Length or in plain chunks.')
}

/** The one place where errors become responses. */
function sendError(
  house: House,
  error: unknown,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): FastifyReply {
  const failure = frameworkError(error) ?? toApiError(error)
  if (failure.status >= 500) {
    house.log.error({ request_id: request.id, err: failure.cause ?? error }, failure.message)
  }
  request.failure = { code: failure.code, param: failure.details.param ?? null }
  return reply
    .code(failure.status)
    .headers(failure.details.headers ?? {})
    .type('application/json; charset=utf-8')
    .serializer((payload: unknown) => payload as string)
    .send(JSON.stringify(toErrorBody(failure, request.id, house.config.publicUrl)))
}

/** Fastify's own refusals by code. */
function frameworkError(error: unknown): ApiError | null {
  const { code, statusCode } = (error ?? {}) as { code?: string; statusCode?: number }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new ApiError('payload_too_large')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new ApiError('invalid_content_type')
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH')
    return new ApiError('invalid_content_type', 'The body is not as long as Content-Length says.')
  if (code === 'FST_ERR_BAD_URL' || code === 'FST_ERR_MAX_PARAM_LENGTH')
    return new ApiError('route_not_found')
  if (code === 'FST_ERR_CTP_EMPTY_TYPE') return new ApiError('invalid_content_type')
  if (!(error instanceof ApiError) && statusCode === 400)
    return new ApiError('invalid_json', 'The request is malformed.', { cause: error })
  return null
}

function notFound(routes: readonly Route[], request: FastifyRequest): ApiError {
  const path = request.url.split('?', 1)[0]!
  const methods = routes.filter((declared) => matches(getPath(declared), path)).map(getMethod)
  if (methods.length > 0) {
    const allow = [...new Set(methods)].join(', ')
    return new ApiError('method_not_allowed', `${path} takes ${allow}.`, { headers: { allow } })
  }
  const near = nearest(path, [...new Set(routes.map(getPath))])
  return new ApiError(
    'route_not_found',
    `There is no ${path.slice(0, 200)}.${near ? ` Did you mean ${near}?` : ''}`,
  )
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/')
  const given = path.split('/')
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => part.startsWith(':') || part === given[index])
  )
}
