import { Type } from 'typebox'
import { GROUPS, SEVERITIES } from '../../core/statements/authenticity/signal.ts'
import { ACCOUNT_TYPES } from '../../core/values/account.ts'
import type { Body } from '../../platform/route.ts'
import { KnownId } from '../../platform/wire/ids/known-id.ts'
import { ListQuery } from '../../platform/wire/list-query.ts'
import {
  Count,
  Fields,
  FreeForm,
  Instant,
  List,
  Nullable,
  One,
  PlainDate,
  StringEnum,
  Text,
  Uuid,
} from '../../platform/wire/shapes.ts'
import { ParsedSubmission } from '../documents/parsed/schemas.ts'
import { ClassName, Document } from '../documents/schemas.ts'
import { OPERATIONS } from './content.ts'

const Line = Nullable(Type.String())
const Amount = Nullable(Type.Number())
const Place = Nullable(Type.Array(Type.Number()))

const Statement = Fields({
  index: Count,
  institution_name: Line,
  account_holder_names: Type.Array(Type.String()),
  account_number_masked: Line,
  account_last4: Line,
  account_type: StringEnum(ACCOUNT_TYPES),
  currency: Type.String(),
  start_date: Nullable(PlainDate),
  end_date: Nullable(PlainDate),
  opening_balance: Amount,
  closing_balance: Amount,
  total_credits: Amount,
  total_debits: Amount,
  reconciliation: Fields({ status: Type.String(), difference: Amount }),
  transactions_count: Count,
  pages: Nullable(Fields({ start: Count, end: Count })),
})

const Row = Fields({
  statement_index: Count,
  date: PlainDate,
  amount: Type.Number(),
  currency: Type.String(),
  description: Type.String(),
  balance: Amount,
  check_number: Line,
  page: Nullable(Count),
  bbox: Place,
})

const Signal = Fields({
  code: Type.String(),
  group: StringEnum(GROUPS.map(({ name }) => name)),
  severity: StringEnum(SEVERITIES),
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
  points: Count,
  page: Nullable(Count),
  bbox: Place,
  found: Line,
  expected: Line,
  explanation: Type.String(),
})

/** Lists are null where they were not requested, or the class has none. */
const ProcessedFile = Fields({
  id: Nullable(Uuid),
  status: StringEnum(['processing', 'processed', 'failed']),
  filename: Type.String(),
  content_type: Type.String(),
  size_bytes: Count,
  sha256: Type.String(),
  operations: Type.Array(StringEnum(OPERATIONS)),
  page_count: Nullable(Count),
  document_class: Line,
  document_subtype: Line,
  classification: Nullable(
    Fields({
      confidence: Type.Number(),
      candidates: Type.Array(Fields({ class: Type.String(), score: Type.Number() })),
      cues: Type.Array(Type.String()),
    }),
  ),
  parsed: Nullable(
    Fields({
      parser: Type.String(),
      fields: ParsedSubmission.properties.fields,
      tables: Type.Array(Fields({ name: Type.String(), rows: Type.Array(FreeForm) })),
      review_reasons: Type.Array(Type.String()),
    }),
  ),
  statements: Nullable(Type.Array(Statement)),
  transactions: Nullable(Type.Array(Row)),
  signals: Nullable(Type.Array(Signal)),
  split_suggestions: Nullable(
    Type.Array(
      Fields({
        start_page: Count,
        end_page: Count,
        document_class: Line,
        confidence: Type.Number(),
      }),
    ),
  ),
  document_id: Nullable(Uuid),
  submission_id: Nullable(Uuid),
  error: Nullable(Fields({ code: Type.String(), message: Type.String() })),
  created_at: Nullable(Instant),
  expires_at: Nullable(Instant),
})
export const OneProcessedFile = One(ProcessedFile)

export const FileProcess = Fields({
  operations: Type.Optional(Type.Array(StringEnum(OPERATIONS), { minItems: 1, maxItems: 5 })),
  document_class: Type.Optional(ClassName),
  store: Type.Optional(Type.Boolean()),
  /** With `store`: where the document goes; else into a new submission. */
  submission_id: Type.Optional(KnownId('submission')),
})
export type FileProcess = Body<typeof FileProcess>

export const RecentFileList = List(
  Fields({
    document_class: Type.String(),
    document: Document,
    documents: Type.Array(Document),
    count: Count,
    older_ids: Type.Array(Uuid),
  }),
)

export const RecentFileQuery = ListQuery({
  document_class: Type.Optional(Type.Array(Text, { minItems: 1, maxItems: 50 })),
  /** Documents of each class, 1 to 10. */
  per_class: Type.Optional(Type.Integer({ minimum: 1, maximum: 10 })),
})
export type RecentFileQuery = Body<typeof RecentFileQuery>
