import { Type } from 'typebox'
import { Figure, Nullable, Shape, Text } from '../schemas.ts'

const Counts = Type.Record(Type.String(), Type.Integer())
const Count = Type.Integer()

/** What all submissions have, and those of each group. */
const COMMON = {
  submissions: Shape({
    total: Count,
    by_status: Counts,
    by_stage: Counts,
    by_grade: Counts,
    by_source: Counts,
    processed_rate: Figure,
    median_processing_seconds: Figure,
  }),
  volume: Shape({
    documents: Count,
    pages: Count,
    transactions: Count,
    amount: Figure,
    currency: Text,
    by_currency: Type.Array(
      Shape({ currency: Type.String(), transactions: Count, amount: Type.Number() }),
    ),
  }),
  quality: Shape({
    reconciliation_rate: Figure,
    review_rate: Figure,
    failed_documents_by_code: Counts,
    tamper_rate: Figure,
    altered_documents: Count,
    examined_documents: Count,
  }),
  distributions: Type.Array(
    Shape({
      metric: Type.String(),
      unit: Type.String(),
      currency: Text,
      p10: Figure,
      p25: Figure,
      p50: Figure,
      p75: Figure,
      p90: Figure,
      mean: Figure,
      n: Count,
    }),
  ),
  declines: Type.Array(Shape({ code: Type.String(), text: Text, count: Count })),
  outcomes: Shape({ funded: Count, amount: Figure, default_rate: Figure }),
}

/** The numbers of a portfolio (resources 10), without anything that names a business. */
export const Portfolio = Shape({
  period: Shape({ since: Text, until: Text }),
  ...COMMON,
  /** Of `group_by`; null is the group of the submissions that have none. */
  groups: Type.Array(Shape({ key: Text, ...COMMON })),
  relative_accuracy: Type.Number(),
  revenue_bands: Type.Array(
    Shape({ currency: Type.String(), from: Type.Number(), to: Figure, submissions: Count }),
  ),
  industries: Type.Array(Shape({ industry: Type.String(), submissions: Count })),
  states: Type.Array(Shape({ state: Type.String(), submissions: Count })),
  funders: Nullable(Type.Array(Shape({ funder_id: Type.String() }))),
  positions: Shape({
    total: Count,
    by_funder: Type.Array(Shape({ funder_id: Text, name: Type.String(), positions: Count })),
  }),
  anomalies: Shape({ by_kind: Counts }),
  policies: Nullable(Type.Array(Shape({ policy_id: Type.String() }))),
  series: Type.Array(
    Shape({
      period: Type.String(),
      created: Count,
      processed: Count,
      failed: Count,
      funded: Count,
    }),
  ),
  reasons: Type.Array(Shape({ field: Type.String(), code: Type.String(), text: Type.String() })),
})
