import { inspectParts, type PartProblem } from '../../core/mail/template.ts'
import { createAudit, wireChanges } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { randomUUIDv7 } from '../../platform/crypto/tokens.ts'
import { holdName } from '../../platform/db/record-store.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { duplicateName } from '../../platform/errors/duplicate-name.ts'
import type { MatchCheck } from '../../platform/http/respond.ts'
import { toSnake } from '../../core/values/text.ts'
import { resolveClassName } from '../document-classes/find.ts'
import { getTemplate, listTemplates, type TemplateRecord } from './in-force.ts'
import type { TemplateCreate, TemplatePatch } from './schemas.ts'
import { putTemplate, TEMPLATES, type TemplateBody } from './store.ts'

const OWN_TEMPLATES_MAX = 500

const auditTemplate = createAudit('email_template')

const EMPTY: Omit<TemplateBody, 'subject'> = {
  description: null,
  text: null,
  html: null,
  trigger: 'manual',
  recipients: [],
  attachments: [],
  fromName: null,
  replyTo: null,
}

/** Throws `duplicate_name`, `invalid_expression`, `invalid_document_class`, `too_many`. */
export async function createTemplate(ctx: Context, input: TemplateCreate): Promise<TemplateRecord> {
  const { name, isActive = true, ...given } = input
  await holdName(ctx, 'email templates')
  const own = (await listTemplates(ctx)).filter(({ isBuiltin }) => !isBuiltin)
  const message = `A tenant has at most ${OWN_TEMPLATES_MAX} templates of its own.`
  if (own.length >= OWN_TEMPLATES_MAX) throw new ApiError('too_many', message)
  await refuseTaken(ctx, name, null)
  const body = await checkBody(ctx, { ...EMPTY, ...given })
  const id = randomUUIDv7()
  await putTemplate(ctx, { id, name, isBuiltin: false, isActive, body })
  await auditTemplate(ctx, { id, action: 'created', summary: `E-mail template ${name} created` })
  return getTemplate(ctx, id)
}

/** Throws what `createTemplate` throws, `email_template_not_found` and `builtin_immutable`. */
export async function changeTemplate(
  ctx: Context,
  id: string,
  { patch, check }: { patch: TemplatePatch; check: MatchCheck<TemplateRecord> },
): Promise<TemplateRecord> {
  await holdName(ctx, 'email templates')
  const before = await getTemplate(ctx, id)
  await check(before)
  const { isActive = before.isActive, name = before.name, ...given } = patch
  if (before.isBuiltin) refuseBuiltin(patch)
  if (name !== before.name) await refuseTaken(ctx, name, id)
  const body = before.isBuiltin ? {} : await checkBody(ctx, { ...pickBody(before), ...given })
  await putTemplate(ctx, { id, name, isBuiltin: before.isBuiltin, isActive, body })
  const after = await getTemplate(ctx, id)
  const changes = wireChanges(before, after, ['name', 'isActive', ...Object.keys(pickBody(after))])
  const summary = `E-mail template ${name} changed`
  await auditTemplate(ctx, { id, action: 'updated', summary, changes })
  return after
}

/** Throws `email_template_not_found`, `builtin_immutable`. */
export async function removeTemplate(
  ctx: Context,
  id: string,
  check: MatchCheck<TemplateRecord>,
): Promise<void> {
  await holdName(ctx, 'email templates')
  const found = await getTemplate(ctx, id)
  await check(found)
  const message = `${found.name} is a built-in template; switch it off with is_active.`
  if (found.isBuiltin) throw new ApiError('builtin_immutable', message)
  await TEMPLATES.remove(ctx, id)
  const summary = `E-mail template ${found.name} deleted`
  await auditTemplate(ctx, { id, action: 'deleted', summary })
}

function refuseBuiltin(patch: TemplatePatch): void {
  const field = Object.keys(patch).find((key) => key !== 'isActive')
  if (field === undefined) return
  const message = 'Of a built-in template only is_active can be changed; create one of your own.'
  throw new ApiError('builtin_immutable', message, { param: toSnake(field) })
}

async function refuseTaken(ctx: Context, name: string, self: string | null): Promise<void> {
  const holder = (await listTemplates(ctx)).find((each) => each.name === name && each.id !== self)
  if (holder) throw duplicateName('e-mail template', name, { param: 'name', existingId: holder.id })
}

function pickBody(record: TemplateRecord): TemplateBody {
  const { description, subject, text, html, trigger } = record
  const { recipients, attachments, fromName, replyTo } = record
  return { description, subject, text, html, trigger, recipients, attachments, fromName, replyTo }
}

/** The fields as they are stored, whatever form the request gave them. */
async function checkBody(ctx: Context, body: Partial<TemplateBody>): Promise<TemplateBody> {
  const whole = { ...EMPTY, ...body, subject: body.subject ?? '' }
  if (whole.text === null && whole.html === null)
    throw new ApiError('missing_field', 'Send text, html or both.', { param: 'text' })
  const found = inspectParts(whole)
  if (!('variables' in found)) throw invalidPart(found)
  const attachments: string[] = []
  for (const [index, name] of whole.attachments.entries())
    attachments.push(await resolveClassName(ctx, name, `attachments[${index}]`))
  return { ...whole, attachments }
}

/** A part of a mail that cannot be used, as the error of a request. */
export function invalidPart({ part, problem }: PartProblem): ApiError {
  const end = problem.endsWith('?') ? '' : '.'
  const message = `${part}: ${problem}${end}`
  return new ApiError('invalid_expression', message, { param: part })
}
