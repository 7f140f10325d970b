import { KnownId } from '../../platform/wire/ids/known-id.ts'
import { Type } from 'typebox'
import type { Body } from '../../platform/route.ts'
import { ListQuery } from '../../platform/wire/list-query.ts'
import {
  Count,
  Fields,
  FreeForm,
  FreeFormInput,
  Instant,
  List,
  Maybe,
  Nullable,
  One,
  PlainDate,
  StringEnum,
  Text,
  Uuid,
} from '../../platform/wire/shapes.ts'
import { APPLY_TO } from '../transactions/schemas.ts'

const TARGET_TYPES = [
  'transaction',
  'document',
  'position',
  'anomaly',
  'metric',
  'merchant',
  'registry',
  'score',
  'outcome',
  'product',
] as const
const KINDS = ['correction', 'confirmation', 'report', 'rating', 'outcome'] as const
/** Rejected and pending_review are of the interface; here feedback is applied or kept at once. */
const STATUSES = ['received', 'applied', 'rejected', 'pending_review', 'undone'] as const

const Line = Nullable(Type.String())

const FeedbackRecord = Fields({
  id: Uuid,
  target: Fields({ type: StringEnum(TARGET_TYPES), id: Type.String() }),
  target_type: StringEnum(TARGET_TYPES),
  target_id: Type.String(),
  submission_id: Nullable(Uuid),
  kind: StringEnum(KINDS),
  /** Applied: the rows are changed. Received: stored only. */
  status: StringEnum(STATUSES),
  rating: Nullable(Type.Integer()),
  value: FreeForm,
  comment: Line,
  apply_to: Line,
  applied_rule_id: Nullable(Uuid),
  affected_count: Count,
  submission_name: Line,
  /** Of what was corrected. */
  document_id: Nullable(Uuid),
  document_name: Line,
  /** The corrected row as it was found. */
  row: Nullable(
    Fields({ date: PlainDate, amount: Type.Number(), currency: Type.String(), description: Line }),
  ),
  changes: Type.Array(Fields({ field: Type.String(), from: Type.Unknown(), to: Type.Unknown() })),
  created_by: Type.String(),
  created_at: Instant,
  updated_at: Instant,
})
export const OneFeedback = One(FeedbackRecord)
export const FeedbackList = List(FeedbackRecord)

export const FeedbackQuery = ListQuery({
  target_type: Type.Optional(StringEnum(TARGET_TYPES)),
  target_id: Type.Optional(Text),
  kind: Type.Optional(StringEnum(KINDS)),
  status: Type.Optional(StringEnum(STATUSES)),
  submission_id: Type.Optional(Uuid),
  document_id: Type.Optional(Uuid),
})

export const FeedbackCreate = Fields({
  target_type: StringEnum(TARGET_TYPES),
  /** Id of the record; for a metric or a score its name. */
  target_id: Text,
  kind: StringEnum(KINDS),
  rating: Maybe(Type.Integer({ minimum: 1, maximum: 5 })),
  /** For a correction the fields that POST /v1/transactions/:id/feedback or PATCH take. */
  value: Type.Optional(FreeFormInput),
  comment: Maybe(Type.String({ minLength: 1, maxLength: 2000 })),
  submission_id: Type.Optional(KnownId('submission')),
  apply_to: Type.Optional(StringEnum(APPLY_TO)),
})
export type FeedbackCreate = Body<typeof FeedbackCreate>
