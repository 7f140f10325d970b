import type { FastifyReply, FastifyRequest } from 'fastify'
import { outside, hasScope, type Context, type House, type OutsideContext } from '../context.ts'
import { ApiError } from '../errors/api-error.ts'
import { toApiError } from '../errors/sqlstate.ts'
import { faultPoint } from '../faults.ts'
import { Reply, methodOf, type Input, type Route, type Shapes, type StagedFile } from '../route.ts'
import { answerOf, sendAnswer, sendReply } from './answer.ts'
import { createAuthenticator, type Authenticator } from './authenticate.ts'
import { camelize, convertForm, convertQuery } from './convert.ts'
import {
  claimKey,
  fingerprintOf,
  idempotencyKeyOf,
  keepAnswer,
  releaseKey,
  type Claim,
  type StoredAnswer,
} from './idempotency.ts'
import { createLimiter, type Limiter } from './limits.ts'
import { discard, stageInline, stageMultipart } from './multipart.ts'
import { validate } from './validate.ts'

/** What all routes share at the door. */
export interface Door {
  house: House
  authenticator: Authenticator
  limiter: Limiter
}

type AnyInput = Input<Shapes> & { params: unknown; query: unknown; body: unknown }

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
    const ctx = await admit(door, declared, request, reply)
    const read = await readInput(door.house, declared, request, ctx)
    let isKept = false
    try {
      const key =
        methodOf(declared) === 'GET' || methodOf(declared) === 'DELETE'
          ? null
          : idempotencyKeyOf(request.headers['idempotency-key'])
      const result =
        key === null
          ? await perform(declared, read.input, ctx, null)
          : await performOnce(declared, { ...read, key }, ctx)
      isKept = !('isReplay' in result && result.isReplay)
      return await send(declared, result, request, reply)
    } finally {
      if (!isKept) await discard(door.house, ctx.environment, read.input.files)
    }
  }
}

interface Performed {
  answer: StoredAnswer | null
  reply: Reply
  isReplay?: boolean
}

