import { Type } from 'typebox'
import type { Body } from '../../platform/route.ts'
import { KnownId } from '../../platform/wire/ids/known-id.ts'
import { ListQuery } from '../../platform/wire/list-query.ts'
import {
  EmailAddress,
  Count,
  Fields,
  Instant,
  List,
  Maybe,
  Nullable,
  One,
  StringEnum,
  Uuid,
} from '../../platform/wire/shapes.ts'

const StipRequest = Fields({
  id: Uuid,
  submission_id: Uuid,
  /** The mail with the list; null when that is gone. */
  email_id: Nullable(Uuid),
  status: StringEnum(['open', 'satisfied']),
  missing_count: Count,
  items: Type.Array(
    Fields({
      code: Type.String(),
      label: Type.String(),
      request_text: Type.String(),
      /** As it is now: an item is received once its documents have been read. */
      status: StringEnum(['missing', 'received']),
    }),
  ),
  created_by: Type.String(),
  created_at: Instant,
})
/** A preview is no request yet: it has no id, mail or time. */
export const OneStipRequest = One(
  Fields({
    ...StipRequest.properties,
    id: Nullable(Uuid),
    created_at: Nullable(Instant),
    /** As it is sent, in plain text. */
    mail: Fields({
      from: Fields({ name: Nullable(Type.String()), address: Type.String() }),
      to: Type.Array(Type.String()),
      subject: Type.String(),
      text: Type.String(),
    }),
  }),
)
export const StipRequestList = List(StipRequest)
export const StipRequestQuery = ListQuery({})
export const StipRequestParams = Fields({ sid: Uuid })

export const StipRequestCreate = Fields({
  /** Addresses, `applicant` or `broker`; the broker of the deal, else the applicant, by default. */
  to: Type.Optional(
    Type.Array(Type.Union([EmailAddress, StringEnum(['applicant', 'broker'])]), {
      maxItems: 50,
      uniqueItems: true,
    }),
  ),
  /** Codes of GET /v1/submissions/:id/stips; all that is missing without. */
  codes: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 50, uniqueItems: true }),
  ),
  template_id: Maybe(KnownId('email_template')),
  /** In place of the text of the template, whose variables can stand in it. */
  text: Type.Optional(Type.String({ minLength: 1, maxLength: 100_000 })),
  /** Renders only: nothing is kept or sent. */
  preview: Type.Optional(Type.Boolean()),
})
export type StipRequestCreate = Body<typeof StipRequestCreate>
