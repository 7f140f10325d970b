import { Type, type Static } from 'typebox'
import type { Camel } from '../../../platform/route.ts'
import { ListQuery } from '../../../platform/wire/list-query.ts'
import {
  Currency,
  Fields,
  InstantInput,
  MetadataFilter,
  Money,
  PlainDate,
  StringEnum,
  Text,
  Uuid,
} from '../../../platform/wire/shapes.ts'
import { CHANNELS } from '../schemas.ts'

export const EXPORT_FORMATS = ['csv', 'json', 'xlsx', 'ofx'] as const
const Ids = Type.Array(Uuid, { maxItems: 1000 })
const Names = Type.Array(Type.String({ maxLength: 100 }), { maxItems: 200 })

const filters = {
  submission_id: Type.Optional(Uuid),
  account_id: Type.Optional(Uuid),
  account_ids: Type.Optional(Ids),
  document_id: Type.Optional(Uuid),
  data_source_id: Type.Optional(Uuid),
  start_date: Type.Optional(PlainDate),
  end_date: Type.Optional(PlainDate),
  min_amount: Type.Optional(Money),
  max_amount: Type.Optional(Money),
  currency: Type.Optional(Currency),
  direction: Type.Optional(StringEnum(['inflow', 'outflow'])),
  /** Slugs or roots. */
  category: Type.Optional(Names),
  category_not: Type.Optional(Names),
  merchant: Type.Optional(Text),
  merchant_id: Type.Optional(Uuid),
  merchant_group: Type.Optional(Text),
  flag: Type.Optional(Text),
  type: Type.Optional(StringEnum(CHANNELS)),
  is_revenue: Type.Optional(Type.Boolean()),
  is_debt: Type.Optional(Type.Boolean()),
  is_recurring: Type.Optional(Type.Boolean()),
  is_duplicate: Type.Optional(Type.Boolean()),
  is_pending: Type.Optional(Type.Boolean()),
  needs_review: Type.Optional(Type.Boolean()),
  stream_id: Type.Optional(Uuid),
  position_id: Type.Optional(Uuid),
  funder_id: Type.Optional(Text),
  external_id: Type.Optional(Text),
  q: Type.Optional(Text),
  ids: Type.Optional(Ids),
  include_unloaded: Type.Optional(
    Type.Boolean({ description: 'Rows of documents that are excluded, too.' }),
  ),
  created_after: Type.Optional(InstantInput),
  created_before: Type.Optional(InstantInput),
  updated_after: Type.Optional(InstantInput),
  metadata: Type.Optional(MetadataFilter),
  /** The rows behind a metric or a cash flow line, computed like the report. */
  metric: Type.Optional(Text),
  line: Type.Optional(Text),
  /** The rows of one payer or payee, as the report of merchants groups them. */
  party: Type.Optional(Text),
  date_range: Type.Optional(Text),
  as_of: Type.Optional(PlainDate),
  slug: Type.Optional(Text),
  denominator: Type.Optional(Text),
  simulate: Type.Optional(Type.String({ maxLength: 4000 })),
  revenue_formula_version: Type.Optional(Type.Integer({ minimum: 1 })),
  target: Type.Optional(Type.Number()),
}

export const TransactionQuery = ListQuery(filters)
export type TransactionQuery = Camel<Static<typeof TransactionQuery>>

export const ExportQuery = Fields({ ...filters, format: Type.Optional(StringEnum(EXPORT_FORMATS)) })
