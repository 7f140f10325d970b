import {
  outside,
  type Context,
  type House,
  type RequestContext,
} from '../../../platform/context.ts'
import { randomBase62 } from '../../../platform/crypto/tokens.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { SentRequest } from '../../../platform/route.ts'
import { isSignedBy } from '../../webhooks/deliveries/sending/signature.ts'
import { startRun } from '../runs/start.ts'
import { findRunOfTrigger, type RunRow } from '../runs/store.ts'
import { findSecret } from '../signing.ts'
import { getGraph, WORKFLOWS } from '../store.ts'
import { countRecentRuns, findHook } from './store.ts'

/** 256 random bits. */
const TOKEN_LENGTH = 43
const RUNS_PER_MINUTE = 60

/** The token of a hook, and the only form in which it is stored. */
export function mintHookToken({ apiKeys }: House): { token: string; hash: string } {
  const token = randomBase62(TOKEN_LENGTH)
  return { token, hash: apiKeys.hash(token) }
}

/** What a call of a hook may be signed by, and what makes two calls one. */
export const HOOK_HEADERS = [
  'idempotency-key',
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
  'x-hub-signature-256',
]
const KEY_MAX = 255

interface HookCall {
  input: Record<string, unknown>
  sent: SentRequest
}

/**
 * Starts a run for whoever has the token of the hook; a call that came before starts none. Throws
 * `workflow_not_found` for any other token, `invalid_hook_signature`, `rate_limited`
 * beyond sixty runs a minute.
 */
export async function startByHook(
  ctx: RequestContext,
  token: string,
  { input, sent }: HookCall,
): Promise<RunRow> {
  const found = await findHook(ctx.house, ctx.house.apiKeys.hash(token))
  if (found === null) throw new ApiError('workflow_not_found', 'No active workflow has this hook.')
  const { environmentId: id, tenantId, mode, id: workflowId } = found
  const own = outside({ ...ctx, environment: { id, tenantId, mode } })
  return own.transaction(async (inside) => {
    // Calls at the same moment are counted one after the other.
    const { activeVersion: version } = await WORKFLOWS.hold(inside, workflowId)
    const { trigger } = await getGraph(inside, { workflowId, version: version! })
    const isSigned = trigger.config.is_signed === true
    if (isSigned) await requireSignature(inside, workflowId, sent)
    const key = findKey(sent, isSigned)
    const triggerKey = key === null ? undefined : `hook ${key}`
    const known = triggerKey && (await findRunOfTrigger(inside, { workflowId, triggerKey }))
    if (known) return known
    await requireRate(inside, workflowId)
    const start = { workflowId, trigger: { type: 'webhook' }, input }
    return startRun(inside, { ...start, ...(triggerKey && { triggerKey }) })
  })
}

async function requireSignature(
  ctx: Context,
  workflowId: string,
  sent: SentRequest,
): Promise<void> {
  const secret = await findSecret(ctx, workflowId)
  if (secret !== null && isSignedBy(secret, sent, ctx.house.now())) return
  throw new ApiError('invalid_hook_signature')
}

/** The same for every attempt of a call; null where its sender names none. */
function findKey({ headers }: SentRequest, isSigned: boolean): string | null {
  const key = headers['idempotency-key'] ?? (isSigned ? headers['webhook-id'] : undefined)
  return key?.slice(0, KEY_MAX) ?? null
}

async function requireRate(ctx: Context, workflowId: string): Promise<void> {
  if ((await countRecentRuns(ctx, workflowId)) < RUNS_PER_MINUTE) return
  const message = `A hook may start ${RUNS_PER_MINUTE} runs a minute.`
  throw new ApiError('rate_limited', message, { headers: { 'retry-after': '60' } })
}
