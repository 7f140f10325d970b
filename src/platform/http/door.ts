import type { FastifyReply, FastifyRequest } from 'fastify'
import { outside, hasScope, type House, type OutsideContext } from '../context.ts'
import { ApiError } from '../errors/api-error.ts'
import { toApiError } from '../errors/sqlstate.ts'
import { methodOf, type Route } from '../route.ts'
import { sendAnswer, sendReply } from './answer.ts'
import { createAuthenticator, type Authenticator } from './authenticate.ts'
import type { StoredAnswer } from './idempotency.ts'
import { createLimiter, type Limiter } from './limits.ts'
import { discard } from './multipart.ts'
import { perform, type Performed } from './perform.ts'
import { readInput, type ReadInput } from './read-input.ts'

/** What all routes share at the door. */
export interface Door {
  house: House
  authenticator: Authenticator
  limiter: Limiter
}

export interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

export function createDoor(house: House): Door {
  const authenticator = createAuthenticator(house)
  house.forgetApiKeys = authenticator.forget
  return {
    house,
    authenticator,
    limiter: createLimiter(house.config.rateLimitPerSecond, () => performance.now()),
  }
}

/** The request pipeline of one route, in the order of reliability §4.2. */
export function handlerOf(
  door: Door,
  declared: Route,
): (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> {
  return async (request, reply) => {
    const ctx = await admit(door, declared, { request, reply })
    const read = await readInput(declared, request, ctx)
    const performed = await performOrDiscard(declared, read, ctx)
    return send(declared, performed, { request, reply })
  }
}

/** Key, scope and rate; without a key only for routes that need none. */
async function admit(
  door: Door,
  declared: Route,
  { request, reply }: Exchange,
): Promise<OutsideContext> {
  const base = { requestId: request.id, house: door.house }
  if (declared.scope === null) return anonymous(base)
  const caller = await door.authenticator.authenticate(request.headers, request.ip)
  request.caller = caller
  if (!hasScope(caller.actor, declared.scope)) {
    throw new ApiError('insufficient_scope', `The key lacks the scope ${declared.scope}.`)
  }
  if (declared.isTestOnly && caller.environment.mode !== 'test')
    throw new ApiError('test_key_required')
  const cost = declared.cost ?? (methodOf(declared) === 'GET' ? 'read' : 'write')
  reply.headers(door.limiter.take(caller.actor.id!, cost))
  return outside({ ...base, ...caller })
}

const NOBODY = '00000000-0000-0000-0000-000000000000'

function anonymous(base: { requestId: string; house: House }): OutsideContext {
  return outside({
    ...base,
    environment: { id: NOBODY, tenantId: NOBODY, mode: 'live' },
    actor: {
      type: 'system',
      id: null,
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
 * ours they stay, since a commit whose answer was lost may have happened.
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
  if (!performed.answer) return sendReply(performed.reply, exchange.reply)
  if (performed.isReplay) {
    exchange.reply.header('idempotent-replayed', 'true')
    exchange.request.failure = failureIn(performed.answer)
  }
  return sendAnswer(methodOf(declared), performed.answer, exchange)
}

/** What an answer from before refused, for the request log. */
function failureIn({ status, body }: StoredAnswer): FastifyRequest['failure'] {
  if (status < 400) return undefined
  const { error } = JSON.parse(body.toString()) as { error: { code: string; param?: string } }
  return { code: error.code, param: error.param ?? null }
}
