import { settleItems, type RequestedItem } from '../../core/analytics/stips/settled.ts'
import { createAudit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { randomUUIDv7 } from '../../platform/crypto/tokens.ts'
import { json } from '../../platform/db/sql.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { findActiveTemplate } from '../email-templates/in-force.ts'
import { pickMissing } from '../email-templates/pick-missing.ts'
import { listMissingItems } from '../email-templates/values.ts'
import { queueMail } from '../emails/outgoing/queue.ts'
import { writeMail, type Draft } from '../emails/outgoing/write.ts'
import { findBrokerEmail } from '../emails/store.ts'
import { readSender } from '../records/emails/store.ts'
import { getSubmission } from '../records/submissions/store.ts'
import type { StipRequestCreate } from './schemas.ts'
import { insertStipRequest, type StipRequestRow } from './store.ts'

const auditRequest = createAudit('stip_request')

/** What would be sent, and what it lists. */
export interface StipMail {
  draft: Draft
  items: RequestedItem[]
}

/**
 * The list of what a deal still needs, for who is to bring it. Throws `submission_not_found`,
 * `nothing_missing`, `invalid_parameter`, and what writing a mail throws.
 */
export async function writeStipMail(
  ctx: Context,
  submissionId: string,
  { to, codes, templateId, text }: StipRequestCreate,
): Promise<StipMail> {
  await getSubmission(ctx, submissionId)
  const items = await pickMissing(ctx, submissionId, codes)
  if (items.length === 0) throw new ApiError('nothing_missing')
  const template = templateId ?? (await findActiveTemplate(ctx, 'missing_documents'))?.id
  const off = 'No template for missing_documents is active; send a template_id.'
  if (template === undefined) throw new ApiError('missing_field', off, { param: 'template_id' })
  const receivers = to ?? [
    (await findBrokerEmail(ctx, submissionId)) === null ? 'applicant' : 'broker',
  ]
  const wanted = { submissionId, templateId: template, to: receivers, ...(text && { text }) }
  const missing = { missing_documents: toVariables(items), missing_count: items.length }
  return { draft: await writeMail(ctx, wanted, missing), items }
}

/** Writes the mail and sends it; throws what `writeStipMail` and `queueMail` throw. */
export async function requestStips(
  ctx: Context,
  submissionId: string,
  request: StipRequestCreate,
): Promise<StipRequestRow> {
  return sendStipMail(ctx, submissionId, await writeStipMail(ctx, submissionId, request))
}

/** Sends what was written, and remembers what it lists. */
export async function sendStipMail(
  ctx: Context,
  submissionId: string,
  { draft, items }: StipMail,
): Promise<StipRequestRow> {
  const email = await queueMail(ctx, draft)
  const id = randomUUIDv7()
  const request = await insertStipRequest(ctx, {
    id,
    submission_id: submissionId,
    email_id: email.id,
    items: json(items),
    created_by: ctx.actor.name,
  })
  const summary = `${items.length} missing items requested`
  await auditRequest(ctx, { action: 'created', id, submissionId, summary })
  return request
}

function toVariables(items: readonly RequestedItem[]): object[] {
  return items.map(({ label, requestText }) => ({ label, request_text: requestText }))
}

/** A request with each of its items as it is now. */
export async function presentRequests(
  ctx: Context,
  rows: readonly StipRequestRow[],
): Promise<{ id: string }[]> {
  const [first] = rows
  const missing = first === undefined ? [] : await listMissingItems(ctx, first.submissionId)
  return rows.map((row) => {
    const items = settleItems(row.items, missing)
    const missingCount = items.filter(({ status }) => status === 'missing').length
    return { ...row, items, missingCount, status: missingCount === 0 ? 'satisfied' : 'open' }
  })
}

/** A request that is not sent yet, each of its items missing. */
export function presentPreview(ctx: Context, submissionId: string, items: RequestedItem[]): object {
  return {
    id: null,
    submissionId,
    emailId: null,
    status: 'open',
    missingCount: items.length,
    items: items.map((item) => ({ ...item, status: 'missing' })),
    createdBy: ctx.actor.name,
    createdAt: null,
  }
}

/** The mail as a person reads it. */
export function presentMail(
  ctx: Context,
  { recipients: { to }, fromName, subject, text }: Draft,
): object {
  return { from: readSender(ctx, fromName), to: to.map(({ address }) => address), subject, text }
}
