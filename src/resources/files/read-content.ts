import type { DocumentClass } from '../../core/statements/document-class.ts'
import type { AssessedReading } from '../../core/statements/read-statement.ts'
import type { ClassifiedDocument, ExtractedDocument, SplitDocument } from '../../parser.ts'
import type { OutsideContext } from '../../platform/context.ts'
import type { SandboxOutcome } from '../../platform/sandbox/outcome.ts'
import {
  findForReader,
  listClassesForReader,
  type ReaderClasses,
} from '../document-classes/in-force.ts'
import { failureCode } from '../documents/fail.ts'
import { readDefaultCurrency } from '../documents/reading/parse.ts'
import { readInSandbox, type ReadableFile } from '../documents/reading/read.ts'
import { PAGED_TYPES } from '../documents/split/segment-job.ts'
import { MAGIC_FAILURE, magicOfFile } from '../records/sandbox/magic.ts'
import { UNREAD, type Content, type Operation } from './content.ts'
import type { ProcessedFile } from './store.ts'

/** What is read of a file, wherever its bytes stand. */
export interface Source extends Pick<
  ProcessedFile,
  'id' | 'filename' | 'contentType' | 'operations' | 'wantedClass'
> {
  storageKey: string
  wrappedKey: string
}

type Reader = OutsideContext & { signal?: AbortSignal }

/** A file whose class is known, before it is read on. */
export interface Begun {
  source: Source
  classes: ReaderClasses
  currency: string | undefined
  format: string | null
  content: Content
}

/** Finds the class of a file and counts its pages, in the sandbox. */
export async function beginReading(ctx: Reader, source: Source): Promise<Begun> {
  const { classes, currency } = await ctx.transaction(async (own) => ({
    classes: await listClassesForReader(own),
    currency: await readDefaultCurrency(own),
  }))
  const begun = { source, classes, currency, format: null, content: UNREAD }
  const isFailing = magicOfFile(ctx.environment.mode, source.filename) === 'fail'
  if (isFailing) return { ...begun, content: { ...UNREAD, failure: MAGIC_FAILURE } }
  const outcome = await readInSandbox(ctx, toReadable(source), { task: 'classify', classes })
  const { value, failure } = settle<ClassifiedDocument>(outcome)
  if (value === null) return { ...begun, content: { ...UNREAD, failure } }
  const { format, pageCount, classification } = value
  const { documentClass, documentSubtype, confidence, candidates, cues } = classification
  const isGiven = source.wantedClass !== null
  const content = {
    ...UNREAD,
    pageCount,
    documentClass: source.wantedClass ?? documentClass,
    documentSubtype: isGiven ? null : documentSubtype,
    classification: wants(source, 'classify') ? { confidence, candidates, cues } : null,
    failure,
  }
  return { ...begun, format, content }
}

/** Reads on what the operations request and the class has. */
export async function readOn(ctx: Reader, begun: Begun): Promise<Content> {
  const { source, content, format } = begun
  if (content.failure !== null) return content
  const parts = wants(source, 'split_suggestions') ? await findParts(ctx, begun) : null
  const known = { ...content, parts }
  const found = findForReader(begun.classes, content.documentClass)
  const isTentative =
    content.documentClass === 'other' && source.wantedClass === null && format !== null
  if (found?.parser === 'bank_statement' || isTentative)
    return wants(source, 'parse', 'tamper') ? readRows(ctx, begun, known) : known
  const hasFields = found !== undefined && found.parser !== 'none'
  return hasFields && wants(source, 'extract') ? readFields(ctx, begun, { known, found }) : known
}

/** An unrecognized document with rows is a statement; one without is simply none. */
async function readRows(ctx: Reader, begun: Begun, known: Content): Promise<Content> {
  const { source, currency } = begun
  const readable = { ...toReadable(source), documentClass: known.documentClass }
  const outcome = await readInSandbox(ctx, readable, { task: 'read', currency })
  const { value, failure } = settle<AssessedReading>(outcome)
  const isOther = known.documentClass === 'other'
  if (isOther && failure === 'no_transactions') return known
  if (value === null || failure !== null) return { ...known, failure }
  return {
    ...known,
    documentClass: isOther ? 'bank_statement' : known.documentClass,
    pageCount: value.facts.pageCount ?? known.pageCount,
    statements: wants(source, 'parse') ? value.statements : null,
    signals: wants(source, 'tamper') ? value.signals : null,
  }
}

async function readFields(
  ctx: Reader,
  { source }: Begun,
  { known, found }: { known: Content; found: DocumentClass },
): Promise<Content> {
  const request = { documentClass: found, subtype: known.documentSubtype }
  const outcome = await readInSandbox(ctx, toReadable(source), { task: 'extract', ...request })
  const { value, failure } = settle<ExtractedDocument>(outcome)
  if (!value?.reading) return { ...known, failure }
  return { ...known, fields: { parser: found.parser, reading: value.reading } }
}

/** None where the file has no pages, or cannot be looked through. */
async function findParts(ctx: Reader, { source, classes }: Begun): Promise<Content['parts']> {
  if (!PAGED_TYPES.includes(source.contentType)) return []
  const outcome = await readInSandbox(ctx, toReadable(source), { task: 'split', classes })
  return settle<SplitDocument>(outcome).value?.parts ?? []
}

function settle<Value extends { failure: { code: string } | null }>(
  outcome: SandboxOutcome,
): { value: Value | null; failure: Content['failure'] } {
  if (!outcome.ok) return { value: null, failure: failureCode(outcome.code) }
  const value = outcome.value as Value
  return { value, failure: value.failure && failureCode(value.failure.code) }
}

function wants({ operations }: Source, ...any: Operation[]): boolean {
  return any.some((operation) => operations.includes(operation))
}

function toReadable({ id, filename, storageKey, wrappedKey, wantedClass }: Source): ReadableFile {
  const unknown = { passwordSealed: null, statementYear: null, pageStart: null, pageEnd: null }
  return { id, filename, storageKey, wrappedKey, documentClass: wantedClass, ...unknown }
}
