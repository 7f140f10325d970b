import { hasScope } from '../../../core/values/access/actor.ts'
import {
  renderParts,
  type MailParts,
  type RenderedMail,
  type TemplateValues,
} from '../../../core/mail/template.ts'
import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { MailAddress } from '../../../platform/mail.ts'
import { invalidPart } from '../../email-templates/define.ts'
import { getTemplate, type TemplateRecord } from '../../email-templates/in-force.ts'
import { buildTemplateValues } from '../../email-templates/values.ts'
import { listDocumentsById, type DocumentRow } from '../../records/documents/store.ts'
import { getSubmission } from '../../records/submissions/store.ts'
import { readSetting } from '../../settings/read.ts'
import type { EmailCreate } from '../schemas.ts'
import {
  EMAILS,
  findBrokerEmail,
  listNewestDocuments,
  type EmailRecipients,
  type EmailRow,
} from '../store.ts'

const RECEIVERS_MAX = 50
/** Most mail servers take 25 MiB, and base64 adds a third. */
const FILES_BYTES_MAX = 18 * 1024 * 1024
/** Message-IDs of a long thread; the first and the last say where a mail belongs. */
const REFERENCES_MAX = 20

/** A mail before it is queued. */
export interface Draft extends RenderedMail {
  submissionId: string | null
  templateId: string | null
  recipients: EmailRecipients
  fromName: string | null
  replyTo: string | null
  documents: DocumentRow[]
  /** The mail that it follows. */
  parent: EmailRow | null
}

/** Everything a mail is made of; what is absent comes from the template. */
export type MailRequest = Omit<EmailCreate, 'preview'>

/**
 * The mail that a request describes; `own` values replace those of the deal. Throws
 * `email_template_not_found`, `submission_not_found`,
 * `email_not_found`, `missing_field`, `invalid_expression`, `document_not_found`, `too_many`,
 * `file_too_large`, `insufficient_scope`.
 */
export async function writeMail(
  ctx: Context,
  request: MailRequest,
  own: TemplateValues = {},
): Promise<Draft> {
  const { templateId = null, inReplyTo } = request
  const template = templateId === null ? null : await getTemplate(ctx, templateId)
  const parent = inReplyTo == null ? null : await EMAILS.get(ctx, inReplyTo)
  const submissionId = request.submissionId ?? parent?.submissionId ?? null
  requireReading(ctx, submissionId, 'submissions:read')
  const known = await buildTemplateValues(ctx, submissionId, request.variables ?? {})
  const values = { ...known, ...own }
  const keepsSubject = parent !== null && request.subject === undefined && template === null
  const parts = pickParts(keepsSubject ? { ...request, subject: 'Re:' } : request, template)
  const rendered = renderParts(parts, values)
  if (!('value' in rendered)) throw invalidPart(rendered)
  return {
    ...(keepsSubject ? toReplySubject(parent, rendered.value) : rendered.value),
    submissionId,
    templateId,
    parent,
    recipients: await findRecipients(ctx, { request, template, parent, submissionId }),
    fromName: template?.fromName ?? (await readSetting<string | null>(ctx, 'email_from_name')),
    replyTo: request.replyTo ?? template?.replyTo ?? null,
    documents: await findDocuments(ctx, { request, template, submissionId }),
  }
}

/** A mail shows what its sender may read, and nothing else. */
function requireReading(ctx: Context, subject: string | null, scope: string): void {
  if (subject === null || ctx.actor.type === 'system' || hasScope(ctx.actor, scope)) return
  const message = `A mail with this needs the scope ${scope} too.`
  throw new ApiError('insufficient_scope', message)
}

function pickParts(
  { subject, text, html }: MailRequest,
  template: TemplateRecord | null,
): MailParts {
  const isOwn = (text ?? html ?? null) !== null
  const parts = {
    subject: subject ?? template?.subject ?? '',
    text: isOwn ? (text ?? null) : (template?.text ?? null),
    html: isOwn ? (html ?? null) : (template?.html ?? null),
  }
  const missing = parts.subject === '' ? 'subject' : 'text'
  const isComplete = parts.subject !== '' && (parts.text !== null || parts.html !== null)
  const message = 'Send a template_id, or a subject with text or html.'
  if (!isComplete) throw new ApiError('missing_field', message, { param: missing })
  return parts
}

