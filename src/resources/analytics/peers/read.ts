import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { readSetting } from '../../settings/read.ts'
import { findPeersVersion, listNetworkPeers, listPeers, type PeerIn } from './store.ts'

/** So that nobody learns from two answers what the deal between them was like. */
const NETWORK_HELD_MS = 3_600_000

/**
 * What the peers of a scope follow from: it changes with them. Throws `invalid_parameter` for the
 * network when the own deals take no part in it.
 */
export async function resolvePeersVersion(ctx: Context, scope: unknown): Promise<string> {
  if (scope !== 'network') return findPeersVersion(ctx)
  if (!(await readSetting<boolean>(ctx, 'benchmarks_opt_in'))) {
    const message = 'Only who lets own deals take part (benchmarks_opt_in) can use scope=network.'
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
