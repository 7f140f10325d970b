import type { Context, OutsideContext } from '../context.ts'
import { toApiError } from '../errors/sqlstate.ts'
import { faultPoint } from '../faults.ts'
import { Reply, type Route } from '../route.ts'
import { buildResponse, buildErrorResponse } from './respond.ts'
import {
  claimKey,
  storeResponse,
  releaseKey,
  type Claim,
  type StoredResponse,
} from './idempotency.ts'
import { explainNotFound } from './response/other-mode.ts'
import type { AnyInput, ReadInput } from './read-input.ts'

export interface Performed {
  /** Null for downloads and streams, which are not stored. */
  response: StoredResponse | null
  reply: Reply
  /** The first request's response; nothing was done now. */
  isReplay: boolean
}

/** Runs a request's handler, under its idempotency key when it has one. */
export function perform(declared: Route, read: ReadInput, ctx: OutsideContext): Promise<Performed> {
  return read.key === null
    ? handle(declared, { ...read, claim: null }, ctx)
    : handleOnce(declared, { ...read, key: read.key }, ctx)
}

type Work = (ctx: Context) => Promise<object>

interface Claimed extends Pick<ReadInput, 'input' | 'admit'> {
  claim: Claim | null
}

/** In the one transaction of the request; with a claim, the stored response commits with it. */
async function handle(
  declared: Route,
  { input, admit, claim }: Claimed,
  ctx: OutsideContext,
): Promise<Performed> {
  const work: Work = async (own) => {
    await admit?.(own)
    return declared.handle(input, own)
  }
  // A route without a key has no environment to open a transaction in.
  if (declared.scope === null && !declared.handleOutside)
    return toPerformed(declared, await work({ ...ctx, db: undefined as never }), input)
  try {
    if (declared.handleOutside) return await handleOutside(declared, { input, admit, claim }, ctx)
    return await commitResponse(declared, work, { ctx, claim, input })
  } catch (error) {
    throw await explainNotFound(error, input.params, ctx)
  }
}

/** A handler that has nothing left to write does not end with a transaction of its own. */
async function handleOutside(
  declared: Route,
  { input, admit, claim }: Claimed,
  ctx: OutsideContext,
): Promise<Performed> {
  if (admit) await ctx.transaction(admit)
  const ended: Performed[] = []
  const commit = async (work: Work): Promise<object> => {
    const performed = await commitResponse(declared, work, { ctx, claim, input })
    ended.push(performed)
    return performed.reply
  }
  const result = await declared.handleOutside!(input, { ...ctx, commit })
  if (ended.length > 0) return ended[0]!
  if (claim === null) return toPerformed(declared, result, input)
  return commitResponse(declared, async () => result, { ctx, claim, input })
}

/** The work, and its response under the idempotency key of the request: both or neither. */
async function commitResponse(
  declared: Route,
  work: Work,
  { ctx, claim, input }: { ctx: OutsideContext; claim: Claim | null; input: AnyInput },
): Promise<Performed> {
  const performed = await ctx.transaction(async (own) => {
    const done = toPerformed(declared, await work(own), input)
    if (claim && done.response) await storeResponse(own, claim, done.response)
    await faultPoint('request.before_commit')
    return done
  })
  await faultPoint('request.committed')
  return performed
}

function toPerformed(declared: Route, result: object, { fields }: AnyInput): Performed {
  const reply = result instanceof Reply ? result : new Reply({ body: result })
  return { response: buildResponse(declared, reply, fields), reply, isReplay: false }
}

/** A known key returns the first request's response. */
async function handleOnce(
  declared: Route,
  read: ReadInput & { key: string },
  ctx: OutsideContext,
): Promise<Performed> {
  const claim = await claimKey(ctx, read.key, read.fingerprint)
  if ('body' in claim) return { response: claim, reply: new Reply({}), isReplay: true }
  try {
    return await handle(declared, { ...read, claim }, ctx)
  } catch (error) {
    const failure = toApiError(error)
    // What the handler refused stays refused; what broke may be tried again with the same key.
    if (failure.status >= 400 && failure.status < 500 && failure.status !== 429) {
      const response = buildErrorResponse(failure, ctx)
      await ctx.transaction((own) => storeResponse(own, claim, response)).catch(() => {})
    } else {
      await releaseKey(ctx, claim).catch(() => {})
    }
    throw error
  }
}
