import type { Context, OutsideContext } from '../context.ts'
import { toApiError } from '../errors/sqlstate.ts'
import { faultPoint } from '../faults.ts'
import { Reply, type Route } from '../route.ts'
import { answerOf } from './answer.ts'
import { claimKey, keepAnswer, releaseKey, type Claim, type StoredAnswer } from './idempotency.ts'
import type { AnyInput, ReadInput } from './read-input.ts'

export interface Performed {
  /** Null for downloads and streams, which are not stored. */
  answer: StoredAnswer | null
  reply: Reply
  /** The first request's answer; nothing was done now. */
  isReplay: boolean
}

/** Runs a request's handler, under its idempotency key when it has one. */
export function perform(declared: Route, read: ReadInput, ctx: OutsideContext): Promise<Performed> {
  return read.key === null
    ? handle(declared, { input: read.input, claim: null }, ctx)
    : handleOnce(declared, { ...read, key: read.key }, ctx)
}

/** In the one transaction of the request; with a claim, the stored answer commits with it. */
async function handle(
  declared: Route,
  { input, claim }: { input: AnyInput; claim: Claim | null },
  ctx: OutsideContext,
): Promise<Performed> {
  if (declared.handleOutside) {
    const reply = toReply(await declared.handleOutside(input, ctx))
    const answer = answerOf(declared, reply)
    if (claim && answer) await ctx.transaction((own) => keepAnswer(own, claim, answer))
    return { answer, reply, isReplay: false }
  }
  const work = async (own: Context): Promise<Performed> => {
    const reply = toReply(await declared.handle(input, own))
    const answer = answerOf(declared, reply)
    if (claim && answer) await keepAnswer(own, claim, answer)
    return { answer, reply, isReplay: false }
  }
  // A route without a key has no environment to open a transaction in.
  if (declared.scope === null) return work({ ...ctx, db: undefined as never })
  const performed = await ctx.transaction(async (own) => {
    const result = await work(own)
    await faultPoint('request.before_commit')
    return result
  })
  await faultPoint('request.committed')
  return performed
}

/** A known key answers what the first request answered. */
async function handleOnce(
  declared: Route,
  read: ReadInput & { key: string },
  ctx: OutsideContext,
): Promise<Performed> {
  const claim = await claimKey(ctx, read.key, read.fingerprint)
  if ('body' in claim) return { answer: claim, reply: new Reply({}), isReplay: true }
  try {
    return await handle(declared, { input: read.input, claim }, ctx)
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
