import { STATED } from '../records/transactions/facts/stated-periods.ts'
import { KnownId } from '../../platform/wire/ids/known-id.ts'
import { Type } from 'typebox'
import { ListQuery } from '../../platform/wire/list-query.ts'
import {
  Count,
  Fields,
  FreeForm,
  Instant,
  InstantInput,
  List,
  Metadata,
  MetadataFilter,
  Nullable,
  One,
  StringEnum,
  PlainDate,
  Text,
  Uuid,
} from '../../platform/wire/shapes.ts'
import type { Body } from '../../platform/route.ts'
import { READING_PARSERS } from '../document-classes/schemas.ts'
import { FieldDetails, ParsedStatement, ParsedSubmission } from './parsed/schemas.ts'
import { SHEETS } from './exports/workbook.ts'
import { DOCUMENT_STATUSES } from '../records/documents/lifecycle.ts'
import { Authenticity, AuthenticityLevel, Signal } from './signals/schemas.ts'

export const SOURCES = [
  'upload',
  'email',
  'broker',
  'crm',
  'provider',
  'split',
  'api',
  'zip',
] as const
export const STATEMENT_STATES = [
  'unverified',
  'reconciled',
  'reconciled_by_totals',
  'unreconciled',
  'unverifiable',
  'empty',
] as const
export const OCR_CHOICES = ['auto', 'always', 'never'] as const
const METHODS = ['rules', 'user', 'api', 'filename', 'provider'] as const
const Line = Nullable(Type.String())
const Amount = Nullable(Type.Number())
export const ClassName = Type.String({ minLength: 1, maxLength: 64 })

const Classification = Fields({
  class: Type.String(),
  confidence: Type.Number(),
  method: StringEnum(METHODS),
  candidates: Type.Array(Fields({ class: Type.String(), score: Type.Number() })),
  cues: Type.Array(Type.String()),
  classified_at: Instant,
  is_user_set: Type.Boolean(),
})

/** One of the documents that a file holds, by its pages; null of a class that is not known. */
const Segment = Fields({
  start_page: Count,
  end_page: Count,
  document_class: Line,
  confidence: Type.Number(),
})

export const Document = Fields({
  id: Uuid,
  submission_id: Uuid,
  external_id: Line,
  filename: Type.String(),
  original_filename: Type.String(),
  display_name: Type.String(),
  content_type: Type.String(),
  size_bytes: Count,
  sha256: Type.String(),
  page_count: Nullable(Count),
  /** The year that was given for print that names none. */
  statement_year: Nullable(Type.Integer()),
  document_class: Line,
  document_subtype: Line,
  classification: Nullable(Classification),
  segments: Nullable(Type.Array(Segment)),
  status: StringEnum(DOCUMENT_STATUSES),
  stage: Nullable(StringEnum(['intake', 'classify', 'parse'])),
  progress: Type.Number(),
  error_code: Line,
  error_message: Line,
  source: StringEnum(SOURCES),
  parent_document_id: Nullable(Uuid),
  child_document_ids: Type.Array(Uuid),
  page_range: Nullable(Fields({ start: Count, end: Count })),
  duplicate_of: Nullable(Uuid),
  is_included: Type.Boolean(),
  statements_count: Count,
  transactions_count: Count,
  period: Nullable(Fields({ start_date: Nullable(PlainDate), end_date: Nullable(PlainDate) })),
  institution_name: Line,
  account_masks: Type.Array(Type.String()),
  reconciliation: Nullable(
    Fields({
      status: StringEnum(STATEMENT_STATES),
      difference: Amount,
      failed_checks: Type.Array(Type.String()),
    }),
  ),
  problems: Type.Array(Fields({ code: Type.String(), where: Line, message: Type.String() })),
  authenticity: Nullable(Authenticity),
  metadata: FreeForm,
  tags: Type.Array(Type.String()),
  parsed_at: Nullable(Instant),
  created_at: Instant,
  updated_at: Instant,
})
export type Document = Body<typeof Document>

const DOCUMENT_FILTERS = {
  document_class: Type.Optional(Type.Array(ClassName, { maxItems: 50 })),
  status: Type.Optional(Type.Array(StringEnum(DOCUMENT_STATUSES), { maxItems: 50 })),
  source: Type.Optional(Type.Array(StringEnum(SOURCES), { maxItems: 50 })),
  reconciliation_status: Type.Optional(StringEnum(STATEMENT_STATES)),
  authenticity_level: Type.Optional(AuthenticityLevel),
  include_children: Type.Optional(Type.Boolean()),
  q: Type.Optional(Text),
  created_after: Type.Optional(InstantInput),
  created_before: Type.Optional(InstantInput),
  updated_after: Type.Optional(InstantInput),
  metadata: Type.Optional(MetadataFilter),
}

export const SubmissionDocumentQuery = ListQuery(DOCUMENT_FILTERS)
export const DocumentQuery = ListQuery({ ...DOCUMENT_FILTERS, submission_id: Type.Optional(Uuid) })
export type DocumentQuery = Body<typeof DocumentQuery>

export const SubmissionParams = Fields({ sid: Uuid })
export const SubmissionDocumentParams = Fields({ id: Uuid, docId: Uuid })

/** The year in which a statement ends. */
const StatementYear = Type.Integer({ minimum: 1950, maximum: 2199 })

export const DocumentUpload = Fields({
  /** Where to download the file, instead of sending it. */
  url: Type.Optional(Type.String({ minLength: 1, maxLength: 2048, errorCode: 'invalid_url' })),
  /** File name for a URL; default: from the server or the URL. */
  filename: Type.Optional(Text),
  document_class: Type.Optional(ClassName),
  password: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
  /** The year in which a statement ends whose print names none; kept for later readings. */
  statement_year: Type.Optional(StatementYear),
  external_id: Type.Optional(Text),
  metadata: Type.Optional(Metadata),
  auto_process: Type.Optional(Type.Boolean()),
  allow_duplicate: Type.Optional(Type.Boolean()),
  /** For an export that prints no period; what a statement prints holds instead. */
  ...STATED,
})
export type DocumentUpload = Body<typeof DocumentUpload>

