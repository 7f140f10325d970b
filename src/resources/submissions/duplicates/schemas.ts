import { Type } from 'typebox'
import { ListQuery } from '../../../platform/wire/list-query.ts'
import { Fields, Instant, List, Nullable, StringEnum, Uuid } from '../../../platform/wire/shapes.ts'
import { SUBMISSION_STATUSES } from '../../records/submissions/lifecycle.ts'

export const DuplicateQuery = ListQuery({
  min_score: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
  include_archived: Type.Optional(Type.Boolean()),
})

export const DuplicateList = List(
  Fields({
    submission: Fields({
      id: Uuid,
      externalId: Nullable(Type.String()),
      name: Type.String(),
      status: StringEnum(SUBMISSION_STATUSES),
      createdAt: Instant,
    }),
    score: Type.Number({ minimum: 0, maximum: 100 }),
    match_level: StringEnum(['exact', 'likely', 'possible']),
    reasons: Type.Array(
      Fields({
        field: Type.String(),
        kind: StringEnum(['equal', 'fuzzy', 'fingerprint', 'hash']),
        similarity: Type.Number({ minimum: 0, maximum: 1 }),
        ours: Nullable(Type.String()),
        theirs: Nullable(Type.String()),
      }),
    ),
  }),
)
