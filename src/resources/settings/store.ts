import type { Change } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { pagedList } from '../../platform/db/paged-list.ts'
import { json, raw, sql } from '../../platform/db/sql.ts'

/** Values by key as the wire gives them. */
export type Values = Readonly<Record<string, unknown>>

/** One state of the settings. */
export interface VersionRow {
  id: string
  version: number
  values: Values
  formulaVersion: number
  changes: Change[]
  createdBy: string
  createdAt: string
}

const COLUMNS = raw('id, version, values, formula_version, changes, created_by, created_at')

export const HISTORY_SORTS = ['-version']

/** The latest version; null before any change. */
export async function findLatest(ctx: Context): Promise<VersionRow | null> {
  return ctx.db.row<VersionRow>(sql`
    select ${COLUMNS} from settings_versions
    where environment_id = ${ctx.environment.id} order by version desc limit 1`)
}

export async function findVersion(ctx: Context, version: number): Promise<VersionRow | null> {
  return ctx.db.row<VersionRow>(sql`
    select ${COLUMNS} from settings_versions
    where environment_id = ${ctx.environment.id} and version = ${version}`)
}

/** The last state with this revenue formula. */
export async function findFormula(
  ctx: Context,
  formulaVersion: number,
): Promise<VersionRow | null> {
  return ctx.db.row<VersionRow>(sql`
    select ${COLUMNS} from settings_versions
    where environment_id = ${ctx.environment.id} and formula_version = ${formulaVersion}
    order by version desc limit 1`)
}

/** False when a concurrent change took the version number. */
export async function insertVersion(
  ctx: Context,
  row: Omit<VersionRow, 'createdAt'>,
): Promise<boolean> {
  const made = await ctx.db.row(sql`
    insert into settings_versions (environment_id, version, id, values, formula_version, changes, created_by)
    values (${ctx.environment.id}, ${row.version}, ${row.id}, ${json(row.values)}, ${row.formulaVersion},
      ${json(row.changes)}, ${row.createdBy})
    on conflict do nothing returning version`)
  return made !== null
}

export const { list: listVersions } = pagedList<VersionRow>({
  table: 'settings_versions',
  columns: COLUMNS,
  sorts: { version: { column: 'version', type: 'bigint' } },
})

/** Submissions that have numbers, the newest first. */
export async function listRecentIds(ctx: Context, limit: number): Promise<string[]> {
  const rows = await ctx.db.rows<{ id: string }>(sql`
    select id from submissions
    where environment_id = ${ctx.environment.id} and latest is not null
    order by created_at desc, id desc limit ${limit}`)
  return rows.map(({ id }) => id)
}
