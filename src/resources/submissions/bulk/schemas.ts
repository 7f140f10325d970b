import { Type } from 'typebox'
import type { Body } from '../../../platform/route.ts'
import { KnownId } from '../../../platform/wire/ids/known-id.ts'
import {
  Count,
  Fields,
  Maybe,
  Nullable,
  One,
  StringEnum,
  Text,
  Uuid,
} from '../../../platform/wire/shapes.ts'

export const BULK_ACTIONS = ['assign', 'process', 'tag'] as const
const Tags = Type.Array(Text, { minItems: 1, maxItems: 50, uniqueItems: true })

export const BulkBody = Fields({
  submission_ids: Type.Array(KnownId('submission'), {
    minItems: 1,
    maxItems: 100,
    uniqueItems: true,
  }),
  action: StringEnum(BULK_ACTIONS),
  /** Of `assign`; null takes the deals from whoever has them. */
  assigned_to: Maybe(Text),
  /** Of `tag`. */
  tags: Type.Optional(Tags),
  remove_tags: Type.Optional(Tags),
  /** Of `process`: reads documents again that were already read. */
  force: Type.Optional(Type.Boolean()),
})
export type BulkBody = Body<typeof BulkBody>

export const BulkResult = One(
  Fields({
    succeeded: Count,
    failed: Count,
    results: Type.Array(
      Fields({
        index: Count,
        submission_id: Uuid,
        status: StringEnum(['succeeded', 'failed']),
        error: Nullable(
          Fields({
            type: Type.String(),
            code: Type.String(),
            message: Type.String(),
            param: Nullable(Type.String()),
          }),
        ),
      }),
    ),
  }),
)
