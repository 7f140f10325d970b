import type { FieldReading } from '../../../../core/statements/fields/extract.ts'
import type { FieldValue } from '../../../../core/statements/fields/rule.ts'
import type { Context } from '../../../../platform/context.ts'
import { sealedColumn } from '../../../../platform/crypto/sealed-column.ts'
import { randomUUIDv7 } from '../../../../platform/crypto/tokens.ts'
import { sql } from '../../../../platform/db/sql.ts'

export const READING = sealedColumn({
  table: 'document_readings',
  column: 'content_sealed',
  holds: 'the fields read from tax returns, licenses, checks and the like',
  place: 'document_readings/content',
  boundTo: ['document_id'],
})

export const READING_PATCH = sealedColumn({
  table: 'reading_patches',
  column: 'change_sealed',
  holds: 'corrections of those fields',
  place: 'document_readings/patch',
  boundTo: ['id'],
})

/** What was read from one document, without corrections. */
export interface StoredReading {
  documentId: string
  parser: string
  content: FieldReading
}

/** A correction as it is kept. */
export interface StoredPatch {
  id: string
  documentId: string
  path: string
  from: FieldValue
  to: FieldValue
  reason: string | null
  actorName: string
  createdAt: string
}

interface SealedReading {
  documentId: string
  parser: string
  contentSealed: string
}

export async function upsertReading(
  ctx: Context,
  own: { documentId: string; submissionId: string; parser: string; content: FieldReading },
): Promise<void> {
  const { documentId, submissionId, parser, content } = own
  const sealed = READING.at(ctx, documentId).seal(JSON.stringify(content))
  await ctx.db.run(sql`
    insert into document_readings (environment_id, document_id, submission_id, parser, content_sealed)
    values (${ctx.environment.id}, ${documentId}, ${submissionId}, ${parser}, ${sealed})
    on conflict (environment_id, document_id) do update
    set parser = excluded.parser, content_sealed = excluded.content_sealed, created_at = excluded.created_at`)
}

/** Corrections stay and apply to the next reading. */
export async function deleteReading(ctx: Context, documentId: string): Promise<void> {
  await ctx.db.run(sql`
    delete from document_readings
    where environment_id = ${ctx.environment.id} and document_id = ${documentId}`)
}

/** The readings of these documents, by document; those without fields are absent. */
export async function listReadings(
  ctx: Context,
  documentIds: string[],
): Promise<Map<string, StoredReading>> {
  const rows = await ctx.db.rows<SealedReading>(sql`
    select document_id, parser, content_sealed from document_readings
    where environment_id = ${ctx.environment.id} and document_id = any (${documentIds}::uuid[])`)
  return new Map(
    rows.map(({ documentId, parser, contentSealed }) => {
      const text = READING.at(ctx, documentId).open(contentSealed)
      return [documentId, { documentId, parser, content: JSON.parse(text) as FieldReading }]
    }),
  )
}

export async function insertPatch(
  ctx: Context,
  patch: Pick<StoredPatch, 'documentId' | 'path' | 'from' | 'to' | 'reason'>,
): Promise<void> {
  const { documentId, path, from, to, reason } = patch
  const id = randomUUIDv7()
  const sealed = READING_PATCH.at(ctx, id).seal(JSON.stringify({ from, to }))
  await ctx.db.run(sql`
    insert into reading_patches (environment_id, id, document_id, path, change_sealed, reason, actor_name)
    values (${ctx.environment.id}, ${id}, ${documentId}, ${path}, ${sealed}, ${reason}, ${ctx.actor.name})`)
}

/** Discards the corrections of a document: all, or those of these fields and of their rows. */
export async function deletePatches(
  ctx: Context,
  documentId: string,
  fields: readonly string[] | null,
): Promise<void> {
  await ctx.db.run(sql`
    delete from reading_patches
    where environment_id = ${ctx.environment.id} and document_id = ${documentId}
      and (${fields}::text[] is null
        or substring(path from '^(?:fields\\.|tables\\.)?([a-z0-9_]+)') = any (${fields}::text[]))`)
}

/** The corrections of these documents in the order in which they were made. */
export async function listPatches(ctx: Context, documentIds: string[]): Promise<StoredPatch[]> {
  const rows = await ctx.db.rows<Omit<StoredPatch, 'from' | 'to'> & { changeSealed: string }>(sql`
    select id, document_id, path, change_sealed, reason, actor_name, created_at from reading_patches
    where environment_id = ${ctx.environment.id} and document_id = any (${documentIds}::uuid[])
    order by document_id, id`)
  return rows.map(({ changeSealed, ...row }) => {
    const text = READING_PATCH.at(ctx, row.id).open(changeSealed)
    return { ...row, ...(JSON.parse(text) as Pick<StoredPatch, 'from' | 'to'>) }
  })
}

/** Documents of a submission that fields were read from and that count. */
export async function listReadDocuments(
  ctx: Context,
  submissionId: string,
): Promise<
  {
    id: string
    documentClass: string | null
    documentSubtype: string | null
    parsedAt: string | null
    createdAt: string
  }[]
> {
  return ctx.db.rows(sql`
    select d.id, d.document_class, d.document_subtype, d.parsed_at, d.created_at
    from document_readings r
    join documents d on d.environment_id = r.environment_id and d.id = r.document_id and d.is_included
    where r.environment_id = ${ctx.environment.id} and r.submission_id = ${submissionId}
    order by d.created_at, d.id`)
}
