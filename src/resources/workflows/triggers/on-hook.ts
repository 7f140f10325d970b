import { outside, type RequestContext } from '../../../platform/context.ts'
import { randomBase62 } from '../../../platform/crypto/tokens.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { House } from '../../../platform/context.ts'
import { startRun } from '../runs/start.ts'
import type { RunRow } from '../runs/store.ts'
import { countRecentRuns, findHook } from './store.ts'

/** 256 random bits. */
const TOKEN_LENGTH = 43
const RUNS_PER_MINUTE = 60

/** The token of a hook, and the only form in which it is stored. */
export function mintHookToken({ apiKeys }: House): { token: string; hash: string } {
  const token = randomBase62(TOKEN_LENGTH)
  return { token, hash: apiKeys.hash(token) }
}

/**
 * Starts a run for whoever has the token of the hook. Throws `workflow_not_found` for any other
 * token, `rate_limited` beyond sixty runs a minute.
 */
export async function startByHook(
  ctx: RequestContext,
  token: string,
  input: Record<string, unknown>,
): Promise<RunRow> {
  const found = await findHook(ctx.house, ctx.house.apiKeys.hash(token))
  if (found === null) throw new ApiError('workflow_not_found', 'No active workflow has this hook.')
  const { environmentId: id, tenantId, mode, id: workflowId } = found
  const own = outside({ ...ctx, environment: { id, tenantId, mode } })
  return own.transaction(async (inside) => {
    if ((await countRecentRuns(inside, workflowId)) >= RUNS_PER_MINUTE)
      throw new ApiError('rate_limited', 'A hook may start 60 runs a minute.')
    return startRun(inside, { workflowId, trigger: { type: 'webhook' }, input })
  })
}
