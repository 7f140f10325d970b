import type { Context } from '../../platform/context.ts'
import { pagedList } from '../../platform/db/paged-list.ts'
import { recordStore } from '../../platform/db/record-store.ts'
import { inserted, joinConditions, raw, sql, type Sql } from '../../platform/db/sql.ts'
import type { Body } from '../../platform/route.ts'
import type { Broker, BrokerQuery } from './schemas.ts'

export type BrokerRow = Body<typeof Broker>

const COLUMNS = raw('id, name, email, status, commission_note, metadata, created_at, updated_at')

export const BROKER_SORTS = ['-created_at', 'name']

export const { list: listBrokers } = pagedList<BrokerRow, Body<typeof BrokerQuery>>({
  table: 'brokers',
  columns: COLUMNS,
  sorts: {
    created_at: { column: 'created_at', type: 'timestamptz' },
    name: { column: 'name', type: 'text' },
  },
  where: ({ status, q }) =>
    joinConditions([
      status && sql`status = ${status}`,
      q && sql`(position(lower(${q}) in lower(name)) > 0 or position(lower(${q}) in email) > 0)`,
    ]),
})

export const BROKERS = recordStore<BrokerRow>({
  table: 'brokers',
  columns: COLUMNS,
  noun: 'broker',
  missing: 'broker_not_found',
})

export async function findBrokerByEmail(ctx: Context, email: string): Promise<BrokerRow | null> {
  return ctx.db.row<BrokerRow>(sql`
    select ${COLUMNS} from brokers
    where environment_id = ${ctx.environment.id} and email = ${email}`)
}

/** False when another broker has the address; waits for one that is being created with it. */
export async function insertBroker(
  ctx: Context,
  columns: Record<string, unknown>,
): Promise<boolean> {
  const row = { environment_id: ctx.environment.id, ...columns }
  const count = await ctx.db.run(sql`
    insert into brokers ${inserted(row)} on conflict (environment_id, email) do nothing`)
  return count === 1
}

/** Rows of the broker who acts; for the lender those of all. Every statement of a deal has it. */
export function withinBroker(ctx: Context, column: Sql): Sql {
  const { brokerId = null } = ctx.actor
  return brokerId === null ? sql`true` : sql`${column} = ${brokerId}`
}

export async function listBrokersById(
  ctx: Context,
  ids: readonly string[],
): Promise<Map<string, BrokerRow>> {
  const rows = await ctx.db.rows<BrokerRow>(sql`
    select ${COLUMNS} from brokers
    where environment_id = ${ctx.environment.id} and id = any(${ids}::uuid[])`)
  return new Map(rows.map((row) => [row.id, row]))
}
