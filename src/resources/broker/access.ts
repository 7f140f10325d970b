import type { Context } from '../../platform/context.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { BROKERS, type BrokerRow } from '../brokers/store.ts'

/**
 * The broker who acts; null for the lender, who sees those of all brokers. Throws
 * `broker_disabled`.
 */
export async function findActingBroker(ctx: Context): Promise<BrokerRow | null> {
  const { brokerId = null } = ctx.actor
  if (brokerId === null) return null
  const broker = await BROKERS.get(ctx, brokerId)
  if (broker.status === 'disabled') throw new ApiError('broker_disabled')
  return broker
}

/** Rows of the broker who acts; for the lender those of all. Every statement here has it. */
export function withinBroker(ctx: Context, column: Sql): Sql {
  const { brokerId = null } = ctx.actor
  return brokerId === null ? sql`true` : sql`${column} = ${brokerId}`
}
