import multipart from '@fastify/multipart'
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { House } from './platform/context.ts'
import { requestId } from './platform/crypto/tokens.ts'
import { ApiError, toErrorBody } from './platform/errors/api-error.ts'
import { toApiError } from './platform/errors/sqlstate.ts'
import type { Caller } from './platform/http/authenticate.ts'
import {
  acceptBodies,
  JSON_BYTES_MAX,
  payloadTooLarge,
  readBodyLimit,
} from './platform/http/limits/bodies.ts'
import { describeAddress, toRouteFault } from './platform/http/connection/addresses.ts'
import {
  refuseCodings,
  refuseConnection,
  refuseRepeated,
} from './platform/http/connection/heads.ts'
import { watchBodies } from './platform/http/connection/slow-bodies.ts'
import { createDoor, buildPipeline, type Door } from './platform/http/door.ts'
import { describeAccepted } from './platform/http/read-input.ts'
import { recordRequest, toLogConfig, traceRequest } from './platform/http/record.ts'
import { allowOrigin } from './platform/http/response/cors.ts'
import { finishResponse, type Payload } from './platform/http/response/finish.ts'
import { mountTools } from './mcp/http/mount.ts'
import { mountOAuth } from './oauth/mount.ts'
import { getMethod, getPath, type Route } from './platform/route.ts'
import { mountDashboard } from './resources/dashboard/serve.ts'
import { renderFault } from './resources/pages/fault.ts'
import { pageHeaders } from './resources/pages/layout.ts'
import { KNOWN_NOUNS } from './resources/known-ids.ts'
import { VERSION } from './version.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller?: Caller
    /** Of what was refused. */
    failure?: { code: string; param: string | null }
  }
  interface FastifyContextConfig {
    /** The content types that the route takes, in words. */
    accepted?: string
    isPage?: boolean
    isPayload?: boolean
    keepsBytes?: boolean
  }
}

/** The HTTP application of a list of routes. */
export async function createApp(house: House, routes: readonly Route[]): Promise<FastifyInstance> {
  const app = openServer(house)
  app.decorateRequest('caller', undefined)
  app.decorateRequest('failure', undefined)
  acceptBodies(app)
  await app.register(multipart, { limits: uploadLimits(house), throwFileSizeLimit: true })
  const door = createDoor(house, KNOWN_NOUNS)
  app.decorate('door', door)
  for (const declared of routes) mount(app, door, declared)
  const stopWatch = watchBodies(app.server)
  app.addHook('onClose', async () => stopWatch())
  app.addHook('onRequest', async (request, reply) => receive(house, request, reply))
  mountOAuth(app, house)
  mountTools(app, house)
  mountDashboard(app, house)
  app.addHook('onRequest', async (request, reply) =>
    request.method === 'OPTIONS' ? describeAddress(routes, request, reply) : undefined,
  )
  app.addHook('onSend', (request, reply, payload) =>
    finishResponse(request, reply, payload as Payload),
  )
  app.addHook('onResponse', async (request, reply) => recordRequest(house, request, reply))
  app.setErrorHandler((error, request, reply) => sendError(house, error, { request, reply }))
  app.setNotFoundHandler((request, reply) =>
    sendError(house, toRouteFault(routes, request), { request, reply }),
  )
  return app
}

function openServer(house: House): FastifyInstance {
  return fastify({
    bodyLimit: JSON_BYTES_MAX,
    genReqId: () => requestId(),
    requestIdHeader: false,
    logger: false,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 300 },
    maxRequestsPerSocket: 10_000,
    // A body may take as long as it needs at the pace that `watchBodies` sets.
    requestTimeout: 0,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000, maxHeaderSize: 16 * 1024 },
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    clientErrorHandler: (error, socket) => refuseConnection(house.config.publicUrl, error, socket),
    frameworkErrors: (error, request, reply) =>
      sendError(house, error, { request: request as FastifyRequest, reply: reply as FastifyReply }),
  })
}

function uploadLimits({ config }: House): object {
  return {
    fileSize: config.uploadMbMax * 1024 * 1024,
    files: 20,
    fields: 50,
    fieldSize: 1024 * 1024,
    parts: 70,
  }
}

/** What every response carries, and what of a head nothing may follow. */
function receive({ config }: House, request: FastifyRequest, reply: FastifyReply): void {
  addHeaders(request, reply)
  allowOrigin(config.allowedOrigins, request, reply)
  refuseCodings(request.headers['transfer-encoding'])
  refuseRepeated(request.raw.rawHeaders)
}

function mount(app: FastifyInstance, door: Door, declared: Route): void {
  const method = getMethod(declared)
  app.route({
    method: method === 'GET' ? ['GET', 'HEAD'] : method,
    url: getPath(declared),
    handler: buildPipeline(door, declared),
    // Lines have a limit of their own, which one of the route would replace.
    ...(declared.consumes === 'ndjson' || declared.consumes === 'mail'
      ? {}
      : { bodyLimit: readBodyLimit(declared) }),
    config: {
      ...toLogConfig(declared),
      accepted: describeAccepted(declared),
      isPage: declared.browser === 'page',
      isPayload: declared.consumes === 'payload' || declared.consumes === 'signed',
      keepsBytes: declared.readsHeaders !== undefined,
    },
    // The door checks responses by the route's own schema; serializing is plain JSON.
    serializerCompiler: () => JSON.stringify,
  })
}

function addHeaders(request: FastifyRequest, reply: FastifyReply): void {
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

/** The one place where errors become responses. */
function sendError(
  house: House,
  error: unknown,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): FastifyReply {
  const failure = frameworkError(error, request) ?? toApiError(error)
  if (failure.status >= 500) {
    const { traceId } = traceRequest(request)
    const fields = { request_id: request.id, trace_id: traceId, err: failure.cause ?? error }
    house.log.error(fields, failure.message)
  }
  request.failure = { code: failure.code, param: failure.details.param ?? null }
  reply.code(failure.status).headers(failure.details.headers ?? {})
  if (request.routeOptions.config.isPage && request.headers.accept?.includes('text/html'))
    return sendFault(house, failure, reply)
  return reply
    .type('application/json; charset=utf-8')
    .serializer((payload: unknown) => payload as string)
    .send(JSON.stringify(toErrorBody(failure, request.id, house.config.publicUrl)))
}

/** A person sees a page, not JSON. */
function sendFault({ config }: House, failure: ApiError, reply: FastifyReply): FastifyReply {
  return reply
    .headers(pageHeaders(config.publicUrl))
    .type('text/html; charset=utf-8')
    .serializer((payload: unknown) => payload as string)
    .send(renderFault(failure))
}

/** Fastify's own refusals by code. */
function frameworkError(error: unknown, request: FastifyRequest): ApiError | null {
  const { code, statusCode } = (error ?? {}) as { code?: string; statusCode?: number }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return payloadTooLarge(request)
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || code === 'FST_ERR_CTP_EMPTY_TYPE')
    return new ApiError('invalid_content_type', request.routeOptions.config.accepted)
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH')
    return new ApiError('invalid_content_type', 'The body is not as long as Content-Length says.')
  if (code === 'FST_ERR_BAD_URL' || code === 'FST_ERR_MAX_PARAM_LENGTH')
    return new ApiError('route_not_found')
  if (!(error instanceof ApiError) && statusCode === 400)
    return new ApiError('invalid_json', 'The request is malformed.', { cause: error })
  return null
}
