import { Type } from 'typebox'
import { Count, Fields, Instant, Nullable, One } from '../../platform/wire/shapes.ts'

const Value = Nullable(Type.Union([Type.Number(), Type.String(), Type.Boolean()]))
const PlainText = Nullable(Type.String())

export const Versions = One(
  Fields({
    submission_id: Type.String(),
    versions: Type.Array(
      Fields({
        version: Type.Integer(),
        analytics_version: Type.Integer(),
        as_of: PlainText,
        taken_at: Instant,
        formula_version: Type.String(),
        documents_count: Count,
        transactions_count: Count,
        /** A few of its numbers, by metric. */
        metrics: Type.Record(Type.String(), Value),
      }),
    ),
  }),
)

export const DiffQuery = Fields({
  from: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_000_000_000 })),
  to: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_000_000_000 })),
})

const Ends = Nullable(
  Fields({
    version: Type.Integer(),
    analytics_version: Type.Integer(),
    as_of: PlainText,
    taken_at: Instant,
  }),
)

const Cause = Fields({
  kind: Type.String(),
  summary: Type.String(),
  documents: Type.Array(Fields({ id: Type.String(), filename: PlainText })),
  happenings: Type.Array(
    Fields({
      at: Instant,
      actor: PlainText,
      action: Type.String(),
      resource_type: Type.String(),
      resource_id: PlainText,
      summary: Type.String(),
    }),
  ),
})

const Side = Nullable(
  Fields({ value: Value, status: Type.String(), start_date: PlainText, end_date: PlainText }),
)

export const Diff = One(
  Fields({
    submission_id: Type.String(),
    from: Ends,
    to: Ends,
    causes: Type.Array(Cause),
    changes: Type.Array(
      Fields({
        metric: Type.String(),
        label: Type.String(),
        unit: Type.String(),
        from: Side,
        to: Side,
        delta: Nullable(Type.Number()),
        /** Causes that can have affected it. */
        causes: Type.Array(Type.String()),
        /** Rows behind it by document, where they differ. */
        documents: Type.Array(
          Fields({
            id: PlainText,
            filename: PlainText,
            rows_from: Count,
            rows_to: Count,
            amount_from: Type.Number(),
            amount_to: Type.Number(),
          }),
        ),
      }),
    ),
    unchanged_count: Count,
  }),
)
