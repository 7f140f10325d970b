import type { Context } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { listBrokersById, type BrokerRow } from '../brokers/store.ts'

/**
 * The broker who acts; null for the lender, who sees those of all brokers. Throws
 * `broker_disabled`.
 */
export async function findActingBroker(ctx: Context): Promise<BrokerRow | null> {
  const { brokerId = null } = ctx.actor
  if (brokerId === null) return null
  const broker = (await listBrokersById(ctx, [brokerId])).get(brokerId)
  if (broker?.status !== 'active') throw new ApiError('broker_disabled')
  return broker
}
