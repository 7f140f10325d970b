import { Type } from 'typebox'
import { EMAIL_ADDRESS } from '../../core/values/patterns/email.ts'
import { TEMPLATE_TRIGGERS } from '../../core/mail/builtin.ts'
import type { Body } from '../../platform/route.ts'
import { ListQuery } from '../../platform/wire/list-query.ts'
import { KnownId } from '../../platform/wire/ids/known-id.ts'
import {
  EmailAddress,
  Fields,
  Instant,
  List,
  Maybe,
  Nullable,
  One,
  StringEnum,
  Text,
  Uuid,
} from '../../platform/wire/shapes.ts'

const PartText = Type.String({ minLength: 1, maxLength: 20_000 })
/** An address, or one of the deal: `applicant` or `broker`. */
export const Recipient = Type.String({
  maxLength: 254,
  pattern: `^(?:applicant|broker|${EMAIL_ADDRESS})$`,
})
const Recipients = Type.Array(Recipient, { maxItems: 50, uniqueItems: true })
const Classes = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
  maxItems: 20,
  uniqueItems: true,
})
const Trigger = StringEnum(TEMPLATE_TRIGGERS)

export const RenderedParts = Fields({
  subject: Type.String(),
  text: Type.String(),
  html: Nullable(Type.String()),
})

const Template = Fields({
  id: Uuid,
  name: Type.String(),
  description: Nullable(Type.String()),
  subject: Type.String(),
  text: Nullable(Type.String()),
  html: Nullable(Type.String()),
  /** What the parts name, of the list in docs/templates.md. */
  variables: Type.Array(Type.String()),
  trigger: Trigger,
  recipients: Type.Array(Type.String()),
  /** Classes of documents; the newest of each class goes with the mail. */
  attachments: Type.Array(Type.String()),
  from_name: Nullable(Type.String()),
  reply_to: Nullable(Type.String()),
  is_active: Type.Boolean(),
  is_builtin: Type.Boolean(),
  version: Type.Integer(),
  /** Null for a built-in template that was not changed. */
  created_at: Nullable(Instant),
  updated_at: Nullable(Instant),
})
export const OneTemplate = One(Template)
export const OneTemplatePreview = One(
  Fields({ ...Template.properties, preview: Nullable(RenderedParts) }),
)
export const TemplateList = List(Template)

export const TemplateQuery = ListQuery({
  trigger: Type.Optional(Trigger),
  is_active: Type.Optional(Type.Boolean()),
  q: Type.Optional(Text),
})
export type TemplateQuery = Body<typeof TemplateQuery>

export const TemplateRender = Fields({
  /** Whether the response has a preview. */
  render: Type.Optional(Type.Boolean()),
  submission_id: Type.Optional(KnownId('submission')),
})

const writable = {
  description: Maybe(Type.String({ maxLength: 1000 })),
  text: Maybe(PartText),
  html: Maybe(PartText),
  trigger: Type.Optional(Trigger),
  recipients: Type.Optional(Recipients),
  attachments: Type.Optional(Classes),
  from_name: Maybe(Text),
  reply_to: Maybe(EmailAddress),
  is_active: Type.Optional(Type.Boolean()),
}
export const TemplateCreate = Fields({ name: Text, subject: Text, ...writable })
export type TemplateCreate = Body<typeof TemplateCreate>
export const TemplatePatch = Fields({
  name: Type.Optional(Text),
  subject: Type.Optional(Text),
  ...writable,
})
export type TemplatePatch = Body<typeof TemplatePatch>
