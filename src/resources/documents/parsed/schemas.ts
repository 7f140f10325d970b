import { Type } from 'typebox'
import { CURRENCY_SOURCES } from '../../../core/statements/currency/read-currency.ts'
import { ACCOUNT_TYPES } from '../../../core/values/account.ts'
import { ListQuery } from '../../../platform/wire/list-query.ts'
import {
  Count,
  Fields,
  FreeForm,
  Instant,
  List,
  Nullable,
  StringEnum,
  PlainDate,
  Text,
  Uuid,
} from '../../../platform/wire/shapes.ts'

const Line = Nullable(Type.String())
const Amount = Nullable(Type.Number())

const EdgeSource = Nullable(StringEnum(['printed', 'derived', 'stated']))

/** One account's statement inside a document (resources §5.5). */
export const ParsedStatement = Fields({
  id: Uuid,
  pdf_id: Uuid,
  data_source_id: Nullable(Uuid),
  account_id: Uuid,
  index: Count,
  institution_name: Line,
  account_holder_names: Type.Array(Type.String()),
  account_holder_address: Line,
  account_number_masked: Line,
  account_last4: Line,
  routing_number: Line,
  account_type: StringEnum(ACCOUNT_TYPES),
  currency: Type.String(),
  /** Null for a statement that was read before its source was kept. */
  currency_source: Nullable(StringEnum(CURRENCY_SOURCES)),
  start_date: Nullable(PlainDate),
  end_date: Nullable(PlainDate),
  opening_balance: Amount,
  closing_balance: Amount,
  /** Whether print, rows or a person gives the edge; null where it is not known. */
  period_source: EdgeSource,
  opening_balance_source: EdgeSource,
  closing_balance_source: EdgeSource,
  /** As printed. */
  total_credits: Amount,
  total_debits: Amount,
  credits_count: Nullable(Count),
  debits_count: Nullable(Count),
  average_balance_printed: Amount,
  fees_printed: Nullable(
    Fields({
      overdraft_period: Amount,
      overdraft_ytd: Amount,
      returned_period: Amount,
      returned_ytd: Amount,
    }),
  ),
  sections: Type.Array(
    Fields({
      name: Type.String(),
      printed_total: Amount,
      printed_count: Nullable(Count),
      parsed_total: Amount,
      parsed_count: Count,
      difference: Amount,
    }),
  ),
  /** Summed from the rows. */
  computed: Fields({
    closing_balance: Amount,
    total_credits: Type.Number(),
    total_debits: Type.Number(),
  }),
  reconciliation: Fields({
    status: Type.String(),
    difference: Amount,
    checks: Type.Array(
      Fields({
        id: Type.String(),
        passed: Type.Boolean(),
        expected: Type.Unknown(),
        actual: Type.Unknown(),
        rows: Type.Array(Type.Unknown()),
      }),
    ),
    repair_candidates: Type.Array(FreeForm),
  }),
  transactions_count: Count,
  pages: Nullable(Fields({ start: Nullable(Count), end: Nullable(Count) })),
  is_included: Type.Boolean(),
  /** Why a person has to look before it counts; empty when nothing remains. */
  review_causes: Type.Array(
    Fields({
      code: Type.String(),
      where: Line,
      message: Type.String(),
      /** Fields of PATCH …/pdfs/:pid/statements that settle it; none: approval alone does. */
      corrections: Type.Array(Type.String()),
    }),
  ),
  /** Equal for documents of one layout; null where nothing distinguishes it. */
  layout_fingerprint: Line,
  /** Values of this reading that follow corrections of an earlier document of its layout. */
  taught: Type.Array(
    Fields({
      field: Type.String(),
      value: Type.Unknown(),
      read_value: Type.Unknown(),
      taught_layout_id: Uuid,
    }),
  ),
  /** Figures that a person set and the page has otherwise. */
  contradictions: Type.Array(
    Fields({
      /** Of a row. */
      transaction_id: Nullable(Uuid),
      field: StringEnum(['amount', 'opening_balance', 'closing_balance']),
      printed: Amount,
      set: Amount,
      by: Line,
      at: Nullable(Instant),
    }),
  ),
  /** Corrections by people. */
  overrides: Type.Array(
    Fields({
      field: Type.String(),
      value: Type.Unknown(),
      read_value: Type.Unknown(),
      by: Type.String(),
      at: Instant,
    }),
  ),
})

/** Omit for all details; otherwise only the named ones of `raw` and `bbox`. */
export const FieldDetails = Type.Optional(Type.Array(StringEnum(['bbox', 'raw']), { maxItems: 2 }))

/** One value of a form or report; what is not printed is null. Money is major units. */
const ReadFieldShape = Fields({
  value: Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]),
  raw: Line,
  confidence: Nullable(Type.Number({ minimum: 0, maximum: 1 })),
  page: Nullable(Count),
  bbox: Nullable(Type.Array(Type.Number())),
  validation: StringEnum(['passed', 'failed', 'not_applicable']),
  validation_message: Line,
})

/** What was read from one document (resources §4.8). */
export const ParsedSubmission = Fields({
  document_id: Uuid,
  document_class: Line,
  document_subtype: Line,
  parser: Type.String(),
  parser_version: Type.String(),
  /** Name and version of what read pages from their image; null where none was. */
  ocr_engine: Line,
  parsed_at: Nullable(Instant),
  status: StringEnum(['parsed', 'partially_parsed', 'failed']),
  fields: Type.Record(Type.String(), ReadFieldShape),
  tables: Type.Array(Fields({ name: Type.String(), rows: Type.Array(FreeForm) })),
  /** Null for accounts in several currencies. */
  totals: Fields({
    currency: Line,
    extracted: Nullable(Fields({ credits: Amount, debits: Amount })),
    computed: Nullable(Fields({ credits: Amount, debits: Amount })),
    is_reconciled: Type.Boolean(),
  }),
  statements: Type.Array(ParsedStatement),
  quality_status: StringEnum(['fully_matched', 'review_required']),
  review_reasons: Type.Array(Type.String()),
  patches: Type.Array(
    Fields({
      field: Type.String(),
      from: Type.Unknown(),
      to: Type.Unknown(),
      reason: Line,
      by: Line,
      at: Instant,
    }),
  ),
})

export const ParsedSubmissionQuery = ListQuery({
  document_class: Type.Optional(Text),
  document_id: Type.Optional(Uuid),
  include: FieldDetails,
})
export const ParsedSubmissionList = List(ParsedSubmission)
