import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasScope, type Actor } from '../../core/values/access/actor.ts'
import { outside, type House, type OutsideContext } from '../context.ts'
import { randomUUIDv7 } from '../crypto/tokens.ts'
import { ApiError } from '../errors/api-error.ts'
import { toApiError } from '../errors/sqlstate.ts'
import { asOperation } from '../trace/operation.ts'
import { getMethod, type Route } from '../route.ts'
import { refuseForeignOrigin } from './connection/browser.ts'
import { traceRequest } from './record.ts'
import { sendResponse, sendReply } from './respond.ts'
import { createAuthenticator, type Authenticator, type Caller } from './authenticate.ts'
import type { StoredResponse } from './idempotency.ts'
import type { KnownNouns } from '../db/known-ids.ts'
import { createConcurrency, type Concurrency } from './limits/concurrency.ts'
import { leaseFrom } from './limits/lease.ts'
import { createLimiter, type Limiter } from './limits/limiter.ts'
import { discard } from './multipart.ts'
import { perform, type Performed } from './perform.ts'
import { readInput, type ReadInput } from './read-input.ts'

/** What all routes share at the door. */
export interface Door {
  house: House
  authenticator: Authenticator
  limiter: Limiter
  concurrency: Concurrency
  nouns: KnownNouns
}

export interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

export function createDoor(house: House, nouns: KnownNouns): Door {
  const authenticator = createAuthenticator(house)
  house.forgetApiKeys = authenticator.forget
  const { rateLimitPerSecond, requestsAtOnceMax } = house.config
  const lease = leaseFrom(house.database, randomUUIDv7())
  return {
    house,
    authenticator,
    limiter: createLimiter(rateLimitPerSecond, lease, () => performance.now()),
    concurrency: createConcurrency(rateLimitPerSecond === 0 ? 0 : requestsAtOnceMax),
    nouns,
  }
}

/** The request pipeline of one route, in the order of reliability §4.2. */
export function buildPipeline(
  door: Door,
  declared: Route,
): (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> {
  return (request, reply) => {
    const { traceId } = traceRequest(request)
    const operation = { name: declared.endpoint, traceId }
    return asOperation(operation, () => handle(door, declared, { request, reply }))
  }
}

async function handle(door: Door, declared: Route, exchange: Exchange): Promise<unknown> {
  const ctx = await admit(door, declared, exchange)
  const served = { declared, nouns: door.nouns }
  if (declared.scope === null) return respond(served, ctx, exchange)
  const place = await door.concurrency.enter(ctx.environment.tenantId)
  try {
    return await respond(served, { ...ctx, withoutQuota: place.withoutQuota }, exchange)
  } finally {
    place.leave()
  }
}

async function respond(
  served: { declared: Route; nouns: KnownNouns },
  ctx: OutsideContext,
  exchange: Exchange,
): Promise<unknown> {
  const { declared } = served
  const read = await readInput(served, exchange.request, ctx)
  const target = `${declared.endpoint} ${JSON.stringify(read.input.params)}`
  const aimed = { ...outside({ ...ctx, target }), withoutQuota: ctx.withoutQuota }
  const performed = await performOrDiscard(declared, read, aimed)
  return send(declared, performed, exchange)
}

/** Key, scope and rate; without a key only for routes that need none. */
async function admit(
  door: Door,
  declared: Route,
  { request, reply }: Exchange,
): Promise<OutsideContext> {
  const base = { requestId: request.id, trace: traceRequest(request), house: door.house }
  if (declared.browser && getMethod(declared) !== 'GET')
    refuseForeignOrigin(request, door.house.config.publicUrl)
  if (declared.scope === null) return anonymous(base)
  const caller = await door.authenticator.authenticate(request.headers, request.ip)
  request.caller = caller
  // Before the rights: whoever is refused has sent a request too, and reads what is left.
  const cost = declared.cost ?? (getMethod(declared) === 'GET' ? 'read' : 'write')
  const payer = { environmentId: caller.environment.id, credentialId: caller.credential.id }
  reply.headers(await door.limiter.take(payer, cost))
  refuseBeyondScopes(caller.actor, declared)
  refuseOtherKinds(caller, declared)
  if (declared.isTestOnly && caller.environment.mode !== 'test')
    throw new ApiError('test_key_required')
  return outside({ ...base, ...caller })
}

/** What is for people, and what only a live key may do beside them. */
function refuseOtherKinds({ credential, environment }: Caller, declared: Route): void {
  if (credential.kind === 'session') return
  if (declared.isUserOnly) throw new ApiError('user_required')
  if (declared.isOfOrganization && environment.mode !== 'live')
    throw new ApiError('live_key_required', 'A test key has no say in who is in the organization.')
}

/** A person needs no scope for what is that person’s alone; a program that acts for one does. */
function refuseBeyondScopes(actor: Actor, { scope, isPersonal }: Route): void {
  if (scope === null || hasScope(actor, scope)) return
  if (isPersonal && actor.credential?.kind === 'session') return
  if (actor.credential?.kind === 'api_key')
    throw new ApiError('insufficient_scope', `The key lacks the scope ${scope}.`)
  const message = `The access token lacks the scope ${scope}: it was not granted, or your role does not have it.`
  const challenge = `Bearer error="insufficient_scope", scope="${scope}"`
  throw new ApiError('insufficient_scope', message, { headers: { 'www-authenticate': challenge } })
}

const NOBODY = '00000000-0000-0000-0000-000000000000'

function anonymous(base: Pick<OutsideContext, 'requestId' | 'trace' | 'house'>): OutsideContext {
  return outside({
    ...base,
    environment: { id: NOBODY, tenantId: NOBODY, mode: 'live' },
    actor: {
      type: 'system',
      id: null,
      userId: null,
      credential: null,
      name: 'anonymous',
      keyHint: null,
      scopes: [],
      ip: null,
      userAgent: null,
    },
  })
}

/**
 * Files that no row came to own are removed: after a replay, and after a refusal. After a fault of
 * ours they stay, since a commit whose response was lost may have happened.
 */
async function performOrDiscard(
  declared: Route,
  read: ReadInput,
  ctx: OutsideContext,
): Promise<Performed> {
  const { files } = read.input
  try {
    const performed = await perform(declared, read, ctx)
    if (performed.isReplay) await discard(ctx.house, ctx.environment, files)
    return performed
  } catch (error) {
    if (toApiError(error).status < 500) await discard(ctx.house, ctx.environment, files)
    throw error
  }
}

function send(declared: Route, performed: Performed, exchange: Exchange): unknown {
  if (!performed.response) return sendReply(performed.reply, exchange.reply)
  if (performed.isReplay) {
    exchange.reply.header('idempotent-replayed', 'true')
    exchange.request.failure = failureIn(performed.response)
  }
  return sendResponse(getMethod(declared), performed.response, exchange.reply)
}

/** The error of a stored response, for the request log. */
function failureIn({ status, body }: StoredResponse): FastifyRequest['failure'] {
  if (status < 400) return undefined
  const { error } = JSON.parse(body.toString()) as { error: { code: string; param?: string } }
  return { code: error.code, param: error.param ?? null }
}
