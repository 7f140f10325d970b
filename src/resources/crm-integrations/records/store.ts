import type { CrmValues, Role } from '../../../core/crm/deal.ts'
import type { Context } from '../../../platform/context.ts'
import { sealedColumn } from '../../../platform/crypto/sealed-column.ts'
import { json, sql } from '../../../platform/db/sql.ts'

/** An object of the CRM that stands for a record here. */
export interface RecordRow {
  object: string
  ourKey: string
  submissionId: string
  role: Role
  /** Null while a call that makes the object is on its way. */
  remoteId: string | null
  checksum: string | null
  fieldsSealed: string | null
}

export const CRM_FIELDS = sealedColumn({
  table: 'crm_records',
  column: 'fields_sealed',
  holds: 'what a CRM was last given of a record',
  place: 'crm_records/fields',
  boundTo: ['integration_id', 'object', 'our_key'],
})

type Sealing = Pick<Context, 'house' | 'environment'>

export function openFields(ctx: Sealing, integrationId: string, row: RecordRow): CrmValues {
  if (row.fieldsSealed === null) return {}
  const place = CRM_FIELDS.at(ctx, integrationId, row.object, row.ourKey)
  return JSON.parse(place.open(row.fieldsSealed)) as CrmValues
}

const COLUMNS = sql`object, our_key, submission_id, role, remote_id, checksum, fields_sealed`

/** The records of some submissions, and those of some keys, whosever they are. */
export async function listRecords(
  ctx: Context,
  integrationId: string,
  { submissionIds, keys }: { submissionIds: readonly string[]; keys: readonly string[] },
): Promise<RecordRow[]> {
  return ctx.db.rows<RecordRow>(sql`
    select ${COLUMNS} from crm_records
    where environment_id = ${ctx.environment.id} and integration_id = ${integrationId}
      and (submission_id = any(${submissionIds}::uuid[]) or our_key = any(${keys}::text[]))`)
}

/** The records of an object, in the order of their keys. */
export async function listObjectRecords(
  ctx: Context,
  integrationId: string,
  { object, after, limit }: { object: string; after: string; limit: number },
): Promise<RecordRow[]> {
  return ctx.db.rows<RecordRow>(sql`
    select ${COLUMNS} from crm_records
    where environment_id = ${ctx.environment.id} and integration_id = ${integrationId}
      and object = ${object} and checksum is not null and our_key > ${after}
    order by our_key limit ${limit}`)
}

/** The submissions that deals of the CRM stand for. */
export async function findSubmissionsByRemote(
  ctx: Context,
  integrationId: string,
  { object, remoteIds }: { object: string; remoteIds: readonly string[] },
): Promise<Map<string, string>> {
  const rows = await ctx.db.rows<{ remoteId: string; submissionId: string }>(sql`
    select remote_id, submission_id from crm_records
    where environment_id = ${ctx.environment.id} and integration_id = ${integrationId}
      and object = ${object} and remote_id = any(${remoteIds}::text[])`)
  return new Map(rows.map(({ remoteId, submissionId }) => [remoteId, submissionId]))
}

export interface WrittenRecord extends Pick<RecordRow, 'object' | 'submissionId' | 'role'> {
  key: string
  remoteId: string | null
  checksum: string | null
  fields: CrmValues | null
}

/** Keeps what is in the CRM; of a record that is on its way, only that. */
export async function putRecords(
  ctx: Context,
  integrationId: string,
  records: readonly WrittenRecord[],
): Promise<void> {
  if (records.length === 0) return
  const rows = records.map((record) => ({
    object: record.object,
    our_key: record.key,
    submission_id: record.submissionId,
    role: record.role,
    remote_id: record.remoteId,
    checksum: record.checksum,
    fields_sealed:
      record.fields === null
        ? null
        : CRM_FIELDS.at(ctx, integrationId, record.object, record.key).seal(
            JSON.stringify(record.fields),
          ),
  }))
  await ctx.db.run(sql`
    insert into crm_records (environment_id, integration_id, object, our_key, submission_id, role,
      remote_id, checksum, fields_sealed)
    select ${ctx.environment.id}, ${integrationId}, new.object, new.our_key, new.submission_id,
      new.role, new.remote_id, new.checksum, new.fields_sealed
    from jsonb_to_recordset(${json(rows)}::jsonb) as new (object text, our_key text,
      submission_id uuid, role text, remote_id text, checksum text, fields_sealed text)
    where exists (select from submissions s
      where s.environment_id = ${ctx.environment.id} and s.id = new.submission_id)
    on conflict (environment_id, integration_id, object, our_key) do update
    set remote_id = coalesce(excluded.remote_id, crm_records.remote_id),
      checksum = coalesce(excluded.checksum, crm_records.checksum),
      fields_sealed = coalesce(excluded.fields_sealed, crm_records.fields_sealed),
      synced_at = excluded.synced_at`)
}

/** Forgets objects that are archived in the CRM. */
export async function deleteRecords(
  ctx: Context,
  integrationId: string,
  { object, keys }: { object: string; keys: readonly string[] },
): Promise<void> {
  await ctx.db.run(sql`
    delete from crm_records
    where environment_id = ${ctx.environment.id} and integration_id = ${integrationId}
      and object = ${object} and our_key = any(${keys}::text[])`)
}
