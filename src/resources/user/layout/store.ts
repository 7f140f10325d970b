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

/** What a request replaces of a layout; the rest stays. */
export interface LayoutChange {
  /** For a first one. */
  first: Layout
  submission: object | undefined
  list: object | undefined
  theme: string | undefined
  density: string | undefined
  /** The version that must be there; null for any. */
  version: number | null
}

/** In one statement, so that nobody's page is lost; null where the version is another one. */
export async function upsertLayout(ctx: Context, change: LayoutChange): Promise<LayoutRow | null> {
  const { first, submission, list, theme, density, version } = change
  const pages = sql`layouts.body -> 'pages'`
  return ctx.db.row<LayoutRow>(sql`
    insert into layouts (environment_id, version, body, updated_by)
    values (${ctx.environment.id}, 1, ${json(first)}, ${ctx.actor.name})
    on conflict (environment_id) do update
    set version = layouts.version + 1, updated_by = excluded.updated_by, updated_at = now(),
      body = json_build_object(
        'pages', json_build_object(
          'submission', coalesce(${json(submission)}::json, ${pages} -> 'submission'),
          'list', coalesce(${json(list)}::json, ${pages} -> 'list')),
        'theme', coalesce(${theme ?? null}::text, layouts.body ->> 'theme'),
        'density', coalesce(${density ?? null}::text, layouts.body ->> 'density'))
    where ${version}::integer is null or layouts.version = ${version}::integer
    returning version, body, updated_at`)
}
