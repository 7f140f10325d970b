import { Type } from 'typebox'
import { MATCH_METHODS } from '../../core/mail/match.ts'
import { VERDICTS } from '../../core/mail/authentication.ts'
import type { Body } from '../../platform/route.ts'
import { KnownId } from '../../platform/wire/ids/known-id.ts'
import { ListQuery } from '../../platform/wire/list-query.ts'
import {
  EmailAddress,
  Count,
  Fields,
  FreeFormInput,
  Instant,
  InstantInput,
  List,
  Maybe,
  Nullable,
  One,
  StringEnum,
  Text,
  Uuid,
} from '../../platform/wire/shapes.ts'
import { Recipient } from '../email-templates/schemas.ts'
import { DIRECTIONS, EMAIL_STATUSES } from './lifecycle.ts'

const Person = Fields({ name: Nullable(Type.String()), address: Type.String() })
const Verdict = StringEnum(VERDICTS)

const Attachment = Fields({
  id: Uuid,
  filename: Type.String(),
  content_type: Type.String(),
  size_bytes: Count,
  is_inline: Type.Boolean(),
  /** The document that it became; null for one that became none. */
  document_id: Nullable(Uuid),
  /** Why it became none. */
  ignored: Nullable(Type.String()),
})

const summary = {
  id: Uuid,
  livemode: Type.Boolean(),
  submission_id: Nullable(Uuid),
  broker_id: Nullable(Uuid),
  direction: StringEnum(DIRECTIONS),
  status: StringEnum(EMAIL_STATUSES),
  message_id: Nullable(Type.String()),
  in_reply_to: Nullable(Type.String()),
  thread_id: Uuid,
  from: Nullable(Person),
  to: Type.Array(Person),
  cc: Type.Array(Person),
  bcc: Type.Array(Person),
  reply_to: Nullable(Type.String()),
  subject: Type.String(),
  snippet: Type.String(),
  attachments: Type.Array(Attachment),
  template_id: Nullable(Uuid),
  size_bytes: Nullable(Count),
  spam_score: Nullable(Type.Number()),
  /** What the operator's own relay found; `unknown` where none is trusted. */
  authentication: Nullable(Fields({ spf: Verdict, dkim: Verdict, dmarc: Verdict })),
  match: Nullable(Fields({ method: StringEnum(MATCH_METHODS), confidence: Type.Number() })),
  error: Nullable(Fields({ code: Type.String(), message: Type.String() })),
  /** Kept instead of sent: nothing leaves the test mode. */
  is_captured: Type.Boolean(),
  /** Sent by the service itself, or by a program at the other end. */
  is_automatic: Type.Boolean(),
  attempts: Count,
  received_at: Nullable(Instant),
  sent_at: Nullable(Instant),
  created_at: Instant,
}
const Email = Fields({ ...summary, text: Type.String(), html: Nullable(Type.String()) })

export const OneEmail = One(Email)
export const EmailList = List(Fields(summary))

const filters = {
  direction: Type.Optional(StringEnum(DIRECTIONS)),
  status: Type.Optional(StringEnum(EMAIL_STATUSES)),
  thread_id: Type.Optional(Uuid),
  from: Type.Optional(Text),
  subject: Type.Optional(Text),
  has_attachments: Type.Optional(Type.Boolean()),
  created_after: Type.Optional(InstantInput),
  q: Type.Optional(Text),
}
export const EmailQuery = ListQuery({ ...filters, submission_id: Type.Optional(Uuid) })
export const SubmissionEmailQuery = ListQuery(filters)
export const SubmissionParams = Fields({ sid: Uuid })

const NamedRecipient = Fields({ name: Maybe(Text), address: EmailAddress })
const Recipients = Type.Array(Type.Union([Recipient, NamedRecipient]), {
  maxItems: 50,
  uniqueItems: true,
})
const PartText = Type.String({ minLength: 1, maxLength: 20_000 })

export const AddressCreate = Fields({
  submission_id: Maybe(KnownId('submission')),
  broker_id: Maybe(KnownId('broker')),
})
export const OneAddress = One(
  Fields({
    /** The letters behind the plus sign, which [ref:…] in a subject can carry too. */
    id: Type.String(),
    address: Type.String(),
    submission_id: Nullable(Uuid),
    broker_id: Nullable(Uuid),
  }),
)
export const OneHook = One(Fields({ url: Type.String() }))
export const HookParams = Fields({ token: Type.String({ minLength: 1, maxLength: 100 }) })
export const OneReceived = One(Fields({ received: Type.Literal(true) }))

export const EmailCreate = Fields({
  submission_id: Maybe(KnownId('submission')),
  template_id: Maybe(KnownId('email_template')),
  /** Addresses, or `applicant` and `broker` of the submission; else those of the template. */
  to: Type.Optional(Recipients),
  cc: Type.Optional(Recipients),
  bcc: Type.Optional(Recipients),
  reply_to: Maybe(EmailAddress),
  /** In place of the part of the template. */
  subject: Type.Optional(Text),
  text: Maybe(PartText),
  html: Maybe(PartText),
  attachments: Type.Optional(Type.Array(KnownId('document'), { maxItems: 50, uniqueItems: true })),
  variables: Type.Optional(FreeFormInput),
  /** The mail that this one is a reply to. */
  in_reply_to: Maybe(KnownId('email')),
  /** Renders only: nothing is kept or sent. */
  preview: Type.Optional(Type.Boolean()),
})
export type EmailCreate = Body<typeof EmailCreate>

/** A preview is no mail yet: it has no id, status, thread or time. */
export const OneEmailOrPreview = One(
  Fields({
    ...Email.properties,
    id: Nullable(Uuid),
    status: Nullable(StringEnum(EMAIL_STATUSES)),
    thread_id: Nullable(Uuid),
    created_at: Nullable(Instant),
  }),
)
