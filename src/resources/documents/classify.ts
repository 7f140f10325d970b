import { Type } from 'typebox'
import { faultPoint } from '../../platform/faults.ts'
import type { Context } from '../../platform/context.ts'
import { enqueue, job, type JobContext } from '../../platform/jobs/job.ts'
import type { Lesson } from '../../core/statements/statement.ts'
import type { ClassifiedDocument, ReceivedDocument } from '../../parser.ts'
import { json } from '../../platform/db/sql.ts'
import type { SandboxOutcome } from '../../platform/sandbox/outcome.ts'
import { listClassesForReader, type ReaderClasses } from '../document-classes/in-force.ts'
import { magicOfFile } from '../records/sandbox/magic.ts'
import { listLessons } from '../taught-layouts/lessons.ts'
import { emitDocument } from './events.ts'
import { DOCUMENT_JOB, failDocument, failureCode } from './fail.ts'
import { isContainer, UNPACK_DOCUMENT } from './intake/unpack-job.ts'
import { passOn } from './pass-on.ts'
import { readDefaultCurrency } from './reading/parse.ts'
import { READING_CHOICE, readInSandbox, type ReadingChoice } from './reading/read.ts'
import { readSetting } from '../settings/read.ts'
import { divideIfSure, toSegments } from './split/found.ts'
import { mayHoldSeveral, PAGED_TYPES, PAGES_MAX, SEGMENT_DOCUMENT } from './split/segment-job.ts'
import {
  findLocked,
  takeUpDocument,
  updateDocument,
  type DocumentRow,
  type StoredClassification,
} from '../records/documents/store.ts'

/**
 * Finds the class of a document from its content, in the sandbox, and what stands in it; what the
 * reader does not read at once is passed on to be read.
 */
export async function classifyDocument(
  job: JobContext,
  { documentId, ...choice }: { documentId: string } & ReadingChoice,
): Promise<void> {
  const begun = await job.transaction((ctx) => begin(ctx, documentId))
  if (!begun) return
  const { document } = begun
  if (isContainer(document.contentType)) {
    const payload = { documentId, documentClass: null }
    return job.commit((ctx) => enqueue(ctx, UNPACK_DOCUMENT, payload, { uniqueKey: documentId }))
  }
  const outcome = await receive(job, begun, choice)
  await faultPoint('classify.read')
  await job.commit(async (ctx) => {
    const current = await findLocked(ctx, document)
    if (current?.status !== 'classifying') return
    if (!outcome.ok) return failDocument(ctx, current, failureCode(outcome.code))
    const received = outcome.value as ReceivedDocument
    const { failure } = received.classified
    if (failure) return failDocument(ctx, current, failureCode(failure.code))
    // A person gave it a class meanwhile: it is read as that.
    const isOther = current.documentClass !== document.documentClass
    const found = isOther ? { ...received, read: null } : received
    await keep(ctx, current, { found, choice })
  })
}

export const classifyDocumentJob = job(
  'classify-document',
  Type.Object({ documentId: Type.String(), ...READING_CHOICE }),
  classifyDocument,
  DOCUMENT_JOB,
)

/** A document whose class is looked for, and what its reader must know. */
interface Begun {
  document: DocumentRow
  classes: ReaderClasses
  taught: Lesson[]
  currency: string | undefined
  /** Whether the class that is found counts; else a person or a workflow sets it. */
  isAutomatic: boolean
}

/** Null when the document is deleted or another run has already classified it. */
async function begin(ctx: Context, documentId: string): Promise<Begun | null> {
  const step = { from: 'uploaded', status: 'classifying', progress: 0.1 } as const
  const document = await takeUpDocument(ctx, documentId, step)
  if (document === null) return null
  return {
    document,
    classes: await listClassesForReader(ctx),
    taught: await listLessons(ctx, document),
    currency: await readDefaultCurrency(ctx),
    isAutomatic:
      document.documentClass !== null || (await readSetting<boolean>(ctx, 'auto_classify')),
  }
}

