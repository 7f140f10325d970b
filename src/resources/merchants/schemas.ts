import { Type } from 'typebox'
import type { Body } from '../../platform/route.ts'
import { ListQuery } from '../../platform/wire/list-query.ts'
import {
  Count,
  Fields,
  FreeForm,
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

const Line = Nullable(Type.String())
const Amount = Nullable(Type.Number())
const GroupName = Fields({ slug: Type.String(), name: Type.String() })

/** Who is paid or pays (resources §16); `name:` merchants are the tenant's own. */
const Merchant = Fields({
  id: Uuid,
  name: Type.String(),
  normalized_name: Type.String(),
  aliases: Type.Array(Type.String()),
  website: Line,
  logo_url: Line,
  phone: Line,
  mcc_code: Line,
  country: Line,
  default_category: Line,
  category_by_direction: Fields({ inflow: Line, outflow: Line }),
  groups: Type.Array(GroupName),
  funder_id: Line,
  is_processor: Type.Boolean(),
  is_funder: Type.Boolean(),
  is_ambiguous: Type.Boolean(),
  /** Known to the registry, not only from the tenant's transactions. */
  is_global: Type.Boolean(),
  transactions_count: Count,
  /** Null where the transactions are of several currencies. */
  inflow_total: Amount,
  outflow_total: Amount,
  currency: Line,
  first_date: Nullable(PlainDate),
  last_date: Nullable(PlainDate),
  metadata: FreeForm,
  created_at: Nullable(Instant),
  updated_at: Nullable(Instant),
})
export const OneMerchant = One(Merchant)
export const MerchantList = List(Merchant)

const Slug = Type.String({ minLength: 1, maxLength: 100 })

export const MerchantQuery = ListQuery({
  /** Part of the name or an alias, or a similar name. */
  q: Type.Optional(Text),
  group: Type.Optional(Slug),
  category: Type.Optional(Slug),
  /** Only merchants of transactions that came with this code. */
  mcc_code: Type.Optional(Type.String({ pattern: '^\\d{4}$' })),
  is_funder: Type.Optional(Type.Boolean()),
  is_global: Type.Optional(Type.Boolean()),
  /** Only merchants of this submission, with its sums. */
  submission_id: Type.Optional(Uuid),
})

/** Accepted without effect: groups are always shown. */
export const MerchantExpand = Fields({
  expand: Type.Optional(Type.Array(StringEnum(['groups']), { maxItems: 1 })),
})

/** A group as a merchant shows it. */
const GivenGroup = Fields({ ...Type.Partial(GroupName).properties, slug: Slug })

/** Null removes an earlier change. */
export const MerchantPatch = Fields({
  groups: Maybe(Type.Array(Type.Union([Slug, GivenGroup]), { maxItems: 30 })),
  default_category: Maybe(Slug),
  aliases: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 50 }),
  ),
})
export type MerchantPatch = Body<typeof MerchantPatch>

const group = {
  id: Uuid,
  slug: Type.String(),
  name: Type.String(),
  description: Type.String(),
  is_builtin: Type.Boolean(),
  merchants_count: Count,
  risk_level: StringEnum(['none', 'low', 'medium', 'high']),
  categories: Type.Array(Type.String()),
  created_at: Nullable(Instant),
}
export const GroupList = List(Fields(group))
export const OneGroup = One(
  Fields({
    ...group,
    /** The hundred with most transactions; all of them by GET /v1/merchants?group=. */
    merchants: Type.Optional(Type.Array(Merchant)),
  }),
)
export const GroupQuery = ListQuery({
  q: Type.Optional(Text),
  is_builtin: Type.Optional(Type.Boolean()),
})
export type GroupQuery = Body<typeof GroupQuery>
export const GroupParams = Fields({ id: Slug })
export const GroupExpand = Fields({
  expand: Type.Optional(Type.Array(StringEnum(['merchants']), { maxItems: 1 })),
})

const item = {
  description: Type.String({ minLength: 1, maxLength: 2000 }),
  /** The sign decides ambiguous cases; default: an outflow. */
  amount: Type.Optional(Money),
  mcc_code: Maybe(Type.String({ pattern: '^\\d{4}$' })),
}
const ExtractItem = Fields(item)
export type ExtractItem = Body<typeof ExtractItem>
export const ExtractRequest = Fields({
  description: Type.Optional(item.description),
  amount: item.amount,
  mcc_code: item.mcc_code,
  items: Type.Optional(Type.Array(ExtractItem, { minItems: 1, maxItems: 1000 })),
})
export type ExtractRequest = Body<typeof ExtractRequest>

const Extracted = Fields({
  merchant: Nullable(Merchant),
  name: Line,
  confidence: Amount,
  alias: Line,
  normalized_description: Type.String(),
  category: Fields({
    slug: Type.String(),
    name: Type.String(),
    confidence: Type.Number(),
    source: Type.String(),
    rule_id: Line,
  }),
  funder: Nullable(
    Fields({ id: Type.String(), name: Type.String(), is_ambiguous: Type.Boolean() }),
  ),
  groups: Type.Array(GroupName),
  location: Nullable(Fields({ city: Line, state: Line })),
  channel: Type.String(),
  explanation: Type.String(),
})
/** One result for `description`, a list in the same order for `items`. */
export const ExtractResponse = One(Type.Union([Extracted, Type.Array(Extracted)]))
