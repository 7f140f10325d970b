import { Type } from 'typebox'
import type { ImportReading } from '../../core/statements/import.ts'
import type { Context } from '../../platform/context.ts'
import { job, type JobContext } from '../../platform/jobs/job.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { getDocument } from '../records/documents/store.ts'
import { getSubmissionForUpdate } from '../records/submissions/store.ts'
import { finishImport } from './keep/finish.ts'
import { takeReading } from './hand-over.ts'
import { NOTHING_KEPT } from './keep/result.ts'
import { readPayloadIn, sourceName } from './read.ts'
import { getImport, updateFinished, updateRunning } from './store.ts'

/** Keeps a long import; a process that has not read its payload reads it again. */
export async function runImport(
  work: JobContext,
  { importId }: { importId: string },
): Promise<void> {
  const { row, document } = await work.transaction(async (ctx) => {
    const found = await getImport(ctx, importId)
    await updateRunning(ctx, importId)
    return { row: found, document: await getDocument(ctx, found.documentId!) }
  })
  const reading =
    takeReading(work.house, importId) ??
    (await readOrFail(work, importId, () => readPayloadIn(work, document, row)))
  if (reading === null) return
  await work.commit(async (ctx) => {
    await getSubmissionForUpdate(ctx, row.submissionId)
    const records = { submissionId: row.submissionId, provider: sourceName(row.provider) }
    const read = { reading, documentId: document.id, options: row.options }
    await finishImport(ctx, records, { id: importId, ...read })
  })
}

export const runImportJob = job('run-import', Type.Object({ importId: Type.String() }), runImport, {
  exhausted: (ctx, { importId }, error) => fail(ctx, importId, error),
})

/** A payload that the reader gives up on is a failed import; nothing of it is kept. */
async function readOrFail(
  work: JobContext,
  importId: string,
  read: () => Promise<ImportReading>,
): Promise<ImportReading | null> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    await work.commit((ctx) => fail(ctx, importId, error))
    return null
  }
}

async function fail(ctx: Context, importId: string, error: Error): Promise<void> {
  const code = error instanceof ApiError ? error.code : 'internal_error'
  const { message } = error instanceof ApiError ? error : new ApiError('internal_error')
  const result = { ...NOTHING_KEPT, error: { code, message } }
  await updateFinished(ctx, importId, { status: 'failed', result })
}
