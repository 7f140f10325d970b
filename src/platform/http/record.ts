import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { House } from '../context.ts'
import { parseRequestId } from '../crypto/tokens.ts'
import type { Caller } from './authenticate.ts'
import { continueTrace, type Trace } from '../trace/trace.ts'
import type { Route } from '../route.ts'
import { SentPayload } from './limits/bodies.ts'
import { outlineBody } from '../request-log/outline.ts'
import type { LoggedRequest } from '../request-log/request-log.ts'

/** What of a route the log of its requests needs. */
interface LogConfig {
  body?: TSchema | undefined
  /** Of path, query and body. */
  names?: ReadonlySet<string>
  isUnlogged?: boolean | undefined
}

declare module 'fastify' {
  interface FastifyContextConfig extends LogConfig {}
}

const LOGGED_PATH_MAX = 300

export function toLogConfig(declared: Route): LogConfig {
  const { isUnlogged, shapes } = declared
  return { body: shapes.body, names: listFieldNames(declared), isUnlogged }
}

/** The trace that the caller named, or one of the request's own. */
export function traceRequest({ headers, id }: FastifyRequest): Trace {
  return continueTrace(headers['traceparent'], id)
}

/** Writes a finished request to the log, counts it for its key, and keeps it for its tenant. */
export function recordRequest(house: House, request: FastifyRequest, reply: FastifyReply): void {
  const durationMs = reply.elapsedTime
  const path = request.routeOptions.url ?? '(none)'
  const { caller } = request
  measure(house, request, reply)
  house.log.info(
    {
      request_id: request.id,
      trace_id: traceRequest(request).traceId,
      method: request.method,
      path,
      status: reply.statusCode,
      duration_ms: Math.round(durationMs * 10) / 10,
      tenant: caller?.environment.tenantId,
      environment: caller?.environment.id,
      actor: caller?.actor.type,
      credential: caller?.credential.id,
    },
    'request',
  )
  if (!caller) return
  house.usage.record({
    environmentId: caller.environment.id,
    credential: caller.credential,
    ip: caller.actor.ip,
    method: request.method,
    path,
    isError: reply.statusCode >= 400,
    durationMs,
  })
  if (request.routeOptions.config.isUnlogged) return
  const at = new Date(house.now() - durationMs).toISOString()
  house.requestLog.record({ ...toLoggedRequest(request, reply, caller), at })
}

/** By the template of the route; whoever calls an address that is none can name any method. */
function measure({ meter }: House, request: FastifyRequest, reply: FastifyReply): void {
  const { url: route } = request.routeOptions
  const labels = { method: route ? request.method : '(any)', route: route ?? '(none)' }
  const status = `${Math.trunc(reply.statusCode / 100)}xx`
  meter.count('assay_http_requests_total', { ...labels, status })
  meter.observe('assay_http_request_duration_seconds', labels, reply.elapsedTime / 1000)
}

function listFieldNames({ shapes: { params, query, body } }: Route): ReadonlySet<string> {
  const schemas = [params, query, body] as ({ properties?: object } | undefined)[]
  return new Set(schemas.flatMap((schema) => Object.keys(schema?.properties ?? {})))
}

/** The field of the route that a fault lies in; a name that the caller made up may be a value. */
function declaredName(
  param: string | null | undefined,
  names?: ReadonlySet<string>,
): string | null {
  const [field = ''] = param?.split(/[.[]/, 1) ?? []
  return names?.has(field) ? field : null
}

function toLoggedRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  { environment, actor, credential }: Caller,
): Omit<LoggedRequest, 'at'> {
  const { failure, body: sent } = request
  const body = sent instanceof SentPayload ? sent.read.value : sent
  const key = request.headers['idempotency-key']
  const isOutlined = body !== undefined && body !== null && !Buffer.isBuffer(body)
  return {
    environmentId: environment.id,
    id: parseRequestId(request.id)!,
    method: request.method,
    route: request.routeOptions.url ?? '(none)',
    path: request.url.split('?', 1)[0]!.slice(0, LOGGED_PATH_MAX),
    status: reply.statusCode,
    durationMs: Math.round(reply.elapsedTime * 10) / 10,
    apiKeyId: credential.id,
    credentialKind: credential.kind,
    ip: actor.ip,
    userAgent: actor.userAgent,
    idempotencyKey: typeof key === 'string' ? key.slice(0, 255) : null,
    isReplay: reply.getHeader('idempotent-replayed') === 'true',
    errorCode: failure?.code ?? null,
    errorParam: declaredName(failure?.param, request.routeOptions.config.names),
    bodyOutline: isOutlined ? outlineBody(body, request.routeOptions.config.body) : null,
  }
}
