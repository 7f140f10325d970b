import { Type } from 'typebox'
import type { AssessedReading } from '../../../core/statements/read-statement.ts'
import type { Reading } from '../../../core/statements/statement.ts'
import type { Context } from '../../../platform/context.ts'
import { json } from '../../../platform/db/sql.ts'
import { faultPoint } from '../../../platform/faults.ts'
import { enqueue, job, type JobContext } from '../../../platform/jobs/job.ts'
import { countUsages } from '../../../platform/usage.ts'
import { nameByRule } from '../changes/rename-by-rule.ts'
import type { ExtractedDocument, ReadDocument } from '../../../parser.ts'
import { findFieldClass, keepFields } from '../fields/keep.ts'
import { MAGIC_FAILURE, magicOfFile } from '../../records/sandbox/magic.ts'
import { bumpData } from '../../pipeline/pipeline.ts'
import { readSetting } from '../../settings/read.ts'
import { emitDocument } from '../events.ts'
import { DOCUMENT_JOB, failDocument, failureCode } from '../fail.ts'
import { settleDocument } from '../settle.ts'
import { keepSignals } from '../signals/assess.ts'
import { StringEnum } from '../../../platform/wire/shapes.ts'
import { countUses, listLessons } from '../../taught-layouts/lessons.ts'
import { READING_PARSERS } from '../../document-classes/schemas.ts'
import type { ReadingParser } from '../schemas.ts'
import { READING_CHOICE, readInSandbox, type ReadingChoice } from './read.ts'
import { NOTHING_BEFORE, putIn, takeOut } from './replace-rows.ts'
import {
  findLocked,
  getDocument,
  takeUpDocument,
  updateDocument,
  type DocumentRow,
} from '../../records/documents/store.ts'
import { openProblems, summarizeReading, summarizeStatements } from './summarize.ts'

interface ParsePayload extends ReadingChoice {
  documentId: string
  /** Overrides the parser of its class. */
  parser?: ReadingParser | undefined
}

/** Reader crashes before the document is marked failed. */
const CRASHES_MAX = 2

/**
 * Reads a document in the sandbox and replaces what was read from it before: its statements, or the
 * fields of its class.
 */
export async function parseDocument(
  job: JobContext,
  { documentId, parser, ...choice }: ParsePayload,
): Promise<void> {
  const document = await job.transaction((ctx) => begin(ctx, documentId))
  if (!document) return
  if (magicOfFile(job.environment.mode, document.filename) === 'fail')
    return job.commit((ctx) => failDocument(ctx, document, MAGIC_FAILURE))
  const fieldClass = await job.transaction((ctx) => findFieldClass(ctx, document, parser))
  const taught = await job.transaction((ctx) => listLessons(ctx, document))
  const request = fieldClass
    ? { task: 'extract' as const, documentClass: fieldClass, subtype: document.documentSubtype }
    : { task: 'read' as const, taught }
  const currency = await job.transaction(readDefaultCurrency)
  const outcome = await readInSandbox(job, document, { ...request, ...choice, currency })
  await faultPoint('parse.read')
  await job.commit(async (ctx) => {
    const current = await findLocked(ctx, document)
    if (current?.status !== 'parsing') return
    // A person changed its class meanwhile: read it again with that class.
    if (current.documentClass !== document.documentClass) return readAgain(ctx, current)
    if (outcome.ok && fieldClass)
      await keepFields(ctx, current, {
        ...(outcome.value as ExtractedDocument),
        parser: fieldClass.parser,
      })
    else if (outcome.ok) await keepReading(ctx, current, outcome.value as AssessedReading)
    else if (outcome.code === 'document_crashed' && current.crashes < CRASHES_MAX - 1)
      await tryAgain(ctx, current, { parser, ...choice })
    else await failDocument(ctx, current, failureCode(outcome.code))
    await faultPoint('parse.written')
  })
}

