import { Type } from 'typebox'
import { ListQuery } from '../../platform/wire/list-query.ts'
import {
  Count,
  Fields,
  List,
  Nullable,
  One,
  StringEnum,
  PlainDate,
  Uuid,
} from '../../platform/wire/shapes.ts'

export const MISSING_ACCOUNT_STATUSES = ['open', 'requested', 'received', 'dismissed'] as const

const MissingAccount = Fields({
  id: Uuid,
  status: StringEnum(MISSING_ACCOUNT_STATUSES),
  account_mask: Nullable(Type.String()),
  institution_hint: Nullable(Type.String()),
  account_type_hint: Nullable(Type.String()),
  direction: StringEnum(['inflow', 'outflow', 'both']),
  transaction_count: Count,
  currency: Type.String(),
  inflow_total: Type.Number(),
  outflow_total: Type.Number(),
  first_date: PlainDate,
  last_date: PlainDate,
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
  transaction_ids: Type.Array(Uuid),
  request_text: Type.String(),
})

export const MissingAccountQuery = ListQuery({
  min_confidence: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  as_of: Type.Optional(PlainDate),
})
export const MissingAccountList = List(MissingAccount)
export const OneMissingAccount = One(MissingAccount)
export const MissingAccountParams = Fields({ id: Uuid, maid: Uuid })
export const MissingAccountPatch = Fields({ status: StringEnum(MISSING_ACCOUNT_STATUSES) })
