import type { Context, OutsideContext } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { attachment } from '../../platform/http/attachment.ts'
import { outsideRoute, Reply, route } from '../../platform/route.ts'
import { listBody, parsePage } from '../../platform/wire/list-query.ts'
import { FreeFormInput, IdParams } from '../../platform/wire/shapes.ts'
import { getSubmission } from '../records/submissions/store.ts'
import { queueMail, retryMail } from './outgoing/queue.ts'
import { buildMail, readOutgoing } from './outgoing/send.ts'
import { writeMail } from './outgoing/write.ts'
import { presentDraft, presentEmail, presentEmails } from './present.ts'
import { giveAddress } from './incoming/addresses.ts'
import { rotateHook, takeDelivery } from './incoming/hook.ts'
import {
  AddressCreate,
  EmailCreate,
  EmailList,
  EmailQuery,
  HookParams,
  OneAddress,
  OneEmail,
  OneEmailOrPreview,
  OneHook,
  OneReceived,
  SubmissionEmailQuery,
  SubmissionParams,
} from './schemas.ts'
import { EMAIL_SORTS, EMAILS, listEmails, type EmailFilter } from './store.ts'

export const emailRoutes = [
  route({
    endpoint: 'GET /v1/emails',
    summary: 'List e-mails, in and out',
    scope: 'emails:read',
    shapes: { query: EmailQuery, returns: EmailList },
    handle: ({ query }, ctx) => list(ctx, query, query),
  }),
  route({
    endpoint: 'POST /v1/emails',
    summary: 'Send an e-mail; with preview true it is only rendered',
    description: [
      'Made of a template, or of subject, text and html, in which the variables of templates can',
      'stand. It is queued; a mail of the test mode is kept and never leaves. A mail about a',
      'submission takes replies and files at the address of the submission. Documents and values',
      'of a submission need the scopes documents:read and submissions:read too.',
    ].join(' '),
    scope: 'emails:write',
    status: 202,
    alsoStatus: [200],
    isAdditive: true,
    errors: [
      'submission_not_found',
      'document_not_found',
      'email_not_found',
      'email_template_not_found',
      'invalid_expression',
      'missing_field',
      'too_many',
      'file_too_large',
      'mail_not_configured',
    ],
    shapes: { body: EmailCreate, returns: OneEmailOrPreview },
    handle: async ({ body: { preview = false, ...request } }, ctx) => {
      const draft = await writeMail(ctx, request)
      if (preview) return new Reply({ status: 200, body: { data: presentDraft(ctx, draft) } })
      const email = await queueMail(ctx, draft)
      const headers = { location: `/v1/emails/${email.id}` }
      return new Reply({ body: { data: await presentEmail(ctx, email) }, headers })
    },
  }),
  route({
    endpoint: 'POST /v1/emails/addresses',
    summary: 'Get the address that takes mails: of a submission, of a broker, or of all deals',
    description:
      'The same address at every call. Files that arrive there become documents of the deal.',
    scope: 'emails:write',
    isAdditive: true,
    errors: ['submission_not_found', 'broker_not_found', 'mail_not_configured'],
    shapes: { body: AddressCreate, returns: OneAddress },
    handle: async ({ body }, ctx) => ({ data: await giveAddress(ctx, body) }),
  }),
  route({
    endpoint: 'POST /v1/emails/hook',
    summary: 'Replace the URL at which a mail service hands over mails; it is shown once',
    scope: 'emails:write',
    isAdditive: true,
    shapes: { returns: OneHook },
    handle: async (_, ctx) => ({ data: await rotateHook(ctx) }),
  }),
  outsideRoute({
    endpoint: 'POST /v1/hooks/mail/:token',
    summary: 'Take a mail from a mail service: message/rfc822, or a form with the raw message',
    description: [
      'Forms of SendGrid (with the raw message), Mailgun (store with MIME) and Postmark (with raw',
      'e-mail) are read. A mail that was handed over before is the one that is there.',
    ].join(' '),
    scope: null,
    isAdditive: true,
    consumes: 'mail',
    cost: 'none',
    errors: [
      'invalid_access_token',
      'missing_field',
      'empty_file',
      'file_too_large',
      'infected_file',
      'scanner_unavailable',
      'storage_unavailable',
      'storage_quota_exceeded',
    ],
    shapes: { params: HookParams, body: FreeFormInput, returns: OneReceived },
    handle: async ({ params, body, lines }, ctx) => {
      await takeDelivery(ctx, { token: params.token, raw: lines, fields: body ?? {} })
      return { data: { received: true } }
    },
  }),
  route({
    endpoint: 'GET /v1/emails/:id',
    summary: 'Get an e-mail with its text',
    scope: 'emails:read',
    errors: ['email_not_found'],
    shapes: { params: IdParams, returns: OneEmail },
    handle: async ({ params }, ctx) => ({
      data: await presentEmail(ctx, await EMAILS.get(ctx, params.id)),
    }),
  }),
  outsideRoute({
    endpoint: 'GET /v1/emails/:id/eml',
    summary: 'Download an e-mail as it was received or sent',
    scope: 'emails:read',
    produces: 'binary',
    errors: ['email_not_found'],
    shapes: { params: IdParams },
    handle: async ({ params }, ctx) => {
      return attachment(`${params.id}.eml`, 'message/rfc822', await readMessage(ctx, params.id))
    },
  }),
  route({
    endpoint: 'POST /v1/emails/:id/retry',
    summary: 'Send an e-mail again that failed or bounced',
    scope: 'emails:write',
    status: 202,
    isAdditive: true,
    errors: ['email_not_found', 'invalid_state_transition', 'mail_not_configured'],
    shapes: { params: IdParams, returns: OneEmail },
    handle: async ({ params }, ctx) => ({
      data: await presentEmail(ctx, await retryMail(ctx, params.id)),
    }),
  }),
  route({
    endpoint: 'GET /v1/submissions/:sid/emails',
    summary: 'List the e-mails of a submission',
    scope: 'emails:read',
    errors: ['submission_not_found'],
    shapes: { params: SubmissionParams, query: SubmissionEmailQuery, returns: EmailList },
    handle: async ({ params, query }, ctx) => {
      const { id: submissionId } = await getSubmission(ctx, params.sid)
      return list(ctx, { ...query, submissionId }, query)
    },
  }),
]

async function list(
  ctx: Context,
  filter: EmailFilter,
  query: Parameters<typeof parsePage>[1],
): Promise<object> {
  const page = await listEmails(ctx, filter, parsePage(ctx, query, EMAIL_SORTS))
  const shown = await presentEmails(ctx, page.rows)
  return listBody({ ...page, rows: shown as { id: string }[] })
}

/** As it is kept; of a mail that still waits, as it would go out. */
async function readMessage(ctx: OutsideContext, id: string): Promise<Buffer> {
  const outgoing = await ctx.transaction(async (own) =>
    readOutgoing(own, await EMAILS.get(own, id)),
  )
  const { storageKey, wrappedKey, direction } = outgoing.email
  const { house, environment } = ctx
  if (storageKey !== null && wrappedKey !== null)
    return house.store.read(environment.id, storageKey, wrappedKey)
  if (direction === 'inbound') throw new ApiError('email_not_found')
  return house.mailer.compose(await buildMail(ctx, outgoing))
}
