import type { Static } from 'typebox'
import type { SegmentedDocument } from '../../../parser.ts'
import type { Context } from '../../../platform/context.ts'
import { faultPoint } from '../../../platform/faults.ts'
import { job, type JobContext } from '../../../platform/jobs/job.ts'
import { listClassesForReader } from '../../document-classes/in-force.ts'
import { passOn } from '../pass-on.ts'
import { readInSandbox } from '../reading/read.ts'
import { findDocument, findLocked, updateDocument } from '../../records/documents/store.ts'
import { divideIfSure, toSegments } from './found.ts'
import { SEGMENT_DOCUMENT } from './segment-job.ts'

type Payload = Static<typeof SEGMENT_DOCUMENT.payload>

const UNSEEN: SegmentedDocument = { parts: null, isSure: false }

/**
 * Finds the documents that a file holds, and divides it where the print leaves no doubt. A file in
 * which they cannot be looked for goes on as what it was classified as.
 */
async function segmentDocument(work: JobContext, payload: Payload): Promise<void> {
  const document = await work.transaction((ctx) => findDocument(ctx, payload.documentId))
  if (document?.status !== 'classified') return
  const classes = await work.transaction((ctx) => listClassesForReader(ctx))
  const { ocr } = payload
  const outcome = await readInSandbox(work, document, { task: 'segment', classes, ocr })
  await faultPoint('segment.read')
  const found = outcome.ok ? (outcome.value as SegmentedDocument) : UNSEEN
  await work.commit(async (ctx) => {
    const current = await findLocked(ctx, document)
    if (current?.status !== 'classified') return
    if (found.parts) await updateDocument(ctx, document.id, toSegments(found))
    if (!(await divideIfSure(ctx, current, found))) await goOn(ctx, payload)
  })
}

export const segmentDocumentJob = job(
  SEGMENT_DOCUMENT.kind,
  SEGMENT_DOCUMENT.payload,
  segmentDocument,
  // The class is known, and stays when nobody could look for others.
  { attempts: 3, exhausted: (ctx, payload) => goOn(ctx, payload) },
)

async function goOn(ctx: Context, { documentId, isTentative, ...choice }: Payload): Promise<void> {
  const document = await findDocument(ctx, documentId, true)
  if (document?.status === 'classified') await passOn(ctx, document, { isTentative, choice })
}
