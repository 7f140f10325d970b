import { Type } from 'typebox'
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
  StringEnum,
  PlainDate,
  Uuid,
} from '../../platform/wire/shapes.ts'
import { SUBMISSION_STATUSES } from '../records/submissions/lifecycle.ts'

export const HIT_TYPES = ['submissions', 'transactions', 'merchants'] as const
export type HitType = (typeof HIT_TYPES)[number]

/** What the list shows of the found thing; its own endpoint has the rest. */
const Summary = Fields({
  external_id: Maybe(Type.String()),
  status: Type.Optional(Type.String()),
  created_at: Type.Optional(Instant),
  date: Type.Optional(PlainDate),
  amount: Type.Optional(Type.Number()),
  currency: Type.Optional(Type.String()),
  merchant_name: Maybe(Type.String()),
  category: Maybe(Type.String()),
  transactions_count: Type.Optional(Count),
  last_date: Maybe(PlainDate),
})

export const SearchHit = Fields({
  type: StringEnum(['submission', 'transaction', 'merchant']),
  id: Uuid,
  /** Of 1: how well words match and how alike the texts are; 1 when the whole query is equal. */
  score: Type.Number(),
  title: Type.String(),
  subtitle: Nullable(Type.String()),
  submission_id: Nullable(Uuid),
  /** HTML, escaped, with the found words in `<mark>`. */
  highlights: Type.Array(Fields({ field: Type.String(), fragment: Type.String() })),
  matched_by: StringEnum(['text', 'trigram', 'exact', 'both']),
  resource: Summary,
})
export const SearchHits = List(SearchHit)
export type SearchHit = Body<typeof SearchHit>

export const SearchQuery = ListQuery({
  /** Words, "phrases", -words, amount:>500, date:2025-01. */
  q: Type.String({ minLength: 1, maxLength: 200 }),
  type: Type.Optional(
    Type.Array(StringEnum(HIT_TYPES, { errorCode: 'invalid_search_type' }), {
      minItems: 1,
      maxItems: 3,
    }),
  ),
  /** `text` corrects no word, `fuzzy` takes every word for misspelt. */
  mode: Type.Optional(StringEnum(['auto', 'text', 'fuzzy'])),
  submission_id: Type.Optional(Uuid),
  status: Type.Optional(Type.Array(StringEnum(SUBMISSION_STATUSES), { minItems: 1, maxItems: 50 })),
  /** Of transactions. */
  date_from: Type.Optional(PlainDate),
  date_to: Type.Optional(PlainDate),
  /** Of transactions, without their sign. */
  min_amount: Type.Optional(Money),
  max_amount: Type.Optional(Money),
})
export type SearchQuery = Body<typeof SearchQuery>
