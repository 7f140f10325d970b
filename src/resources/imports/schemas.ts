import { Type } from 'typebox'
import { PROVIDERS } from '../../core/providers/index.ts'
import type { Body } from '../../platform/route.ts'
import { KnownId } from '../../platform/wire/ids/known-id.ts'
import {
  Count,
  Fields,
  FreeForm,
  Instant,
  Nullable,
  One,
  PlainDate,
  StringEnum,
  Text,
  Uuid,
} from '../../platform/wire/shapes.ts'

export const IMPORT_STATUSES = ['queued', 'running', 'succeeded', 'partial', 'failed'] as const
export type ImportStatus = (typeof IMPORT_STATUSES)[number]

/** File standards that an import reads as an upload would. */
export const FILE_FORMATS = ['ofx', 'qfx', 'bai2', 'camt053', 'mt940', 'csv'] as const
export const IMPORT_PROVIDERS = [...PROVIDERS.map(({ name }) => name), ...FILE_FORMATS]

const Line = Nullable(Type.String())
const SIGNS = ['auto', 'as_is', 'invert'] as const

export const ImportOptions = Fields({
  /** Rows of the same accounts that the payload lacks are deleted. */
  replace_existing: Type.Optional(Type.Boolean()),
  /** A transaction that stands twice in the payload is taken once. */
  dedupe: Type.Optional(Type.Boolean()),
  include_pending: Type.Optional(Type.Boolean()),
  sign: Type.Optional(StringEnum(SIGNS)),
  enrich: Type.Optional(Type.Boolean()),
  dry_run: Type.Optional(Type.Boolean()),
  /** Of instants that have no place, as `America/New_York`. */
  timezone: Type.Optional(Type.String({ maxLength: 64, pattern: '^[A-Za-z_+\\-/0-9]+$' })),
  external_id_prefix: Type.Optional(Type.String({ maxLength: 64 })),
})
export type ImportOptions = Body<typeof ImportOptions>

/** The payload itself, or the payload with options. */
export const ProviderPayload = Fields({
  payload: Type.Optional(Type.Unsafe<unknown>({ type: ['object', 'array', 'string'] })),
  options: Type.Optional(ImportOptions),
})

export const ImportBody = Fields({
  submission_id: KnownId('submission'),
  provider: StringEnum(IMPORT_PROVIDERS),
  format: Type.Optional(Text),
  payload: Type.Optional(Type.Unsafe<unknown>({ type: ['object', 'array', 'string'] })),
  options: Type.Optional(ImportOptions),
})

const Fault = Fields({ pointer: Type.String(), code: Type.String(), message: Type.String() })

const ImportedRow = Fields({
  external_id: Type.String(),
  account: Type.String(),
  date: PlainDate,
  amount: Type.Number(),
  currency: Type.String(),
  description: Type.String(),
  is_pending: Type.Boolean(),
})

export const Import = Fields({
  /** Null for a dry run, of which nothing is kept. */
  id: Nullable(Uuid),
  submission_id: Uuid,
  provider: Type.String(),
  format: Type.String(),
  status: StringEnum(IMPORT_STATUSES),
  dry_run: Type.Boolean(),
  data_source_id: Nullable(Uuid),
  accounts_created: Count,
  accounts_matched: Count,
  transactions_received: Count,
  transactions_created: Count,
  transactions_updated: Count,
  transactions_removed: Count,
  transactions_skipped: Count,
  /** Ids of transactions that the payload lists twice. */
  duplicates: Type.Array(Type.String()),
  statements_created: Count,
  /** How each period that the provider states agrees with its rows. */
  reconciliation: Type.Array(
    Fields({
      account_id: Uuid,
      start_date: Nullable(PlainDate),
      end_date: Nullable(PlainDate),
      status: Type.String(),
      difference: Nullable(Type.Number()),
      failed_checks: Type.Array(Type.String()),
    }),
  ),
  signals_created: Count,
  date_range: Nullable(Fields({ start_date: PlainDate, end_date: PlainDate })),
  warnings: Type.Array(Fault),
  errors: Type.Array(Fault),
  /** The first rows, of a dry run. */
  rows: Type.Array(ImportedRow),
  raw_document_id: Nullable(Uuid),
  options: FreeForm,
  error: Nullable(Fields({ code: Line, message: Line })),
  created_at: Instant,
  finished_at: Nullable(Instant),
})
export type Import = Body<typeof Import>
export const OneImport = One(Import)
