import { Type } from 'typebox'
import type { OcrChoice, PageSpan, ReadingHints } from '../../../core/statements/statement.ts'
import type { OutsideContext } from '../../../platform/context.ts'
import type { ParserRequest } from '../../../parser.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { TryLater } from '../../../platform/jobs/job.ts'
import type { SandboxOutcome } from '../../../platform/sandbox/outcome.ts'
import { StringEnum } from '../../../platform/wire/shapes.ts'
import { openPassword } from '../password.ts'
import { OCR_CHOICES } from '../schemas.ts'
import type { DocumentRow } from '../../records/documents/store.ts'

/**
 * Shares of `parserTimeoutMs`, which is processor time, so that classification and reading together
 * stay within it.
 */
const TIME_SHARES: Record<ParserRequest['task'], number> = {
  receive: 0.9,
  classify: 0.3,
  segment: 0.3,
  split: 0.3,
  read: 0.6,
  extract: 0.6,
  page: 0.6,
  variant: 0.6,
  import: 0.6,
  unpack: 0.3,
  take: 0.3,
  mail: 0.3,
}

/** Options for one reading; they are part of the job and not stored. */
export interface ReadingChoice {
  ocr?: OcrChoice | undefined
  pages?: PageSpan | undefined
}

/** What a reading takes from the tenant's settings. */
export interface ReadingSettings {
  currency?: string | undefined
}

type SandboxRequest = Omit<ParserRequest, 'hints'> &
  ReadingChoice &
  ReadingSettings &
  Pick<ReadingHints, 'taught'>

export const READING_CHOICE = {
  ocr: Type.Optional(StringEnum(OCR_CHOICES)),
  pages: Type.Optional(Type.Object({ start: Type.Integer(), end: Type.Integer() })),
}

/** What a reader needs to know of a stored file. */
export type ReadableFile = Pick<
  DocumentRow,
  | 'id'
  | 'filename'
  | 'storageKey'
  | 'wrappedKey'
  | 'passwordSealed'
  | 'documentClass'
  | 'statementYear'
  | 'pageStart'
  | 'pageEnd'
>

/** Before a document is tried again that the machine was too busy for. */
const DELAY_SECONDS = 30

/**
 * Reads a stored document in the sandbox; this process never parses its bytes. On a machine that is
 * too busy it throws `TryLater` in a job, `document_delayed` in a request.
 */
export async function readInSandbox(
  ctx: OutsideContext & { signal?: AbortSignal },
  document: ReadableFile,
  { ocr, pages, currency, taught, ...request }: SandboxRequest,
): Promise<SandboxOutcome> {
  const bytes = await ctx.house.store.read(
    ctx.environment.id,
    document.storageKey,
    document.wrappedKey,
  )
  const password = openPassword(ctx, document)
  const { pageStart, pageEnd } = document
  const hints: ReadingHints = {
    filename: document.filename,
    ...(document.documentClass === null ? {} : { documentClass: document.documentClass }),
    ...(document.documentClass === 'credit_card_statement' ? { accountType: 'credit_card' } : {}),
    ...(password === undefined ? {} : { password }),
    ...(document.statementYear === null ? {} : { statementYear: document.statementYear }),
    ...(pageStart === null || pageEnd === null
      ? {}
      : { pages: { start: pageStart, end: pageEnd } }),
    ...(pages === undefined ? {} : { pages }),
    ...(ocr === undefined ? {} : { ocr }),
    ...(taught === undefined ? {} : { taught }),
    ...(currency === undefined ? {} : { currency }),
  }
  return runInSandbox(ctx, { ...request, hints }, bytes)
}

/** The same for bytes that are stored nowhere, such as a report that was just printed. */
export async function runInSandbox(
  ctx: OutsideContext & { signal?: AbortSignal },
  request: ParserRequest,
  bytes: Uint8Array,
): Promise<SandboxOutcome> {
  const { parserTimeoutMs } = ctx.house.config
  const cpuMs = parserTimeoutMs * TIME_SHARES[request.task]
  const time = ctx.signal === undefined ? { cpuMs, wallMs: parserTimeoutMs } : { cpuMs }
  const run = { ...time, signal: ctx.signal }
  const outcome = await ctx.house.sandbox.run(request, bytes, run)
  if (!outcome.ok && outcome.code === 'document_delayed') throw toDelay(ctx, outcome.message)
  return outcome
}

/** A job comes back to the document; who waits for a response may. */
function toDelay({ signal }: { signal?: AbortSignal }, message: string): Error {
  if (signal !== undefined) return new TryLater(`The reader got ${message}`, DELAY_SECONDS)
  const headers = { 'retry-after': String(DELAY_SECONDS) }
  return new ApiError('document_delayed', undefined, { headers })
}
