import type { Context } from '../../../platform/context.ts'
import { json, sql } from '../../../platform/db/sql.ts'
import type { Layout } from './schemas.ts'

export interface LayoutRow {
  version: number
  body: Layout
  updatedAt: string | null
}

export async function findLayout(ctx: Context): Promise<LayoutRow | null> {
  return ctx.db.row<LayoutRow>(sql`
    select version, body, updated_at from layouts where environment_id = ${ctx.environment.id}`)
}

/** A layout by what a request leaves out, and by what it replaces. */
export interface LayoutChange {
  /** For a first one. */
  body: Layout
  pages: object
  rest: object
  /** The version that must be there; null for any. */
  version: number | null
}

/** One statement, so that no page that another request replaces is lost; null for another version. */
export async function upsertLayout(ctx: Context, change: LayoutChange): Promise<LayoutRow | null> {
  const { body, pages, rest, version } = change
  return ctx.db.row<LayoutRow>(sql`
    insert into layouts (environment_id, version, body, updated_by)
    values (${ctx.environment.id}, 1, ${json(body)}, ${ctx.actor.name})
    on conflict (environment_id) do update
    set version = layouts.version + 1, updated_by = excluded.updated_by, updated_at = now(),
      body = layouts.body || ${json(rest)}::jsonb
        || jsonb_build_object('pages', (layouts.body -> 'pages') || ${json(pages)}::jsonb)
    where ${version}::integer is null or layouts.version = ${version}::integer
    returning version, body, updated_at`)
}
