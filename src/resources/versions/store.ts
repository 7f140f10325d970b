import type { Happening } from '../../core/analytics/versions/causes.ts'
import type { VersionBody } from '../../core/analytics/versions/snapshot.ts'
import type { PlainDate } from '../../core/values/dates.ts'
import type { Context } from '../../platform/context.ts'
import { BY_ROWS } from '../../platform/db/columns.ts'
import { json, sql } from '../../platform/db/sql.ts'
import { ApiError } from '../../platform/errors/api-error.ts'

export interface VersionRow {
  version: number
  dataVersion: number
  asOf: PlainDate | null
  takenAt: string
  metrics: VersionBody['metrics']
  basis: VersionBody['basis']
}

/** Versions kept per submission; older ones are deleted. */
const KEPT_MAX = 200

/** Stores a version when its numbers or their basis differ from the last one. */
export async function insertVersion(
  ctx: Context,
  submissionId: string,
  now: { dataVersion: number; asOf: PlainDate | null; digest: string; body: VersionBody },
): Promise<void> {
  const { body } = now
  await ctx.db.run(sql`
    with last as (
      select version, digest from analytics_versions
      where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      order by version desc limit 1)
    insert into analytics_versions (environment_id, submission_id, version, data_version, as_of,
      digest, basis, metrics)
    select ${ctx.environment.id}, ${submissionId}, coalesce((select version from last), 0) + 1,
      ${now.dataVersion}, ${now.asOf}, ${now.digest}, ${json(body.basis)}, ${json(body.metrics)}
    where (select digest from last) is distinct from ${now.digest}
    ${BY_ROWS}`)
}

/** Deletes the oldest versions of a submission. */
export async function deleteOldVersions(ctx: Context, submissionId: string): Promise<void> {
  await ctx.db.run(sql`
    delete from analytics_versions
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and version <= (select max(version) - ${KEPT_MAX} from analytics_versions
        where environment_id = ${ctx.environment.id} and submission_id = ${submissionId})`)
}

/** What a version shows in a list. */
export type VersionLine = Pick<VersionRow, 'version' | 'dataVersion' | 'asOf' | 'takenAt'> & {
  formulaVersion: string
  documents: number
  rows: number
  metrics: Record<string, VersionBody['metrics'][string]['value'] | null>
}

/** Every kept version of a submission, the last first, with a few of its metrics. */
export async function listVersions(
  ctx: Context,
  submissionId: string,
  names: readonly string[],
): Promise<VersionLine[]> {
  return ctx.db.rows<VersionLine>(sql`
    select version, data_version, as_of, taken_at, basis ->> 'formulaVersion' as formula_version,
      jsonb_array_length(basis -> 'documents') as documents, (basis -> 'rows')::integer as rows,
      (select jsonb_object_agg(name, metrics -> name -> 'value')
        from unnest(${names}::text[]) as name) as metrics
    from analytics_versions
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
    order by version desc`)
}

/** One version. Throws `version_not_found`. */
export async function getVersion(
  ctx: Context,
  submissionId: string,
  version: number,
): Promise<VersionRow> {
  const row = await ctx.db.row<VersionRow>(sql`
    select version, data_version, as_of, taken_at, metrics, basis from analytics_versions
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and version = ${version}`)
  if (!row) throw new ApiError('version_not_found')
  return row
}

/** The number of the last version; null before the first. */
export async function findLastVersion(ctx: Context, submissionId: string): Promise<number | null> {
  const row = await ctx.db.row<{ version: number | null }>(sql`
    select max(version) as version from analytics_versions
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}`)
  return row?.version ?? null
}

/** Types of tenant-wide records that affect every submission. */
const SHARED = ['merchant', 'settings', 'user_settings']

/** Changes of a submission and of tenant-wide records between two instants. */
export async function listHappenings(
  ctx: Context,
  submissionId: string,
  { after, until }: { after: string; until: string },
): Promise<Happening[]> {
  return ctx.db.rows<Happening>(sql`
    select at, actor_name as actor, action, resource_type, resource_id, summary from audit_log
    where environment_id = ${ctx.environment.id} and at > ${after} and at <= ${until}
      and (submission_id = ${submissionId}
        or (submission_id is null and resource_type = any(${SHARED}::text[])))
      and action <> all('{exported,downloaded,read_sensitive,evaluated}'::text[])
    order by at, id limit 500`)
}

/** File names by document; deleted documents are absent. */
export async function listFilenames(
  ctx: Context,
  submissionId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await ctx.db.rows<{ id: string; filename: string }>(sql`
    select id, display_name as filename from documents
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and id = any(${ids}::uuid[])`)
  return new Map(rows.map(({ id, filename }) => [id, filename]))
}