/** Key, scope and rate; without a key only for routes that need none. */
async function admit(
  door: Door,
  declared: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<OutsideContext> {
  const base = { requestId: request.id, house: door.house }
  if (declared.scope === null) return anonymous(base)
  const caller = await door.authenticator.authenticate(request.headers, request.ip)
  request.caller = caller
  if (!hasScope(caller.actor, declared.scope)) {
    throw new ApiError('insufficient_scope', `The key lacks the scope ${declared.scope}.`)
  }
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

async function readInput(
  house: House,
  declared: Route,
  request: FastifyRequest,
  ctx: OutsideContext,
): Promise<{ input: AnyInput; fingerprint: string }> {
  const { shapes } = declared
  const path = request.url.split('?', 1)[0]!
  if (shapes.params) validate(shapes.params, request.params, 'params')
  const query = readQuery(shapes, request.query as Record<string, unknown>)
  const staged = await readBody(house, declared, request, ctx)
  try {
    if (shapes.body && request.isMultipart())
      staged.body = convertForm(shapes.body, staged.body as Record<string, unknown>)
    if (shapes.body) validate(shapes.body, staged.body, 'body')
    const input = {
      params: shapes.params ? camelize(shapes.params, request.params) : {},
      query: shapes.query ? camelize(shapes.query, query) : {},
      body: shapes.body ? camelize(shapes.body, staged.body) : undefined,
      files: staged.files,
      ifMatch: typeof request.headers['if-match'] === 'string' ? request.headers['if-match'] : null,
    } as AnyInput
    const fingerprint = fingerprintOf({
      method: request.method,
      path,
      query,
      body: staged.body,
      files: staged.files,
    })
    return { input, fingerprint }
  } catch (error) {
    await discard(house, ctx.environment, staged.files)
    throw error
  }
}

/** Every query name must be declared; a scalar may stand once. `metadata[key]=value` gathers into one filter. */
function readQuery(shapes: Shapes, given: Record<string, unknown>): Record<string, unknown> {
  const schema = shapes.query
  const query: Record<string, unknown> = {}
  const metadata: Record<string, string> = {}
  for (const [name, value] of Object.entries(given)) {
    if (Array.isArray(value))
      throw new ApiError('invalid_parameter', `${name.slice(0, 64)} stands twice.`, {
        param: name.slice(0, 64),
      })
    if (typeof value === 'string' && (value.includes('\u0000') || !value.isWellFormed())) {
      throw new ApiError('invalid_parameter', `${name.slice(0, 64)} is not text.`, {
        param: name.slice(0, 64),
      })
    }
    const metadataKey = /^metadata\[(.{1,64})\]$/.exec(name)?.[1]
    if (metadataKey === undefined) query[name] = value
    else metadata[metadataKey] = String(value)
  }
  if (Object.keys(metadata).length > 0) query.metadata = metadata
  if (!schema) {
    const unknown = Object.keys(query)[0]
    if (unknown !== undefined)
      throw new ApiError(
        'unknown_parameter',
        `This endpoint takes no parameter ${unknown.slice(0, 64)}.`,
        { param: unknown.slice(0, 64) },
      )
    return query
  }
  const converted = convertQuery(schema, query)
  validate(schema, converted, 'query')
  return converted
}

async function readBody(
  house: House,
  declared: Route,
  request: FastifyRequest,
  ctx: OutsideContext,
): Promise<{ body: unknown; files: StagedFile[] }> {
  if (request.isMultipart()) {
    if (declared.consumes !== 'multipart') throw new ApiError('invalid_content_type')
    const { fields, files } = await stageMultipart(request, house, ctx.environment)
    return { body: fields, files }
  }
  if (declared.consumes === 'multipart') return stageInline(house, ctx.environment, request.body)
  // An endpoint whose body is optional may be called without one.
  return { body: request.body ?? (declared.shapes.body ? {} : undefined), files: [] }
}

/** Runs the handler in the one transaction of the request; with a claim, the stored answer commits with it. */
async function perform(
  declared: Route,
  input: AnyInput,
  ctx: OutsideContext,
  claim: Claim | null,
): Promise<Performed> {
  if (declared.handleOutside) {
    const reply = toReply(await declared.handleOutside(input, ctx))
    const answer = answerOf(declared, reply)
    if (claim && answer) await ctx.transaction((own) => keepAnswer(own, claim, answer))
    return { answer, reply }
  }
  const work = async (own: Context): Promise<Performed> => {
    const reply = toReply(await declared.handle(input, own))
    const answer = answerOf(declared, reply)
    if (claim && answer) await keepAnswer(own, claim, answer)
    await faultPoint('request.before_commit')
    return { answer, reply }
  }
  if (declared.scope === null) return work({ ...ctx, db: undefined as never })
  const result = await ctx.transaction(work)
  await faultPoint('request.committed')
  return result
}

/** The same under an idempotency key: a known key answers what the first request answered. */
async function performOnce(
  declared: Route,
  read: { input: AnyInput; fingerprint: string; key: string },
  ctx: OutsideContext,
): Promise<Performed> {
  const claim = await claimKey(ctx, read.key, read.fingerprint)
  if ('body' in claim) return { answer: claim, reply: new Reply({}), isReplay: true }
  try {
    return await perform(declared, read.input, ctx, claim)
  } catch (error) {
    const failure = toApiError(error)
    // What the handler refused stays refused; what broke may be tried again with the same key.
    if (failure.status >= 400 && failure.status < 500 && failure.status !== 429) {
      const answer = answerOf(declared, failure, ctx)
      await ctx.transaction((own) => keepAnswer(own, claim, answer)).catch(() => {})
    } else {
      await releaseKey(ctx, claim).catch(() => {})
    }
    throw error
  }
}

function toReply(result: object): Reply {
  return result instanceof Reply ? result : new Reply({ body: result })
}

async function send(
  declared: Route,
  result: Performed,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  if (!result.answer) return sendReply(result.reply, reply)
  if (result.isReplay) reply.header('idempotent-replayed', 'true')
  return sendAnswer(methodOf(declared), result.answer, request, reply)
}
