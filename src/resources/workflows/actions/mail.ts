import { settleItems, type RequestedItem } from '../../../core/analytics/stips/settled.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { Context } from '../../../platform/context.ts'
import { listSchemaFaults } from '../../../platform/wire/check/validate.ts'
import { listItems } from '../../email-templates/values.ts'
import { queueMail } from '../../emails/outgoing/queue.ts'
import { writeMail, type MailRequest } from '../../emails/outgoing/write.ts'
import { EmailCreate } from '../../emails/schemas.ts'
import { requestStips } from '../../stip-requests/request.ts'
import { findInstallation } from '../../records/apps/store.ts'
import { findSubmissionId, type Action, type Outcome, type Resume, type Work } from './action.ts'
import { addDuration, readTimeout } from './flow.ts'

/** Events after which something that was requested may be there. */
const ARRIVALS = ['document.classified', 'document.parsed', 'submission.processed']

/**
 * What the nodes do that write to people. A mail is a row that is written with the end of its step
 * and sent after it, under a Message-ID of its own.
 */
export const MAIL_ACTIONS = {
  send_email: async (work) => {
    const request = toRequest(work)
    const replyTo = request.replyTo ?? (await findReplyTo(work.ctx))
    const email = await queueMail(work.ctx, await writeMail(work.ctx, { ...request, replyTo }))
    return { output: { email_id: email.id, message_id: email.messageId } }
  },
  request_documents: async (work) => {
    const now = work.ctx.house.now()
    const items = await request(work, work.config.codes as string[] | undefined)
    if (items.length === 0) return { port: 'received', output: toOutput([], 0) }
    const until = new Date(readTimeout(work.config, now)).toISOString()
    return wait(work, { items, reminders: 0, requestedAt: new Date(now).toISOString(), until })
  },
} satisfies Record<string, Action>

/** What these nodes do when a wait may have come to its end. */
export const MAIL_RESUMES = {
  /** Ends with the last item, reminds when it is time, and waits on otherwise. */
  request_documents: async (work, { until, state }) => {
    const requested = { ...(state as unknown as Requested), until }
    const { items, reminders } = requested
    const settled = settleItems(items, await listMissing(work))
    const missing = settled.filter(({ status }) => status === 'missing')
    const now = work.ctx.house.now()
    if (missing.length === 0) return { port: 'received', output: toOutput(settled, reminders) }
    if (now >= Date.parse(until)) return { port: 'timeout', output: toOutput(settled, reminders) }
    if (now < nextReminder(work, requested)) return wait(work, requested)
    await request(work, [...new Set(missing.map(({ code }) => code))])
    return wait(work, { ...requested, reminders: reminders + 1 })
  },
} satisfies Record<string, Resume>

/** Where replies go when a node does not say it: as the app for mail was set up. */
async function findReplyTo(ctx: Context): Promise<string | undefined> {
  const replyTo = (await findInstallation(ctx, 'smtp'))?.config.reply_to
  return typeof replyTo === 'string' ? replyTo : undefined
}

interface Email {
  to?: string[]
  cc?: string[]
  bcc?: string[]
  reply_to?: string
  template_id?: string
  variables?: Record<string, unknown>
  subject?: string
  body?: string
  document_ids?: string[]
}

/**
 * The same as a body of POST /v1/emails. Its texts are filled in already, so they are put in as
 * values: braces that a deal brought along are no variables.
 */
function toRequest({ config, run }: Work): MailRequest {
  const { template_id: templateId, reply_to: replyTo, document_ids: attachments, ...rest } = config
  const { subject, body, variables = {}, ...people } = rest as Email
  const wire = { ...people, reply_to: replyTo, attachments, template_id: templateId }
  const given = Object.fromEntries(Object.entries(wire).filter(([, value]) => value !== undefined))
  const faults = listSchemaFaults(EmailCreate, given)
  if (faults.length > 0) throw new ApiError('invalid_format', `config${faults.join('; config')}.`)
  const own = { ...variables, workflow_subject: subject, workflow_body: body }
  return {
    ...people,
    submissionId: run.submissionId,
    templateId: templateId as string | undefined,
    replyTo: replyTo as string | undefined,
    attachments: attachments as string[] | undefined,
    variables: own,
    ...(subject !== undefined && { subject: '{{ variables.workflow_subject }}' }),
    ...(body !== undefined && { text: '{{ variables.workflow_body }}' }),
  } as MailRequest
}

interface Requested {
  items: RequestedItem[]
  reminders: number
  requestedAt: string
  until: string
}

/** Sends the list of what is missing of some items, or of all; none is missing without items. */
async function request(work: Work, codes: string[] | undefined): Promise<RequestedItem[]> {
  const { to, template_id: templateId } = work.config as Pick<Email, 'to' | 'template_id'>
  const submissionId = findSubmissionId(work)
  const all = await listItems(work.ctx, submissionId)
  const isReceived = (code: string): boolean => {
    const own = all.filter((item) => item.code === code)
    return own.length > 0 && own.every(({ requestText }) => requestText === null)
  }
  const open = codes?.filter((code) => !isReceived(code))
  if (open?.length === 0 || all.every(({ code }) => isReceived(code))) return []
  const wanted = { ...(to && { to }), ...(templateId && { templateId }) }
  const { items } = await requestStips(work.ctx, submissionId, {
    ...wanted,
    ...(open && { codes: open }),
  })
  return items
}

async function listMissing(work: Work): Promise<{ code: string; label: string }[]> {
  const items = await listItems(work.ctx, findSubmissionId(work))
  return items.filter(({ requestText }) => requestText !== null)
}

function wait(work: Work, requested: Requested): Outcome {
  const { until, ...state } = requested
  const untilMs = Date.parse(until)
  const atMs = Math.min(nextReminder(work, requested), untilMs)
  const ports = Object.fromEntries(ARRIVALS.map((type) => [type, 'received']))
  const submissionId = findSubmissionId(work)
  return { wait: { kind: 'check', untilMs, atMs, ports, submissionId, state: { ...state } } }
}

/** So many business days after the first mail; never, after the last reminder. */
function nextReminder({ config }: Work, { requestedAt, reminders }: Requested): number {
  const { reminder_business_days: days = [] } = config as { reminder_business_days?: number[] }
  const value = days[reminders]
  if (value === undefined) return Infinity
  return addDuration(Date.parse(requestedAt), { value, unit: 'business_days' })
}

function toOutput(
  items: readonly { code: string; label: string; status: string }[],
  reminders: number,
): Record<string, unknown> {
  const list = (wanted: string): object[] =>
    items.filter(({ status }) => status === wanted).map(({ code, label }) => ({ code, label }))
  return { received: list('received'), missing: list('missing'), reminders }
}