/**
 * Reads the document in one request. Where that ends badly its class alone is looked for, so that
 * the class is known and each step has the time of its own.
 */
async function receive(
  job: JobContext,
  { document, classes, taught, currency, isAutomatic }: Begun,
  choice: ReadingChoice,
): Promise<SandboxOutcome> {
  const magic = magicOfFile(job.environment.mode, document.filename)
  if (isAutomatic && magic === null && Object.keys(choice).length === 0) {
    const { documentSubtype: subtype, contentType, pageStart } = document
    const isPaged = pageStart === null && PAGED_TYPES.includes(contentType)
    const known = { classes, taught, currency, subtype, segmentPagesMax: isPaged ? PAGES_MAX : 0 }
    const outcome = await readInSandbox(job, document, { task: 'receive', ...known })
    if (outcome.ok) {
      await faultPoint('parse.read')
      return outcome
    }
  }
  const outcome = await readInSandbox(job, document, { task: 'classify', classes, ...choice })
  if (!outcome.ok) return outcome
  const classified = outcome.value as ClassifiedDocument
  const { classification } = classified
  const isKnown = isAutomatic && magic !== 'unknown'
  // What was found stays a proposal, but for a name that forces the class to be unknown.
  const candidates = magic === 'unknown' ? [] : classification.candidates
  const seen = isKnown ? classification : { ...UNKNOWN, candidates }
  const value = { ...classified, format: isKnown ? classified.format : null, classification: seen }
  return { ...outcome, value: { classified: value, segmented: null, read: null } }
}

const UNKNOWN = { documentClass: 'other', documentSubtype: null, confidence: 0, cues: [] }

async function keep(
  ctx: Context,
  document: DocumentRow,
  { found, choice }: { found: ReceivedDocument; choice: ReadingChoice },
): Promise<void> {
  const { classified, segmented } = found
  const { format, pageCount } = classified
  const isUserSet = document.documentClass !== null
  const stored = toStored(ctx, document, classified)
  const { documentSubtype } = isUserSet ? document : classified.classification
  await updateDocument(ctx, document.id, {
    status: 'classified',
    document_class: stored.class,
    document_subtype: documentSubtype,
    classification: json(stored),
    page_count: pageCount,
    error_code: null,
    error_message: null,
    ...toSegments(segmented),
  })
  const known = { documentClass: stored.class, documentSubtype, classification: stored, pageCount }
  const error = { errorCode: null, errorMessage: null }
  const current = { ...document, ...known, ...error, status: 'classified' as const }
  await emitDocument(ctx, 'document.classified', current)
  const isTentative = !isUserSet && stored.class === 'other' && format !== null
  const isWhole = document.pageStart === null && choice.pages === undefined
  if (isWhole && segmented === null && mayHoldSeveral(document.contentType, pageCount)) {
    const payload = { documentId: document.id, isTentative, ...choice }
    return enqueue(ctx, SEGMENT_DOCUMENT, payload, { uniqueKey: document.id })
  }
  if (segmented && (await divideIfSure(ctx, current, segmented))) return
  const isFirst = document.classification === null && document.parsedAt === null
  const read = found.read && { ...found.read, isFirst: isFirst && document.statementsCount === 0 }
  await passOn(ctx, current, { isTentative, choice, read })
}

/** A class set by a person stands; the rules' result is kept as a candidate. */
function toStored(
  { house }: Context,
  document: DocumentRow,
  { classification }: ClassifiedDocument,
): StoredClassification {
  const isUserSet = document.documentClass !== null
  return {
    class: document.documentClass ?? classification.documentClass,
    confidence: isUserSet ? 1 : classification.confidence,
    method: isUserSet ? 'user' : 'rules',
    candidates: classification.candidates.map(({ documentClass, score }) => ({
      class: documentClass,
      score,
    })),
    cues: classification.cues,
    classifiedAt: new Date(house.now()).toISOString(),
    isUserSet,
  }
}
