import type { Static } from 'typebox'
import type { SegmentedDocument } from '../../../parser.ts'
import type { Context } from '../../../platform/context.ts'
import { json } from '../../../platform/db/sql.ts'
import { faultPoint } from '../../../platform/faults.ts'
import { job, type JobContext } from '../../../platform/jobs/job.ts'
import { listClassesInForce } from '../../document-classes/in-force.ts'
import { settleDocument } from '../settle.ts'
import { readSetting } from '../../settings/read.ts'
import { passOn } from '../classify.ts'
import { DOCUMENTS_MAX } from '../intake/insert-file.ts'
import { readInSandbox } from '../reading/read.ts'
import {
  countDocuments,
  findDocument,
  findLocked,
  updateDocument,
  type DocumentRow,
} from '../../records/documents/store.ts'
import { divide } from './divide.ts'
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
  const classes = await work.transaction((ctx) => listClassesInForce(ctx))
  const { ocr } = payload
  const outcome = await readInSandbox(work, document, { task: 'segment', classes, ocr })
  await faultPoint('segment.read')
  const found = outcome.ok ? (outcome.value as SegmentedDocument) : UNSEEN
  await work.commit(async (ctx) => {
    const current = await findLocked(ctx, document)
    if (current?.status !== 'classified') return
    if (found.parts) await keepSegments(ctx, document.id, found.parts)
    if (found.isSure && (await mayDivide(ctx, current, found)))
      await divideAtCuts(ctx, current, found)
    else await goOn(ctx, payload)
  })
}

export const segmentDocumentJob = job(
  SEGMENT_DOCUMENT.kind,
  SEGMENT_DOCUMENT.payload,
  segmentDocument,
  // The class is known, and stays when nobody could look for others.
  { attempts: 3, exhausted: (ctx, payload) => goOn(ctx, payload) },
)

async function keepSegments(
  ctx: Context,
  id: string,
  parts: NonNullable<SegmentedDocument['parts']>,
): Promise<void> {
  const segments = parts.map(({ startPage, endPage, documentClass, confidence }) => {
    return { startPage, endPage, documentClass, confidence }
  })
  await updateDocument(ctx, id, { segments: json(segments) })
}

/** Not where a person said what the file is, nor beyond what a submission may hold. */
async function mayDivide(
  ctx: Context,
  { submissionId, classification }: DocumentRow,
  { parts }: SegmentedDocument,
): Promise<boolean> {
  if (classification?.isUserSet || !(await readSetting<boolean>(ctx, 'auto_split'))) return false
  return (await countDocuments(ctx, submissionId)) + parts!.length <= DOCUMENTS_MAX
}

/** Each part is classified by its own pages. */
async function divideAtCuts(
  ctx: Context,
  { id, submissionId }: DocumentRow,
  { parts }: SegmentedDocument,
): Promise<void> {
  const ranges = parts!.map(({ startPage, endPage }) => {
    return { startPage, endPage, documentClass: null, name: null }
  })
  await divide(ctx, id, { ranges, keepsOriginal: false })
  await settleDocument(ctx, submissionId)
}

async function goOn(ctx: Context, { documentId, isTentative, ...choice }: Payload): Promise<void> {
  const document = await findDocument(ctx, documentId, true)
  if (document?.status === 'classified') await passOn(ctx, documentId, { isTentative, choice })
}
