import { Type } from 'typebox'
import {
  Count,
  Fields,
  Instant,
  Nullable,
  One,
  StringEnum,
  Uuid,
} from '../../../platform/wire/shapes.ts'
import { SUBMISSION_STATUSES } from '../../records/submissions/lifecycle.ts'
import { STAGE_STATES, STAGES } from '../../pipeline/status-stages.ts'

const Share = Type.Number({ minimum: 0, maximum: 1 })

export const Status = Fields({
  submission_id: Uuid,
  status: StringEnum(SUBMISSION_STATUSES),
  /** The stage that is being worked on; null when none is. */
  stage: Nullable(StringEnum(STAGES)),
  progress: Share,
  started_at: Nullable(Instant),
  finished_at: Nullable(Instant),
  elapsed_ms: Nullable(Count),
  estimated_seconds_left: Nullable(Count),
  stages: Type.Array(
    Fields({
      name: StringEnum(STAGES),
      status: StringEnum(STAGE_STATES),
      started_at: Nullable(Instant),
      finished_at: Nullable(Instant),
      items_total: Count,
      items_done: Count,
      items_failed: Count,
      message: Nullable(Type.String()),
    }),
  ),
  documents: Type.Array(
    Fields({
      id: Uuid,
      filename: Type.String(),
      document_class: Nullable(Type.String()),
      status: Type.String(),
      progress: Share,
      page_count: Nullable(Count),
      pages_done: Nullable(Count),
      error_code: Nullable(Type.String()),
    }),
  ),
  /** Runs so far, the present one included. */
  attempts: Count,
  last_error: Nullable(Fields({ code: Type.String(), message: Type.String() })),
  policy_progress: Fields({ total: Count, done: Count }),
})

export const OneStatus = One(Status)
