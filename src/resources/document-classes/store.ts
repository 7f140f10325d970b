import type { DocumentClass } from '../../core/statements/document-class.ts'
import type { Context } from '../../platform/context.ts'
import { json, raw, sql } from '../../platform/db/sql.ts'

/** A field to extract, as a tenant writes it; the reader knows the first four. */
export interface ClassField {
  name: string
  type: string
  required: boolean
  hint: string | null
  label: string
  pattern: string | null
  enum: string[]
}

/** The stored fields: all of a tenant's own class, only the changed ones of a built-in class. */
export type ClassBody = Partial<
  Omit<DocumentClass, 'name' | 'extractionFields'> & { extractionFields: ClassField[] }
>

export interface ClassRow {
  id: string
  name: string
  isBuiltin: boolean
  isActive: boolean
  body: ClassBody
  retentionDays: number | null
  createdAt: string
  updatedAt: string
}

const COLUMNS = raw(`id, name, is_builtin, is_active, body, retention_days, created_at, updated_at`)

/** The tenant's own classes and its layers over built-in ones, by name. */
export async function listClassRows(ctx: Context): Promise<ClassRow[]> {
  return ctx.db.rows<ClassRow>(sql`
    select ${COLUMNS} from document_classes where environment_id = ${ctx.environment.id} order by name`)
}

export interface ClassColumns {
  isActive?: boolean | undefined
  body?: ClassBody | undefined
  retentionDays?: number | null | undefined
}

/** False when the name is taken. */
export async function insertClass(
  ctx: Context,
  own: { id: string; name: string; isBuiltin: boolean },
): Promise<boolean> {
  const { id, name, isBuiltin } = own
  const count = await ctx.db.run(sql`
    insert into document_classes (environment_id, id, name, is_builtin, body)
    values (${ctx.environment.id}, ${id}, ${name}, ${isBuiltin}, '{}')
    on conflict (environment_id, name) do nothing`)
  return count === 1
}

/** Sets the columns and the fields of the body that are given; the others stay. */
export async function updateClass(ctx: Context, id: string, columns: ClassColumns): Promise<void> {
  const { isActive = null, body = {}, retentionDays } = columns
  await ctx.db.run(sql`
    update document_classes
    set body = body || ${json(body)}::jsonb, is_active = coalesce(${isActive}, is_active), updated_at = now(),
      retention_days = case when ${retentionDays === undefined} then retention_days else ${retentionDays ?? null}::integer end
    where environment_id = ${ctx.environment.id} and id = ${id}`)
}

export async function deleteClass(ctx: Context, id: string): Promise<void> {
  await ctx.db.run(sql`
    delete from document_classes where environment_id = ${ctx.environment.id} and id = ${id}`)
}

/** How many documents each class has; classes without any are absent. */
export async function countDocumentsByClass(ctx: Context): Promise<Map<string, number>> {
  const rows = await ctx.db.rows<{ name: string; count: number }>(sql`
    select document_class as name, count(*) as count from documents
    where environment_id = ${ctx.environment.id} and document_class is not null
    group by document_class`)
  return new Map(rows.map(({ name, count }) => [name, count]))
}

/**
 * Moves every document of a class to another one; the candidates of the classification stay.
 */
export async function reassignDocuments(ctx: Context, from: string, to: string): Promise<number> {
  return ctx.db.run(sql`
    update documents
    set document_class = ${to}, document_subtype = null, updated_at = now(),
      classification = classification || jsonb_build_object('class', ${to}::text)
    where environment_id = ${ctx.environment.id} and document_class = ${from}`)
}
