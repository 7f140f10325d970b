import { Type } from 'typebox'
import { CREDENTIAL_KINDS } from '../../core/values/access/actor.ts'
import {
  Count,
  Fields,
  Nullable,
  One,
  StringEnum,
  PlainDate,
  Uuid,
} from '../../platform/wire/shapes.ts'

export const USAGE_GROUPS = ['day', 'key', 'endpoint'] as const

const Counters = {
  api_calls: Count,
  documents_processed: Count,
  pages_processed: Count,
  transactions_enriched: Count,
  webhook_deliveries: Count,
  workflow_runs: Count,
  emails_received: Count,
  mcp_calls: Count,
}

export const Usage = Fields({
  period: Fields({ start_date: PlainDate, end_date: PlainDate }),
  totals: Fields({ ...Counters, storage_bytes: Count, storage_files: Count }),
  by_day: Type.Array(Fields({ date: Type.String(), ...Counters })),
  by_key: Type.Array(
    Fields({
      /** Of the key, or of the session or grant of a token. */
      api_key_id: Uuid,
      credential_kind: StringEnum(CREDENTIAL_KINDS),
      name: Nullable(Type.String()),
      calls: Count,
      errors: Count,
    }),
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
    rate_per_minute: Nullable(Count),
    quota: Nullable(Count),
    remaining: Nullable(Count),
  }),
})

export const UsageQuery = Fields({
  start_date: Type.Optional(PlainDate),
  end_date: Type.Optional(PlainDate),
  granularity: Type.Optional(StringEnum(['day', 'month'])),
  /** The lists that are wanted; the others are empty. Default: all. */
  group_by: Type.Optional(
    Type.Array(StringEnum(USAGE_GROUPS), { minItems: 1, maxItems: USAGE_GROUPS.length }),
  ),
  api_key_id: Type.Optional(Uuid),
})

export const OneUsage = One(Usage)