/** A reply without a subject has that of its parent; braces in it are no variables. */
function toReplySubject(parent: EmailRow, rendered: RenderedMail): RenderedMail {
  return {
    ...rendered,
    subject: `Re: ${parent.subject.replace(/^(?:re:\s*)+/i, '')}`.slice(0, 255),
  }
}

/** An address with or without a name, or `applicant` and `broker`. */
type Recipient = NonNullable<EmailCreate['to']>[number]

interface Given {
  request: MailRequest
  template: TemplateRecord | null
  submissionId: string | null
}

async function findRecipients(
  ctx: Context,
  { request, template, parent, submissionId }: Given & { parent: EmailRow | null },
): Promise<EmailRecipients> {
  const toParent = parent?.direction === 'inbound' ? (parent.replyTo ?? parent.fromAddress) : null
  const fallback = template?.recipients.length ? template.recipients : []
  const wanted = request.to ?? (toParent === null ? fallback : [toParent])
  const resolve = (given: readonly Recipient[], param: string): Promise<MailAddress[]> =>
    Promise.all(
      given.map((name, at) => findRecipient(ctx, { name, param: `${param}[${at}]`, submissionId })),
    )
  const to = await resolve(wanted, 'to')
  const cc = await resolve(request.cc ?? [], 'cc')
  const bcc = await resolve(request.bcc ?? [], 'bcc')
  if (to.length === 0)
    throw new ApiError('missing_field', 'Send to: who gets the mail.', { param: 'to' })
  const count = to.length + cc.length + bcc.length
  const message = `A mail goes to at most ${RECEIVERS_MAX} receivers; there are ${count}.`
  if (count > RECEIVERS_MAX) throw new ApiError('too_many', message, { param: 'to' })
  return { to, cc, bcc }
}

async function findRecipient(
  ctx: Context,
  { name, param, submissionId }: { name: Recipient; param: string; submissionId: string | null },
): Promise<MailAddress> {
  if (typeof name !== 'string') return { name: name.name ?? null, address: name.address }
  if (name.includes('@')) return { name: null, address: name }
  if (submissionId === null)
    throw new ApiError('missing_field', `${name} needs a submission_id.`, {
      param: 'submission_id',
    })
  const address =
    name === 'broker'
      ? await findBrokerEmail(ctx, submissionId)
      : ((await getSubmission(ctx, submissionId)).companyInfo.email ?? null)
  if (address !== null) return { name: null, address }
  const message = `The submission has no address of its ${name}; send the address itself.`
  throw new ApiError('missing_field', message, { param })
}

async function findDocuments(
  ctx: Context,
  { request, template, submissionId }: Given,
): Promise<DocumentRow[]> {
  const classes = submissionId === null ? [] : (template?.attachments ?? [])
  const ofTemplate =
    classes.length === 0 ? [] : await listNewestDocuments(ctx, submissionId!, classes)
  const ids = [...new Set([...(request.attachments ?? []), ...ofTemplate])]
  requireReading(ctx, ids[0] ?? null, 'documents:read')
  const documents = await listDocumentsById(ctx, ids)
  const foreign = documents.findIndex(
    (one) => submissionId !== null && one.submissionId !== submissionId,
  )
  if (foreign >= 0) {
    const message = 'The document belongs to another submission than the mail.'
    throw new ApiError('document_not_found', message, { param: `attachments[${foreign}]` })
  }
  const bytes = documents.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  const message = `The documents have ${Math.ceil(bytes / 1024 / 1024)} MiB; a mail takes 18.`
  if (bytes > FILES_BYTES_MAX)
    throw new ApiError('file_too_large', message, { param: 'attachments' })
  return documents
}

/** The Message-IDs before a mail that follows another one. */
export function listReferences(parent: EmailRow | null): string[] {
  if (parent === null || parent.messageId === null) return []
  const all = [...parent.referenceIds, parent.messageId]
  return all.length <= REFERENCES_MAX ? all : [all[0]!, ...all.slice(1 - REFERENCES_MAX)]
}