export const parseDocumentJob = job(
  'parse-document',
  Type.Object({
    documentId: Type.String(),
    parser: Type.Optional(StringEnum(READING_PARSERS)),
    ...READING_CHOICE,
  }),
  parseDocument,
  DOCUMENT_JOB,
)

async function begin(ctx: Context, documentId: string): Promise<DocumentRow | null> {
  return takeUpDocument(ctx, documentId, { from: 'queued', status: 'parsing', progress: 0.4 })
}

export async function readDefaultCurrency(ctx: Context): Promise<string | undefined> {
  return (await readSetting<string | null>(ctx, 'default_currency')) ?? undefined
}

async function readAgain(ctx: Context, { id }: DocumentRow): Promise<void> {
  await updateDocument(ctx, id, { status: 'queued' })
  await enqueue(ctx, parseDocumentJob, { documentId: id })
}

/** A crash may have been the machine's, so the document gets one more attempt. */
async function tryAgain(
  ctx: Context,
  document: DocumentRow,
  choice: Omit<ParsePayload, 'documentId'>,
): Promise<void> {
  await updateDocument(ctx, document.id, { status: 'queued', crashes: document.crashes + 1 })
  await enqueue(ctx, parseDocumentJob, { documentId: document.id, ...choice })
}

/** Stores what was read together with the class of the document. */
export async function keepRead(
  ctx: Context,
  document: DocumentRow,
  read: ReadDocument & { isFirst: boolean },
): Promise<void> {
  if (read.of === 'fields')
    await keepFields(ctx, document, { ...read.extracted, parser: read.parser })
  else await keepReading(ctx, document, { ...read.reading, isFirst: read.isFirst })
  await faultPoint('parse.written')
}

async function keepReading(
  ctx: Context,
  document: DocumentRow,
  reading: AssessedReading & { isFirst?: boolean },
): Promise<void> {
  if (reading.failure) return keepFailure(ctx, document, reading)
  const { isFirst = false } = reading
  const before = isFirst ? NOTHING_BEFORE : await takeOut(ctx, document.id)
  const { kept, ...counts } = await putIn(ctx, document, { readings: reading.statements, before })
  const problems = openProblems(reading.problems, kept)
  const isCorrected = kept.some(({ corrected }) => corrected.size > 0)
  await updateDocument(ctx, document.id, {
    ...summarizeReading({ ...reading, problems }),
    ...summarizeStatements({ review: document.review, problems }, kept),
    problems_as_read: isCorrected ? json(reading.problems) : null,
    ...counts,
    progress: 1,
    crashes: 0,
    error_code: null,
    error_message: null,
    parsed_at: new Date(ctx.house.now()).toISOString(),
    ...(document.documentClass === 'other' ? asStatement(document) : {}),
  })
  await countUses(ctx, kept)
  await keepSignals(ctx, document, { signals: reading.signals, isFirst })
  const after = await getDocument(ctx, document.id)
  await nameByRule(ctx, after)
  await bumpData(ctx, document.submissionId)
  const pages = reading.facts.pageCount ?? 0
  await countUsages(ctx, { documents_processed: 1, pages_processed: pages })
  await emitDocument(ctx, 'document.parsed', after)
  await settleDocument(ctx, document.submissionId)
}

/** An unrecognized document with transaction rows is a statement. */
function asStatement(document: DocumentRow): Record<string, unknown> {
  const name = 'bank_statement'
  return {
    document_class: name,
    classification: json({ ...document.classification, class: name, cues: ['transaction table'] }),
  }
}

/** An unrecognized document with text but without transactions is simply not a statement. */
async function keepFailure(
  ctx: Context,
  document: DocumentRow,
  { failure, facts }: Reading,
): Promise<void> {
  const known = { page_count: facts.pageCount, facts: json(facts) }
  if (document.documentClass !== 'other' || failure!.code !== 'no_transactions') {
    await updateDocument(ctx, document.id, known)
    return failDocument(ctx, document, failureCode(failure!.code))
  }
  await updateDocument(ctx, document.id, { ...known, status: 'unsupported', progress: 1 })
  await settleDocument(ctx, document.submissionId)
}
