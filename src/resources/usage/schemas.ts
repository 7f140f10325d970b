import { Type } from 'typebox'
import {
  Count,
  Fields,
  Nullable,
  One,
  StringEnum,
  PlainDate,
  Uuid,
} from '../../platform/wire/shapes.ts'

const Totals = Fields({
  api_calls: Count,
  documents_processed: Count,
  pages_processed: Count,
  transactions_enriched: Count,
  storage_bytes: Count,
  storage_files: Count,
  webhook_deliveries: Count,
})

export const Usage = Fields({
  period: Fields({ start_date: PlainDate, end_date: PlainDate }),
  totals: Totals,
  by_day: Type.Array(
    Fields({
      date: Type.String(),
      api_calls: Count,
      documents_processed: Count,
      pages_processed: Count,
      transactions_enriched: Count,
      webhook_deliveries: Count,
    }),
  ),
  by_key: Type.Array(
    Fields({ api_key_id: Uuid, name: Nullable(Type.String()), calls: Count, errors: Count }),
  ),
  by_endpoint: Type.Array(
    Fields({
      method: Type.String(),
      path: Type.String(),
      calls: Count,
      errors: Count,
      p50_ms: Nullable(Type.Number()),
      p95_ms: Nullable(Type.Number()),
    }),
  ),
  limits: Fields({
    rate_per_second: Nullable(Count),
    quota: Nullable(Count),
    remaining: Nullable(Count),
  }),
})

export const UsageQuery = Fields({
  start_date: Type.Optional(PlainDate),
  end_date: Type.Optional(PlainDate),
  granularity: Type.Optional(StringEnum(['day', 'month'])),
  api_key_id: Type.Optional(Uuid),
})

export const OneUsage = One(Usage)
