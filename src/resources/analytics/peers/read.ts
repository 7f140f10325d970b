import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { readSetting } from '../../settings/read.ts'
import { findPeersVersion, listNetworkPeers, listPeers, type PeerIn } from './store.ts'

/**
 * Network peers are fixed for an hour, so that two responses do not reveal the deal that came
 * between them.
 */
const NETWORK_HELD_MS = 3_600_000

/**
 * A text that changes with the peers of a scope. Throws `invalid_parameter` for the network when
 * the tenant does not take part in it.
 */
export async function resolvePeersVersion(ctx: Context, scope: unknown): Promise<string> {
  if (scope !== 'network') return findPeersVersion(ctx)
  if (!(await readSetting<boolean>(ctx, 'benchmarks_opt_in'))) {
    const message = 'scope=network needs the setting benchmarks_opt_in.'
    throw new ApiError('invalid_parameter', message, { param: 'scope' })
  }
  return `network ${Math.floor(ctx.house.now() / NETWORK_HELD_MS)}`
}

/** The businesses that a report compares with, of every currency. */
export async function readPeers(
  ctx: Context,
  submissionId: string,
  scope: unknown,
): Promise<PeerIn[]> {
  return scope === 'network' ? listNetworkPeers(ctx, submissionId) : listPeers(ctx, submissionId)
}
