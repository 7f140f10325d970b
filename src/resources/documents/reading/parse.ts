import { Type } from 'typebox'
import type { Reading } from '../../../core/statements/statement.ts'
import type { Context } from '../../../platform/context.ts'
import { json } from '../../../platform/db/sql.ts'
import { faultPoint } from '../../../platform/faults.ts'
import { enqueue, job, type JobContext } from '../../../platform/jobs/job.ts'
import { countUsage } from '../../../platform/usage.ts'
import { bumpData, onDocumentSettled } from '../../submissions/pipeline.ts'
import { emitDocumentEvent } from '../events.ts'
import { failDocument, failureCode } from '../fail.ts'
import { markDuplicates } from './overlap.ts'
import { READING_CHOICE, readInSandbox, type ReadingChoice } from './read.ts'
import { replaceRows } from './replace-rows.ts'
import { findDocument, findLocked, updateDocument, type DocumentRow } from '../store.ts'
import { summarizeReading } from './summarize.ts'

/** Times a reader may die on a document before the document is given up. */
const CRASHES_MAX = 2

/** Reads the statements of a document in the sandbox and replaces what was read from it before. */
export async function parseDocument(
  job: JobContext,
  { documentId, ...choice }: { documentId: string } & ReadingChoice,
): Promise<void> {
  const document = await job.transaction((ctx) => begin(ctx, documentId))
  if (!document) return
  const outcome = await readInSandbox(job, document, { task: 'read', ...choice })
  await faultPoint('parse.read')
  await job.commit(async (ctx) => {
    const current = await findLocked(ctx, document)
    if (current?.status !== 'parsing') return
    if (outcome.ok) await keepReading(ctx, current, outcome.value as Reading)
    else if (outcome.code === 'document_crashed' && current.crashes < CRASHES_MAX - 1)
      await tryAgain(ctx, current, choice)
    else await failDocument(ctx, current, failureCode(outcome.code))
    await faultPoint('parse.written')
  })
}

export const parseDocumentJob = job(
  'parse-document',
  Type.Object({ documentId: Type.String(), ...READING_CHOICE }),
  parseDocument,
  {
    attempts: 3,
    exhausted: async (ctx, { documentId }) => {
      const document = await findDocument(ctx, documentId, true)
      if (document) await failDocument(ctx, document, 'document_crashed')
    },
  },
)

async function begin(ctx: Context, documentId: string): Promise<DocumentRow | null> {
  const document = await findDocument(ctx, documentId, true)
  if (document?.status !== 'queued' && document?.status !== 'parsing') return null
  await updateDocument(ctx, documentId, { status: 'parsing', progress: 0.4 })
  return document
}

/** A crash may have been the machine's: the document gets one more reader. */
async function tryAgain(ctx: Context, document: DocumentRow, choice: ReadingChoice): Promise<void> {
  await updateDocument(ctx, document.id, { status: 'queued', crashes: document.crashes + 1 })
  await enqueue(ctx, parseDocumentJob, { documentId: document.id, ...choice })
}

async function keepReading(ctx: Context, document: DocumentRow, reading: Reading): Promise<void> {
  if (reading.failure) return keepFailure(ctx, document, reading)
  const counts = await replaceRows(ctx, document, reading.statements)
  await markDuplicates(ctx, document.submissionId)
  await updateDocument(ctx, document.id, {
    ...summarizeReading(reading),
    ...counts,
    progress: 1,
    crashes: 0,
    error_code: null,
    error_message: null,
    parsed_at: new Date(ctx.house.now()).toISOString(),
    ...(document.documentClass === 'other' ? asStatement(document) : {}),
  })
  await bumpData(ctx, document.submissionId)
  await countUsage(ctx, 'documents_processed', 1)
  await countUsage(ctx, 'pages_processed', reading.facts.pageCount ?? 0)
  await emitDocumentEvent(ctx, 'document.parsed', document.id)
  await onDocumentSettled(ctx, document.submissionId)
}

/** A document nobody recognized turned out to hold a statement; the rows are the proof. */
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
  await onDocumentSettled(ctx, document.submissionId)
}
