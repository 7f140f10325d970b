import type { ReadDocument } from '../../parser.ts'
import type { Context } from '../../platform/context.ts'
import { enqueue } from '../../platform/jobs/job.ts'
import { listClassesInForce } from '../document-classes/in-force.ts'
import { onDocumentQueued } from '../pipeline/pipeline.ts'
import { updateDocument, type DocumentRow } from '../records/documents/store.ts'
import { MAGIC_DELAY_SECONDS, magicOfFile } from '../records/sandbox/magic.ts'
import { nameByRule } from './changes/rename-by-rule.ts'
import { keepRead, parseDocumentJob } from './reading/parse.ts'
import type { ReadingChoice } from './reading/read.ts'
import { settleDocument } from './settle.ts'

interface Passing {
  /** Whether it is read as a statement though its class is not known. */
  isTentative: boolean
  choice?: ReadingChoice
  /** What was read from it together with its class. */
  read?: (ReadDocument & { isFirst: boolean }) | null
}

/**
 * Keeps what was read from a document, or queues it for reading when its class holds transactions
 * or fields. An unrecognized
 * document is tentatively read as a statement: with transaction rows it is one, whatever its
 * wording.
 */
export async function passOn(
  ctx: Context,
  document: DocumentRow,
  { isTentative, choice, read = null }: Passing,
): Promise<void> {
  const { id: documentId } = document
  if (read !== null) return keepRead(ctx, document, read)
  const classes = await listClassesInForce(ctx)
  const parser = classes.find(({ name }) => name === document.documentClass)?.parser ?? 'none'
  if (parser !== 'none' || isTentative) {
    await updateDocument(ctx, documentId, { status: 'queued', progress: 0.3 })
    const given = { documentId, ...choice }
    const isSlow = magicOfFile(ctx.environment.mode, document.filename) === 'delay'
    const delay = isSlow ? { delaySeconds: MAGIC_DELAY_SECONDS } : {}
    await enqueue(ctx, parseDocumentJob, given, { uniqueKey: documentId, ...delay })
    return onDocumentQueued(ctx, document.submissionId)
  }
  await updateDocument(ctx, documentId, { status: 'unsupported', progress: 1 })
  await nameByRule(ctx, document)
  await settleDocument(ctx, document.submissionId)
}