export const ExpandQuery = Fields({
  expand: Type.Optional(Type.Array(StringEnum(['statements', 'signals']), { maxItems: 3 })),
})
export const ExpandedDocument = Fields({
  ...Document.properties,
  statements: Type.Optional(Type.Array(ParsedStatement)),
  signals: Type.Optional(Type.Array(Signal)),
})

export const DocumentPatch = Fields({
  display_name: Type.Optional(Text),
  metadata: Type.Optional(Metadata),
  tags: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 50 })),
  is_included: Type.Optional(Type.Boolean()),
})
export type DocumentPatch = Body<typeof DocumentPatch>

export const DocumentReparse = Fields({
  /** Reads it as a statement whatever its class. */
  force: Type.Optional(Type.Boolean()),
  /** Overrides the parser of its class; all but `bank_statement` need a class with fields. */
  parser: Type.Optional(StringEnum(READING_PARSERS)),
  password: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
  /** The year in which a statement ends whose print names none; `null` removes the one given. */
  statement_year: Type.Optional(Nullable(StatementYear)),
  /** Pages to OCR in this reading: those without text, all, or none. */
  ocr: Type.Optional(StringEnum(OCR_CHOICES)),
  /** The only pages to read this time: `3` or `1-3`. */
  pages: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,3}(-[1-9]\\d{0,3})?$' })),
})
export type DocumentReparse = Body<typeof DocumentReparse>
export type ReadingParser = (typeof READING_PARSERS)[number]

export const DocumentReclassify = Fields({
  document_class: ClassName,
  document_subtype: Type.Optional(Nullable(ClassName)),
  reparse: Type.Optional(Type.Boolean()),
})
export type DocumentReclassify = Body<typeof DocumentReclassify>

export const DocumentRename = Fields({
  name: Type.Optional(Text),
  template: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
  rule_id: Type.Optional(KnownId('file_rename_rule')),
})
export type DocumentRename = Body<typeof DocumentRename>

export const OneDocument = One(Document)
export const OneExpandedDocument = One(ExpandedDocument)
export const DocumentList = List(Document)
/** The document for one file, a list for several. */
export const UploadedDocuments = Fields({
  data: Type.Union([Document, Type.Array(Document)]),
  has_more: Type.Optional(Type.Boolean()),
  next_cursor: Type.Optional(Nullable(Type.String())),
})

const Page = Type.Integer({ minimum: 1, maximum: 1000 })
const DryRun = Type.Optional(Type.Boolean())

const SplitRange = Fields({
  start_page: Page,
  end_page: Page,
  document_class: Type.Optional(Nullable(ClassName)),
  name: Type.Optional(Nullable(Text)),
})

/** Either `ranges`, or `mode` to detect them. */
export const DocumentSplit = Fields({
  ranges: Type.Optional(Type.Array(SplitRange, { minItems: 1, maxItems: 200 })),
  mode: Type.Optional(StringEnum(['auto'])),
  keep_original: Type.Optional(Type.Boolean()),
  cover_all: Type.Optional(Type.Boolean()),
  dry_run: DryRun,
})
export const SplitQuery = Fields({ dry_run: DryRun })
export const OneSplit = One(
  Fields({
    parent: Document,
    children: Type.Array(Document),
    suggestions: Type.Array(
      Fields({
        start_page: Count,
        end_page: Count,
        document_class: Line,
        name: Line,
        confidence: Amount,
      }),
    ),
  }),
)

export const VARIANTS = ['original', 'searchable', 'annotated'] as const
const Variant = StringEnum(VARIANTS)
const Disposition = StringEnum(['attachment', 'inline'])
export const DownloadQuery = Fields({
  disposition: Type.Optional(Disposition),
  expires_in: Type.Optional(Type.Integer({ minimum: 60, maximum: 3600 })),
  /** `searchable` and `annotated` are PDFs. */
  variant: Type.Optional(Variant),
  redirect: Type.Optional(Type.Boolean()),
})
export const ContentQuery = Fields({
  environment: Uuid,
  expires: Type.Integer({ minimum: 0 }),
  disposition: Disposition,
  variant: Type.Optional(Variant),
  signature: Type.String({ maxLength: 100 }),
})
const FILE_FIELDS = {
  filename: Type.String(),
  content_type: Type.String(),
  size_bytes: Count,
  sha256: Type.String(),
}
export const OneLink = One(
  Fields({
    url: Type.String(),
    expires_at: Instant,
    ...FILE_FIELDS,
    /** Null for a PDF that is made when the link is opened. */
    size_bytes: Nullable(Count),
    sha256: Nullable(Type.String()),
  }),
)
export const OneInlineFile = One(Fields({ ...FILE_FIELDS, content_base64: Type.String() }))

export const WorkbookQuery = Fields({
  sheets: Type.Optional(Type.Array(StringEnum(SHEETS), { minItems: 1, maxItems: 50 })),
})
export const OneParsedResult = One(ParsedSubmission)
export const ParsedResultQuery = Fields({ include: FieldDetails })
/** A path is `fields.<name>`, or `tables.<name>.<row>.<column>` with rows from 0. */
export const ParsedResultsPatch = Fields({
  patches: Type.Array(
    Fields({
      path: Type.String({ minLength: 1, maxLength: 200 }),
      value: Type.Unknown(),
      reason: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
    }),
    { minItems: 1, maxItems: 200 },
  ),
})
