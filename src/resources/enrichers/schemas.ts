import { Type } from 'typebox'
import { ENRICHER_CATEGORIES, OUTPUT_TYPES } from '../../core/enrichers/enricher.ts'
import { ListQuery } from '../../platform/wire/list-query.ts'
import {
  Fields,
  FreeForm,
  FreeFormInput,
  Instant,
  List,
  Nullable,
  One,
  StringEnum,
  Uuid,
} from '../../platform/wire/shapes.ts'
import { RESULT_STATUSES } from '../records/enricher-results/store.ts'

const Name = Type.String({ minLength: 1, maxLength: 64 })
const Line = Nullable(Type.String())
const Confidence = Nullable(Type.Number({ minimum: 0, maximum: 1 }))

export const RunBody = Fields({
  enrichers: Type.Optional(Type.Array(Name, { minItems: 1, maxItems: 50 })),
  inputs: Type.Optional(FreeFormInput),
  force: Type.Optional(Type.Boolean()),
  cache_max_age_hours: Type.Optional(Type.Integer({ minimum: 0, maximum: 8760 })),
})

export const Runs = One(
  Fields({
    runs: Type.Array(
      Fields({
        id: Uuid,
        enricher: Type.String(),
        status: StringEnum(RESULT_STATUSES),
        is_cached: Type.Boolean(),
      }),
    ),
  }),
)

const Result = Fields({
  id: Uuid,
  submission_id: Uuid,
  enricher: Type.String(),
  status: StringEnum(RESULT_STATUSES),
  inputs: FreeForm,
  missing_inputs: Type.Array(Type.String()),
  output: FreeForm,
  fields: Type.Array(
    Fields({
      name: Type.String(),
      value: Type.Unknown(),
      confidence: Confidence,
      source_url: Line,
      evidence: Line,
    }),
  ),
  confidence: Confidence,
  error: Nullable(Fields({ code: Type.String(), message: Type.String() })),
  is_cached: Type.Boolean(),
  duration_ms: Nullable(Type.Integer({ minimum: 0 })),
  requested_by: Type.String(),
  created_at: Instant,
  completed_at: Nullable(Instant),
})
export const OneResult = One(Result)
export const ResultList = List(Result)
export const Results = One(Fields({ results: Type.Array(Result) }))

export const ResultQuery = ListQuery({
  enricher: Type.Optional(Name),
  status: Type.Optional(StringEnum(RESULT_STATUSES)),
})
export const ResultParams = Fields({ id: Uuid, n: Name })

export const FieldQuery = ListQuery({ enricher: Type.Optional(Name) })
export const FieldList = List(
  Fields({
    id: Type.String(),
    enricher: Type.String(),
    label: Type.String(),
    description: Type.String(),
    category: StringEnum(ENRICHER_CATEGORIES),
    inputs: Type.Array(
      Fields({
        name: Type.String(),
        label: Type.String(),
        type: Type.String(),
        required: Type.Boolean(),
        available: Type.Boolean(),
        value_source: Line,
      }),
    ),
    outputs: Type.Array(
      Fields({ name: Type.String(), type: StringEnum(OUTPUT_TYPES), label: Type.String() }),
    ),
    is_configured: Type.Boolean(),
    is_offline: Type.Boolean(),
    app: Line,
    cost_note: Line,
  }),
)
