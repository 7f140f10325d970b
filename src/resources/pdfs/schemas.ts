import { KnownId } from '../../platform/wire/ids/known-id.ts'
import { Type } from 'typebox'
import { ACCOUNT_TYPES } from '../../core/values/account.ts'
import type { Body } from '../../platform/route.ts'
import { ListQuery } from '../../platform/wire/list-query.ts'
import {
  Count,
  Currency,
  Fields,
  Instant,
  List,
  LongText,
  Maybe,
  Money,
  Nullable,
  One,
  StringEnum,
  PlainDate,
  Text,
  Uuid,
} from '../../platform/wire/shapes.ts'
import { AccountNumber, HolderNames } from '../data-sources/schemas.ts'
import { DOCUMENT_STATUSES } from '../records/documents/lifecycle.ts'
import { Document, STATEMENT_STATES } from '../documents/schemas.ts'
import { ParsedStatement } from '../documents/parsed/schemas.ts'

const Line = Nullable(Type.String())
const REVIEWS = ['approved', 'rejected', 'needs_review'] as const

/** A document of the banking family with its statements (resources §5.5). */
const Pdf = Fields({
  ...Document.properties,
  currency: Line,
  producer: Line,
  creator: Line,
  pdf_version: Line,
  created_at_in_pdf: Line,
  modified_at_in_pdf: Line,
  has_text_layer: Nullable(Type.Boolean()),
  is_encrypted: Nullable(Type.Boolean()),
  revisions_count: Nullable(Count),
  /** Whether its rows count. */
  is_loaded: Type.Boolean(),
  loaded_transactions_count: Count,
  review: Nullable(
    Fields({ status: Nullable(StringEnum(REVIEWS)), notes: Line, by: Type.String(), at: Instant }),
  ),
  statements: Type.Array(ParsedStatement),
})
export const OnePdf = One(Pdf)
export const PdfList = List(Pdf)
export const StatementList = List(ParsedStatement)

export const SubmissionParams = Fields({ id: Uuid })
export const PdfParams = Fields({ id: Uuid, pid: Uuid })
export const PdfQuery = ListQuery({
  status: Type.Optional(Type.Array(StringEnum(DOCUMENT_STATUSES), { maxItems: 50 })),
  reconciliation_status: Type.Optional(StringEnum(STATEMENT_STATES)),
  is_loaded: Type.Optional(Type.Boolean()),
})
export type PdfQuery = Body<typeof PdfQuery>

export const PdfReview = Fields({
  /** Approved: it counts although it does not reconcile, or fields of it are in doubt. */
  status: Type.Optional(StringEnum(REVIEWS)),
  notes: Maybe(LongText),
  display_name: Type.Optional(Text),
  is_included: Type.Optional(Type.Boolean()),
})
export type PdfReview = Body<typeof PdfReview>

export const PdfsParse = Fields({
  /** Reads files as statements whatever their class. */
  force: Type.Optional(Type.Boolean()),
  only: Type.Optional(StringEnum(['unparsed', 'failed', 'all'])),
})
export type PdfsParse = Body<typeof PdfsParse>
export const ParseResponse = One(
  Fields({
    queued: Type.Array(Uuid),
    skipped: Type.Array(
      Fields({
        id: Uuid,
        reason: StringEnum([
          'already_parsed',
          'already_processing',
          'excluded',
          'split',
          'disabled',
          'password_protected',
          'not_failed',
        ]),
      }),
    ),
  }),
)

export const PdfCurrency = Fields({ currency: Currency, statement_id: Type.Optional(Uuid) })

const Direction = StringEnum(['inflow', 'outflow'])
const SIGNS = ['as_read', 'turned'] as const

/** A row of the statement by its transaction's id, or without an id one that is added. */
const RowPatch = Fields({
  id: Type.Optional(Uuid),
  /** Signed for the account holder; null puts it back as it was read, as with every field. */
  amount: Maybe(Money),
  /** Gives the amount its sign. */
  direction: Type.Optional(Direction),
  date: Maybe(PlainDate),
  description: Maybe(Text),
  /** The running balance as printed. */
  balance: Maybe(Money),
  /** False brings the row back as it was read. */
  is_removed: Type.Optional(Type.Boolean()),
})
export type RowPatch = Body<typeof RowPatch>

/** Null removes an override. */
const StatementPatch = Fields({
  id: Uuid,
  account_number: Maybe(AccountNumber),
  account_type: Maybe(StringEnum(ACCOUNT_TYPES)),
  institution_name: Maybe(Text),
  account_holder_names: Maybe(HolderNames),
  start_date: Maybe(PlainDate),
  end_date: Maybe(PlainDate),
  opening_balance: Maybe(Money),
  closing_balance: Maybe(Money),
  is_included: Maybe(Type.Boolean()),
  account_id: Maybe(KnownId('account')),
  currency: Maybe(Currency),
  /** In which the statement ends; its other dates move with it. */
  year: Maybe(Type.Integer({ minimum: 1900, maximum: 2199 })),
  /** Whether day and month of its dates change places. */
  date_order: Maybe(StringEnum(['as_read', 'swapped'])),
  /** Whether money in is money out, in all rows. */
  signs: Maybe(StringEnum(SIGNS)),
  /** The same for the rows under one heading. */
  sections: Maybe(
    Type.Array(Fields({ name: Text, signs: Nullable(StringEnum(SIGNS)) }), {
      minItems: 1,
      maxItems: 100,
    }),
  ),
  rows: Maybe(Type.Array(RowPatch, { minItems: 1, maxItems: 500 })),
  /** False: later documents of this layout do not learn from it. */
  teach: Type.Optional(Type.Boolean()),
  /** Place in reconciliation.repair_candidates, from 0. */
  apply_repair: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
})
export type StatementPatch = Body<typeof StatementPatch>
export const StatementsPatch = Fields({
  statements: Type.Array(StatementPatch, { minItems: 1, maxItems: 100 }),
})
