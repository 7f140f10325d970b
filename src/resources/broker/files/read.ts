import { Type } from 'typebox'
import type { Context } from '../../../platform/context.ts'
import { ERRORS } from '../../../platform/errors/catalogue.ts'
import { job, TryLater, type JobContext } from '../../../platform/jobs/job.ts'
import { listClassesForReader } from '../../document-classes/in-force.ts'
import { failureCode } from '../../documents/fail.ts'
import { readDefaultCurrency } from '../../documents/reading/parse.ts'
import { MAGIC_FAILURE, magicOfFile } from '../../records/sandbox/magic.ts'
import { listLessons } from '../../taught-layouts/lessons.ts'
import { toFindings } from './findings.ts'
import {
  readDocuments,
  type KnownToReader,
  type ReadFile,
  type StoredSource,
} from './read-documents.ts'
import { findFile, sealFindings, updateFile, type BrokerFileRow } from './store.ts'

/**
 * Reads a file of a deal that is no submission yet: its documents and the days they cover. Rows,
 * categories and numbers come with the submission.
 */
async function readBrokerFile(work: JobContext, { fileId }: { fileId: string }): Promise<void> {
  const begun = await work.transaction((ctx) => begin(ctx, fileId))
  if (!begun) return
  const { source, known } = begun
  const isFailing = magicOfFile(work.environment.mode, source.filename) === 'fail'
  const read: ReadFile = isFailing
    ? { documents: [], pageCount: null, failure: MAGIC_FAILURE }
    : await readDocuments(work, known, source)
  await work.commit(async (ctx) => {
    const file = await findFile(ctx, fileId)
    if (file?.status === 'reading') await keep(ctx, file, read)
  })
}

export const readBrokerFileJob = job(
  'read-broker-file',
  Type.Object({ fileId: Type.String() }),
  readBrokerFile,
  {
    attempts: 3,
    exhausted: async (ctx, { fileId }, error) => {
      const file = await findFile(ctx, fileId)
      const failure = error instanceof TryLater ? 'document_delayed' : 'document_crashed'
      if (file) await keep(ctx, file, { documents: [], pageCount: null, failure })
    },
  },
)

/** Null when it is deleted, read, or the file of a document by now. */
async function begin(
  ctx: Context,
  fileId: string,
): Promise<{ source: StoredSource; known: KnownToReader } | null> {
  const file = await findFile(ctx, fileId)
  if (file === null || (file.status !== 'received' && file.status !== 'reading')) return null
  const { id, filename, contentType, storageKey, wrappedKey } = file
  if (storageKey === null || wrappedKey === null) return null
  await updateFile(ctx, file, { status: 'reading' })
  return {
    source: { id, filename, contentType, storageKey, wrappedKey },
    known: {
      classes: await listClassesForReader(ctx),
      taught: await listLessons(ctx, file),
      currency: await readDefaultCurrency(ctx),
    },
  }
}

async function keep(
  ctx: Context,
  file: BrokerFileRow,
  { documents, pageCount, failure }: ReadFile,
): Promise<void> {
  const isRead = failure === null
  await updateFile(ctx, file, {
    status: isRead ? 'read' : 'failed',
    document_class: documents[0]?.documentClass ?? null,
    page_count: pageCount,
    error_code: isRead ? null : failureCode(failure),
    findings_sealed: isRead ? sealFindings(ctx, file.id, toFindings(ctx, documents)) : null,
  })
}

/** What its broker reads of it. */
export function presentFile(file: BrokerFileRow): object {
  const { id, filename, documentClass, status, pageCount, errorCode, createdAt } = file
  const errorMessage = errorCode === null ? null : ERRORS[failureCode(errorCode)].message
  return { id, filename, documentClass, status, pageCount, errorCode, errorMessage, createdAt }
}
