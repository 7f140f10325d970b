import { PeriodInput } from '../records/transactions/facts/stated-periods.ts'
import { KnownId } from '../../platform/wire/ids/known-id.ts'
import { Type } from 'typebox'
import { ACCOUNT_TYPES } from '../../core/values/account.ts'
import type { Body } from '../../platform/route.ts'
import { ListQuery } from '../../platform/wire/list-query.ts'
import {
  Count,
  Fields,
  Instant,
  List,
  Maybe,
  Money,
  Nullable,
  One,
  StringEnum,
  PlainDate,
  Text,
  Uuid,
} from '../../platform/wire/shapes.ts'

const SOURCE_TYPES = ['pdf', 'api', 'csv', 'integration_link', 'file_export'] as const
const PROVIDERS = [
  'upload', 'plaid', 'mastercard', 'ocrolus', 'yodlee', 'decision_logic', 'inscribe', 'moneythumb', 'codat', 'mx',
  'flinks', 'ofx', 'csv', 'bai2', 'camt053', 'mt940', 'manual',
] as const // prettier-ignore
const SOURCE_STATUSES = ['active', 'syncing', 'disabled', 'error'] as const

const Line = Nullable(Type.String())
const Amount = Nullable(Type.Number())

/** Where rows of a submission come from (resources §6.1). */
const DataSource = Fields({
  id: Uuid,
  submission_id: Uuid,
  type: StringEnum(SOURCE_TYPES),
  provider: StringEnum(PROVIDERS),
  external_id: Line,
  name: Type.String(),
  status: StringEnum(SOURCE_STATUSES),
  document_id: Nullable(Uuid),
  link_id: Nullable(Uuid),
  is_included: Type.Boolean(),
  institution_name: Line,
  start_date: Nullable(PlainDate),
  end_date: Nullable(PlainDate),
  accounts_count: Count,
  transactions_count: Count,
  last_synced_at: Nullable(Instant),
  error: Nullable(Fields({ code: Type.String(), message: Type.String() })),
  created_at: Instant,
  updated_at: Instant,
})
export const OneDataSource = One(DataSource)
export const DataSourceList = List(DataSource)

export const SubmissionParams = Fields({ sid: Uuid })
export const DataSourceQuery = ListQuery({
  type: Type.Optional(StringEnum(SOURCE_TYPES)),
  provider: Type.Optional(StringEnum(PROVIDERS)),
  status: Type.Optional(StringEnum(SOURCE_STATUSES)),
})
export const DataSourcePatch = Fields({
  name: Type.Optional(Text),
  is_included: Type.Optional(Type.Boolean()),
  /** A disabled source accepts no new data; its rows still count unless excluded. */
  status: Type.Optional(StringEnum(['active', 'disabled'])),
})
export type DataSourcePatch = Body<typeof DataSourcePatch>

/** A bank account or card over all statements of it (resources §6.2). */
const Account = Fields({
  id: Uuid,
  data_source_id: Uuid,
  submission_id: Uuid,
  institution_name: Line,
  name: Type.String(),
  official_name: Line,
  holder_names: Type.Array(Type.String()),
  number_masked: Line,
  last4: Line,
  /** A keyed hash: equal for equal accounts, and does not reveal the number. */
  number_fingerprint: Type.String(),
  routing_number: Line,
  type: StringEnum(ACCOUNT_TYPES),
  subtype: Line,
  currency: Type.String(),
  is_business: Nullable(Type.Boolean()),
  is_included: Type.Boolean(),
  is_primary: Type.Boolean(),
  duplicate_of: Nullable(Uuid),
  duplicate_candidates: Type.Array(
    Fields({
      account_id: Uuid,
      reason: StringEnum(['same_number', 'same_holder', 'matching_rows']),
      score: Type.Number(),
    }),
  ),
  balances: Fields({
    current: Amount,
    available: Amount,
    limit: Amount,
    as_of: Nullable(PlainDate),
  }),
  coverage: Fields({
    start_date: Nullable(PlainDate),
    end_date: Nullable(PlainDate),
    days: Count,
    gaps: Type.Array(
      Fields({
        start_date: PlainDate,
        end_date: PlainDate,
        kind: StringEnum(['soft', 'hard']),
        missing_activity_amount: Amount,
      }),
    ),
    /** Consecutive statements whose balances do not match (T5). */
    breaks: Type.Array(Fields({ date: PlainDate, missing_activity_amount: Type.Number() })),
  }),
  /** The days that callers state its rows to cover. */
  stated_periods: Type.Array(
    Fields({ start_date: PlainDate, end_date: PlainDate, opening_balance: Amount }),
  ),
  statements_count: Count,
  transactions_count: Count,
  reconciliation_rate: Amount,
  totals: Fields({ inflow: Type.Number(), outflow: Type.Number() }),
  merged_account_ids: Type.Array(Uuid),
  created_at: Instant,
  updated_at: Instant,
})
export const OneAccount = One(Account)
export const AccountList = List(Account)

export const AccountParams = Fields({ dsid: Uuid, id: Uuid })
export const AccountQuery = ListQuery({
  type: Type.Optional(StringEnum(ACCOUNT_TYPES)),
  is_included: Type.Optional(Type.Boolean()),
})
export type AccountQuery = Body<typeof AccountQuery>

/** `4821 0034 7712`, `XXXX4821`, `****4821`, `DE89 3704 0044 0532 0130 00` */
export const AccountNumber = Type.String({
  pattern: '^[A-Za-z0-9*•. -]{0,36}[A-Za-z0-9]{4}$',
  errorCode: 'invalid_format',
})
export const HolderNames = Type.Array(Text, { maxItems: 20 })

export const AccountPatch = Fields({
  name: Type.Optional(Text),
  type: Type.Optional(StringEnum(ACCOUNT_TYPES)),
  subtype: Maybe(Text),
  is_business: Maybe(Type.Boolean()),
  is_included: Type.Optional(Type.Boolean()),
  is_primary: Type.Optional(Type.Boolean()),
  account_number: Maybe(AccountNumber),
  holder_names: Type.Optional(HolderNames),
  duplicate_of: Maybe(KnownId('account')),
  /** The days that its rows cover, in place of those stated before; null withdraws them. */
  period: Maybe(PeriodInput),
  opening_balance: Maybe(Money),
  merge_into: Type.Optional(KnownId('account')),
})
export type AccountPatch = Body<typeof AccountPatch>
