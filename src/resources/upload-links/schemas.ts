import { Type } from 'typebox'
import type { Body } from '../../platform/route.ts'
import { ListQuery } from '../../platform/wire/list-query.ts'
import {
  Count,
  Fields,
  Instant,
  List,
  Nullable,
  One,
  StringEnum,
  Uuid,
} from '../../platform/wire/shapes.ts'

export const DAYS_DEFAULT = 14

const Items = Type.Array(
  Fields({
    code: Type.String(),
    label: Type.String(),
    request_text: Type.String(),
    /** As it is now: an item is received once its documents have been read. */
    status: StringEnum(['missing', 'received']),
  }),
)

const UploadLink = Fields({
  id: Uuid,
  submission_id: Uuid,
  /** The address to pass on; when the link is made, and never again. */
  url: Nullable(Type.String()),
  is_expired: Type.Boolean(),
  expires_at: Instant,
  items: Items,
  missing_count: Count,
  file_count: Count,
  last_used_at: Nullable(Instant),
  created_by: Type.String(),
  created_at: Instant,
})
export const OneUploadLink = One(UploadLink)
export const UploadLinkList = List(UploadLink)
export const UploadLinkQuery = ListQuery({})
export const UploadLinkParams = Fields({ sid: Uuid })

export const UploadLinkCreate = Fields({
  /** Codes of GET /v1/submissions/:id/stips; all that is missing without. */
  codes: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 50, uniqueItems: true }),
  ),
  expires_in_days: Type.Optional(Type.Integer({ minimum: 1, maximum: 90 })),
})
export type UploadLinkCreate = Body<typeof UploadLinkCreate>

/** What whoever holds the link sees, and nothing else of the deal. */
export const OneOpenedLink = One(
  Fields({
    id: Uuid,
    lender_name: Nullable(Type.String()),
    expires_at: Instant,
    items: Items,
    files: Type.Array(Fields({ filename: Type.String(), size_bytes: Count, received_at: Instant })),
  }),
)
