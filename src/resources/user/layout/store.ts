import type { Context } from '../../../platform/context.ts'
import { json, sql, type Sql } from '../../../platform/db/sql.ts'
import type { Layout } from './schemas.ts'

export interface LayoutRow {
  version: number
  /** Without views where it was kept before there were any. */
  body: Omit<Layout, 'views'> & Partial<Pick<Layout, 'views'>>
  updatedAt: string | null
}

/** Of the person who acts, or of the environment where a key does; null before a change. */
export async function findLayout(ctx: Context): Promise<LayoutRow | null> {
  const { userId } = ctx.actor
  if (userId === null)
    return ctx.db.row<LayoutRow>(sql`
      select version, body, updated_at from layouts where environment_id = ${ctx.environment.id}`)
  return ctx.db.row<LayoutRow>(sql`
    select version, body, updated_at from user_layouts
    where environment_id = ${ctx.environment.id} and user_id = ${userId}`)
}

/** What a request replaces of a layout; the rest stays. */
export interface LayoutChange {
  /** For a first one. */
  first: Layout
  submission: object | undefined
  list: object | undefined
  theme: string | undefined
  density: string | undefined
  views: object[] | undefined
  /** The version that must be there; null for any. */
  version: number | null
}

/**
 * Of the person who acts, or of the environment where a key does. In one statement, so that no page
 * is lost; null where the version is another one.
 */
export async function upsertLayout(ctx: Context, change: LayoutChange): Promise<LayoutRow | null> {
  const { first, submission, list, theme, density, views, version } = change
  const { userId, name } = ctx.actor
  const own =
    userId === null
      ? sql`layouts (environment_id, updated_by, version, body)
          values (${ctx.environment.id}, ${name}, 1, ${json(first)}) on conflict (environment_id)`
      : sql`user_layouts as layouts (environment_id, user_id, version, body)
          values (${ctx.environment.id}, ${userId}, 1, ${json(first)})
          on conflict (environment_id, user_id)`
  const author = userId === null ? sql`updated_by = excluded.updated_by,` : sql``
  const pages = sql`layouts.body -> 'pages'`
  return ctx.db.row<LayoutRow>(sql`
    insert into ${own} do update
    set version = layouts.version + 1, ${author} updated_at = excluded.updated_at,
      body = (
        '{"pages":{"submission":' || ${take(submission, sql`${pages} -> 'submission'`)}
        || ',"list":' || ${take(list, sql`${pages} -> 'list'`)}
        || '},"theme":' || ${take(theme, sql`layouts.body -> 'theme'`)}
        || ',"density":' || ${take(density, sql`layouts.body -> 'density'`)}
        || ',"views":' || ${take(views, sql`coalesce(layouts.body -> 'views', '[]')`)} || '}')::json
    where ${version}::integer is null or layouts.version = ${version}::integer
    returning version, body, updated_at`)
}

/** The text of what is given or was there: Citus takes no json_build_object in an upsert. */
function take(given: unknown, held: Sql): Sql {
  return given === undefined ? sql`coalesce((${held})::text, 'null')` : sql`${json(given)}::text`
}
