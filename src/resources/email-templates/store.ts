import type { TemplateTrigger } from '../../core/mail/builtin.ts'
import type { Context } from '../../platform/context.ts'
import { recordStore } from '../../platform/db/record-store.ts'
import { json, raw, sql } from '../../platform/db/sql.ts'

/** The stored fields of a tenant's own template; those of a built-in one are none. */
export interface TemplateBody {
  description: string | null
  subject: string
  text: string | null
  html: string | null
  trigger: TemplateTrigger
  recipients: string[]
  attachments: string[]
  fromName: string | null
  replyTo: string | null
}

export interface TemplateRow {
  id: string
  name: string
  isBuiltin: boolean
  isActive: boolean
  version: number
  body: TemplateBody
  createdAt: string
  updatedAt: string
}

const COLUMNS = raw('id, name, is_builtin, is_active, version, body, created_at, updated_at')

/** The tenant's own templates and its layers over built-in ones, by name. */
export async function listTemplateRows(ctx: Context): Promise<TemplateRow[]> {
  return ctx.db.rows<TemplateRow>(sql`
    select ${COLUMNS} from email_templates
    where environment_id = ${ctx.environment.id} order by name`)
}

export const TEMPLATES = recordStore<TemplateRow>({
  table: 'email_templates',
  columns: COLUMNS,
  noun: 'e-mail template',
  missing: 'email_template_not_found',
})

/** A new version of the row with this id, which may be the first. */
export async function putTemplate(
  ctx: Context,
  template: Pick<TemplateRow, 'id' | 'name' | 'isBuiltin' | 'isActive'> & {
    body: Partial<TemplateBody>
  },
): Promise<void> {
  const { id, name, isBuiltin, isActive, body } = template
  await ctx.db.run(sql`
    insert into email_templates (environment_id, id, name, is_builtin, is_active, body)
    values (${ctx.environment.id}, ${id}, ${name}, ${isBuiltin}, ${isActive}, ${json(body)})
    on conflict (environment_id, id) do update
    set name = excluded.name, is_active = excluded.is_active, body = excluded.body,
      version = email_templates.version + 1, updated_at = excluded.updated_at`)
}

export interface ReceivedFile {
  name: string
  documentClass: string | null
}

/** The files of a deal as a reply lists them: what came out of an archive, not the archive. */
export async function listReceived(ctx: Context, submissionId: string): Promise<ReceivedFile[]> {
  return ctx.db.rows<ReceivedFile>(sql`
    select display_name as name, document_class from documents
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and status <> 'split' order by created_at, id limit 200`)
}
