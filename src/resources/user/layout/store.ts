import type { Context } from '../../../platform/context.ts'
import { json, sql } from '../../../platform/db/sql.ts'
import type { LayoutBody } from './schemas.ts'

export interface LayoutRow {
  version: number
  body: LayoutBody
  updatedAt: string | null
}

export async function findLayout(ctx: Context): Promise<LayoutRow | null> {
  return ctx.db.row<LayoutRow>(sql`
    select version, body, updated_at from layouts where environment_id = ${ctx.environment.id}`)
}

export async function upsertLayout(ctx: Context, body: LayoutBody): Promise<LayoutRow> {
  const row = await ctx.db.row<LayoutRow>(sql`
    insert into layouts (environment_id, version, body, updated_by)
    values (${ctx.environment.id}, 1, ${json(body)}, ${ctx.actor.name})
    on conflict (environment_id) do update
    set version = layouts.version + 1, body = excluded.body, updated_by = excluded.updated_by, updated_at = now()
    returning version, body, updated_at`)
  return row!
}
