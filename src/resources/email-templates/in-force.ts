import {
  BUILTIN_TEMPLATES,
  type BuiltinTemplate,
  type TemplateTrigger,
} from '../../core/mail/builtin.ts'
import { inspectParts } from '../../core/mail/template.ts'
import type { Context } from '../../platform/context.ts'
import { derivedId } from '../../platform/crypto/derived-id.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { listTemplateRows, type TemplateBody, type TemplateRow } from './store.ts'

/** A template as a tenant sees it: a built-in one or the tenant's own. */
export interface TemplateRecord extends TemplateBody {
  id: string
  name: string
  variables: string[]
  isBuiltin: boolean
  isActive: boolean
  version: number
  createdAt: string | null
  updatedAt: string | null
}

/** Built-in templates in the order of the reference, then the tenant's own by name. */
export async function listTemplates(ctx: Context): Promise<TemplateRecord[]> {
  const rows = await listTemplateRows(ctx)
  const layers = new Map(rows.filter((row) => row.isBuiltin).map((row) => [row.id, row]))
  return [
    ...BUILTIN_TEMPLATES.map((each) => layered(each, layers)),
    ...rows.filter((row) => !row.isBuiltin).map(ownTemplate),
  ]
}

/** Throws `email_template_not_found`. */
export async function getTemplate(ctx: Context, id: string): Promise<TemplateRecord> {
  const found = (await listTemplates(ctx)).find((each) => each.id === id)
  if (!found) throw new ApiError('email_template_not_found')
  return found
}

/** The active template of a trigger: the tenant's own before the built-in one. */
export async function findActiveTemplate(
  ctx: Context,
  trigger: TemplateTrigger,
): Promise<TemplateRecord | null> {
  const active = (await listTemplates(ctx)).filter((each) => each.trigger === trigger)
  return active.findLast(({ isActive }) => isActive) ?? null
}

/** Nothing is sent by itself until somebody wants it. */
const ASLEEP: readonly TemplateTrigger[] = ['submission_received']

function layered(
  builtin: BuiltinTemplate,
  layers: ReadonlyMap<string, TemplateRow>,
): TemplateRecord {
  const id = derivedId('email-template', builtin.name)
  const layer = layers.get(id)
  return {
    ...builtin,
    id,
    variables: listBuiltinVariables(builtin),
    recipients: [],
    attachments: [],
    fromName: null,
    replyTo: null,
    isBuiltin: true,
    isActive: layer?.isActive ?? !ASLEEP.includes(builtin.trigger),
    version: layer?.version ?? 1,
    createdAt: layer?.createdAt ?? null,
    updatedAt: layer?.updatedAt ?? null,
  }
}

/** Their texts are parsed once: every list has all of them. */
const BUILTIN_VARIABLES = new Map<string, string[]>()

function listBuiltinVariables(builtin: BuiltinTemplate): string[] {
  const known = BUILTIN_VARIABLES.get(builtin.name)
  if (known) return known
  const variables = listVariables(builtin)
  BUILTIN_VARIABLES.set(builtin.name, variables)
  return variables
}

function ownTemplate({ body, ...row }: TemplateRow): TemplateRecord {
  return { ...body, ...row, variables: listVariables(body) }
}

/** A template that was saved can be read, unless a later version has dropped a variable. */
function listVariables(parts: Pick<TemplateBody, 'subject' | 'text' | 'html'>): string[] {
  const found = inspectParts(parts)
  return 'variables' in found ? found.variables : []
}
