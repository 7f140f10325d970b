import { Type } from 'typebox'
import type { Body } from '../../platform/route.ts'
import { ListQuery } from '../../platform/wire/list-query.ts'
import {
  Count,
  Fields,
  Instant,
  List,
  Nullable,
  StringEnum,
  Text,
  Uuid,
} from '../../platform/wire/shapes.ts'
import { REASONS } from './reasons.ts'

const QueueItem = Fields({
  id: Uuid,
  reason: StringEnum(REASONS),
  submission_id: Nullable(Uuid),
  submission_name: Nullable(Type.String()),
  document_id: Nullable(Uuid),
  /** Of `needs_review_rows`. */
  transaction_count: Nullable(Count),
  approval_id: Nullable(Uuid),
  policy_id: Nullable(Uuid),
  summary: Type.String(),
  amount: Nullable(Type.Number()),
  currency: Nullable(Type.String()),
  since: Instant,
})
export type QueueItem = Body<typeof QueueItem>

export const QueueList = Fields({
  ...List(QueueItem).properties,
  counts: Fields(Object.fromEntries(REASONS.map((reason) => [reason, Type.Optional(Count)]))),
})

export const QueueQuery = ListQuery({
  reason: Type.Optional(Type.Array(StringEnum(REASONS), { minItems: 1, maxItems: REASONS.length })),
  submission_id: Type.Optional(Uuid),
  /** Only deals that are assigned to this person. */
  assigned_to: Type.Optional(Text),
})
export type QueueQuery = Body<typeof QueueQuery>
