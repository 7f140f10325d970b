import { Type } from 'typebox'
import { faultPoint } from '../../platform/faults.ts'
import type { Context } from '../../platform/context.ts'
import { enqueue, job, type JobContext } from '../../platform/jobs/job.ts'
import type { ClassifiedDocument } from '../../parser.ts'
import { listClassesInForce } from '../document-classes/in-force.ts'
import { nameByRule } from './changes/rename-by-rule.ts'
import { MAGIC_DELAY_SECONDS, magicOfFile } from '../records/sandbox/magic.ts'
import { onDocumentQueued } from '../pipeline/pipeline.ts'
import { emitDocumentEvent } from './events.ts'
import { DOCUMENT_JOB, failDocument, failureCode } from './fail.ts'
import { isContainer, UNPACK_DOCUMENT } from './intake/unpack-job.ts'
import { parseDocumentJob } from './reading/parse.ts'
import { READING_CHOICE, readInSandbox, type ReadingChoice } from './reading/read.ts'
import { settleDocument } from './settle.ts'
import { mayHoldSeveral, SEGMENT_DOCUMENT } from './split/segment-job.ts'
import {
  findDocument,
  findLocked,
  getDocument,
  updateClassification,
  updateDocument,
  type DocumentRow,
  type StoredClassification,
} from '../records/documents/store.ts'

/** Finds the class of a document from its content, in the sandbox, and passes it on to be read. */
export async function classifyDocument(
  job: JobContext,
  { documentId, ...choice }: { documentId: string } & ReadingChoice,
): Promise<void> {
  const document = await job.transaction((ctx) => begin(ctx, documentId))
  if (!document) return
  if (isContainer(document.contentType)) {
    const payload = { documentId, documentClass: null }
    return job.commit((ctx) => enqueue(ctx, UNPACK_DOCUMENT, payload, { uniqueKey: documentId }))
  }
  const classes = await job.transaction((ctx) => listClassesInForce(ctx))
  const outcome = await readInSandbox(job, document, { task: 'classify', classes, ...choice })
  await faultPoint('classify.read')
  await job.commit(async (ctx) => {
    const current = await findLocked(ctx, document)
    if (current?.status !== 'classifying') return
    if (!outcome.ok) return failDocument(ctx, current, failureCode(outcome.code))
    const found = outcome.value as ClassifiedDocument
    if (found.failure) return failDocument(ctx, current, failureCode(found.failure.code))
    await keep(ctx, current, { found: withMagic(job, document, found), choice })
  })
}

export const classifyDocumentJob = job(
  'classify-document',
  Type.Object({ documentId: Type.String(), ...READING_CHOICE }),
  classifyDocument,
  DOCUMENT_JOB,
)

/** In test mode, a file name can force the class to be unknown. */
function withMagic(
  { environment }: JobContext,
  { filename }: DocumentRow,
  found: ClassifiedDocument,
): ClassifiedDocument {
  if (magicOfFile(environment.mode, filename) !== 'unknown') return found
  const unknown = { documentClass: 'other', documentSubtype: null, confidence: 0 }
  return { ...found, format: null, classification: { ...unknown, candidates: [], cues: [] } }
}

/** Null when the document is deleted or another run has already classified it. */
async function begin(ctx: Context, documentId: string): Promise<DocumentRow | null> {
  const document = await findDocument(ctx, documentId, true)
  if (document?.status !== 'uploaded' && document?.status !== 'classifying') return null
  await updateDocument(ctx, documentId, { status: 'classifying', progress: 0.1 })
  return document
}

async function keep(
  ctx: Context,
  document: DocumentRow,
  { found, choice }: { found: ClassifiedDocument; choice: ReadingChoice },
): Promise<void> {
  const { classification, format, pageCount } = found
  // A class set by a person stands; the rules' result is kept as a candidate.
  const isUserSet = document.documentClass !== null
  const stored: StoredClassification = {
    class: document.documentClass ?? classification.documentClass,
    confidence: isUserSet ? 1 : classification.confidence,
    method: isUserSet ? 'user' : 'rules',
    candidates: classification.candidates.map(({ documentClass, score }) => ({
      class: documentClass,
      score,
    })),
    cues: classification.cues,
    classifiedAt: new Date(ctx.house.now()).toISOString(),
    isUserSet,
  }
  const documentSubtype = isUserSet ? document.documentSubtype : classification.documentSubtype
  await updateClassification(ctx, document.id, {
    status: 'classified',
    documentSubtype,
    classification: stored,
  })
  await updateDocument(ctx, document.id, { page_count: pageCount })
  await emitDocumentEvent(ctx, 'document.classified', document.id)
  const isTentative = !isUserSet && stored.class === 'other' && format !== null
  const isWhole = document.pageStart === null && choice.pages === undefined
  if (!isWhole || !mayHoldSeveral(document.contentType, pageCount))
    return passOn(ctx, document.id, { isTentative, choice })
  const payload = { documentId: document.id, isTentative, ...choice }
  await enqueue(ctx, SEGMENT_DOCUMENT, payload, { uniqueKey: document.id })
}

/**
 * Queues the document for reading when its class holds transactions or fields. An unrecognized
 * document is tentatively read as a statement: with transaction rows it is one, whatever its
 * wording.
 */
export async function passOn(
  ctx: Context,
  documentId: string,
  options: { isTentative: boolean; choice?: ReadingChoice },
): Promise<void> {
  const document = await getDocument(ctx, documentId)
  const classes = await listClassesInForce(ctx)
  const parser = classes.find(({ name }) => name === document.documentClass)?.parser ?? 'none'
  if (parser !== 'none' || options.isTentative) {
    await updateDocument(ctx, documentId, { status: 'queued', progress: 0.3 })
    const given = { documentId, ...options.choice }
    const isSlow = magicOfFile(ctx.environment.mode, document.filename) === 'delay'
    const delay = isSlow ? { delaySeconds: MAGIC_DELAY_SECONDS } : {}
    await enqueue(ctx, parseDocumentJob, given, { uniqueKey: documentId, ...delay })
    return onDocumentQueued(ctx, document.submissionId)
  }
  await updateDocument(ctx, documentId, { status: 'unsupported', progress: 1 })
  await nameByRule(ctx, documentId)
  await settleDocument(ctx, document.submissionId)
}
