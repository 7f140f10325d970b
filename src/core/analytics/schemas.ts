import {
  Type,
  type TObject,
  type TProperties,
  type TSchema,
  type TUnion,
  type TNull,
} from 'typebox'

/** An object with these properties and no others. */
export function Shape<T extends TProperties>(properties: T): TObject<T> {
  return Type.Object(properties, { additionalProperties: false })
}

/** The schema or null: unknown is null. */
export function Nullable<T extends TSchema>(schema: T): TUnion<[T, TNull]> {
  return Type.Union([schema, Type.Null()])
}

/** A JSON number, or null when it is unknown. */
export const Figure = Nullable(Type.Number())
/** A text, or null. */
export const Text = Nullable(Type.String())
/** Available, partially available or not available. */
export const StatusName = Type.Enum(['available', 'partially_available', 'not_available'])
/** A date range as it came out. */
export const DateRangeHead = Shape({ name: Type.String(), start_date: Text, end_date: Text })
/** A remark about the data as a whole. */
export const WarningNote = Shape({
  code: Type.String(),
  message: Type.String(),
  severity: Type.Enum(['info', 'low', 'medium', 'high']),
})
/** A reason in words. */
export const ReasonText = Shape({ code: Type.String(), text: Type.String() })
/** The rows behind a figure. */
export const EvidenceNote = Shape({
  transactions_count: Type.Integer(),
  transaction_ids: Type.Array(Type.String()),
  href: Text,
})

const Scalar = Type.Union([Type.Number(), Type.String(), Type.Boolean()])
/** Named values without a fixed list of names, such as the inputs of a metric. */
export const FreeForm = Type.Record(Type.String(), Nullable(Scalar))
/** Cut-offs of the grades of one metric. */
export const Thresholds = Shape({
  A: Type.Number(),
  B: Type.Number(),
  C: Type.Number(),
  D: Type.Number(),
})
/** A letter from A to D, or F. */
export const Grade = Type.Enum(['A', 'B', 'C', 'D', 'F'])

const metricValueProperties = {
  name: Type.String(),
  label: Type.String(),
  value: Nullable(Type.Union([Scalar, Type.Array(FreeForm)])),
  unit: Type.String(),
  currency: Text,
  status: StatusName,
  reasons: Type.Array(Type.String()),
  date_range: DateRangeHead,
  formula_id: Type.String(),
  formula: Text,
  inputs: FreeForm,
  breakdown: Type.Array(FreeForm),
  evidence: EvidenceNote,
  grade: Nullable(Grade),
  threshold: Nullable(Thresholds),
  higher_is_better: Nullable(Type.Boolean()),
  has_overrides: Type.Boolean(),
  previous_value: Nullable(Scalar),
}

/** The metric value shape of resources 9.0, used wherever a metric is shown. */
export const MetricValue = Shape(metricValueProperties)
/** A metric value on the scorecard. */
export const GradedMetricValue = Shape({
  ...metricValueProperties,
  critical: Type.Boolean(),
  thresholds: Nullable(Thresholds),
})
