import type { Contents } from '../../../core/statements/containers/container.ts'
import type { Lesson, PageSpan, Reading } from '../../../core/statements/statement.ts'
import type { ClassifiedDocument, ReceivedDocument } from '../../../parser.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { discard, putFile } from '../../../platform/http/multipart.ts'
import type { JobContext } from '../../../platform/jobs/job.ts'
import { findForReader, type ReaderClasses } from '../../document-classes/in-force.ts'
import { readInSandbox, type ReadableFile } from '../../documents/reading/read.ts'
import { detectContentType } from '../../documents/intake/insert-file.ts'
import { isContainer } from '../../documents/intake/unpack-job.ts'
import { PAGED_TYPES, PAGES_MAX } from '../../documents/split/segment-job.ts'
import type { FoundDocument } from './findings.ts'

/** A file in the store and its type. */
export interface StoredSource {
  id: string
  filename: string
  contentType: string
  storageKey: string
  wrappedKey: string
  /** In how many containers it lies; in none unless it says. */
  depth?: number
}

/** What the reader of this tenant's documents knows. */
export interface KnownToReader {
  classes: ReaderClasses
  taught: Lesson[]
  currency: string | undefined
}

/** The documents of a file, or why it has none. */
export interface ReadFile {
  documents: FoundDocument[]
  pageCount: number | null
  failure: string | null
}

/** Containers within containers, as for documents of a submission. */
const DEPTH_MAX = 3

/** Reads a file in the sandbox as the intake of documents does, and keeps nothing of it. */
export async function readDocuments(
  work: JobContext,
  known: KnownToReader,
  source: StoredSource,
): Promise<ReadFile> {
  if (isContainer(source.contentType)) return readMembers(work, known, source)
  const received = await receive(work, known, source)
  if (typeof received === 'string') return failed(received)
  const { classified, segmented, read } = received
  const { pageCount, format, classification } = classified
  const { documentClass } = classification
  const given = { source, pageCount, isTentative: documentClass === 'other' && format !== null }
  if (segmented?.isSure) {
    const parts = segmented.parts!.map(({ startPage, endPage, documentClass: found }) => ({
      documentClass: found ?? 'other',
      pages: { start: startPage, end: endPage },
    }))
    return readParts(work, known, { ...given, isTentative: false, parts })
  }
  if (read === null) return readParts(work, known, { ...given, parts: [{ documentClass }] })
  if (read.of === 'fields') return { documents: [found(documentClass)], pageCount, failure: null }
  return { pageCount, ...toDocument(documentClass, read.reading) }
}

/** Where one request ends badly the class alone is looked for, so that each step has its time. */
async function receive(
  work: JobContext,
  { classes, taught, currency }: KnownToReader,
  source: StoredSource,
): Promise<ReceivedDocument | string> {
  const segmentPagesMax = PAGED_TYPES.includes(source.contentType) ? PAGES_MAX : 0
  const request = { classes, taught, currency, subtype: null, segmentPagesMax }
  const whole = await readInSandbox(work, toReadable(source), { task: 'receive', ...request })
  if (whole.ok) {
    const received = whole.value as ReceivedDocument
    return received.classified.failure?.code ?? received
  }
  const outcome = await readInSandbox(work, toReadable(source), { task: 'classify', classes })
  if (!outcome.ok) return outcome.code
  const classified = outcome.value as ClassifiedDocument
  return classified.failure?.code ?? { classified, segmented: null, read: null }
}

interface Parts {
  source: StoredSource
  pageCount: number | null
  /** Whether it is read as a statement though its class is not known. */
  isTentative: boolean
  parts: { documentClass: string; pages?: PageSpan }[]
}

/** Only statements are read; of other classes it is enough to know that they are there. */
async function readParts(
  work: JobContext,
  { classes, taught, currency }: KnownToReader,
  { source, pageCount, isTentative, parts }: Parts,
): Promise<ReadFile> {
  const documents: FoundDocument[] = []
  for (const { documentClass, pages } of parts) {
    const parser = findForReader(classes, documentClass)?.parser
    if (parser !== 'bank_statement' && !isTentative) {
      documents.push(found(documentClass))
      continue
    }
    const readable = { ...toReadable(source), documentClass }
    const outcome = await readInSandbox(work, readable, { task: 'read', taught, currency, pages })
    if (!outcome.ok) return failed(outcome.code)
    const read = toDocument(documentClass, outcome.value as Reading)
    if (read.failure !== null) return failed(read.failure)
    documents.push(...read.documents)
  }
  return { documents, pageCount, failure: null }
}

/** An unrecognized document with rows is a statement; one without is simply none. */
function toDocument(
  documentClass: string,
  reading: Reading,
): Pick<ReadFile, 'documents' | 'failure'> {
  const { failure } = reading
  const isOther = documentClass === 'other'
  if (failure && !(isOther && failure.code === 'no_transactions'))
    return { documents: [], failure: failure.code }
  if (failure) return { documents: [found(documentClass)], failure: null }
  const own = isOther ? 'bank_statement' : documentClass
  return { documents: [{ documentClass: own, reading }], failure: null }
}

function found(documentClass: string): FoundDocument {
  return { documentClass, reading: null }
}

/** One after the other, each in the store while it is read and no longer. */
async function readMembers(
  work: JobContext,
  known: KnownToReader,
  source: StoredSource,
): Promise<ReadFile> {
  const { depth = 0 } = source
  if (depth >= DEPTH_MAX) return failed('too_many_files')
  const outcome = await readInSandbox(work, toReadable(source), { task: 'unpack' })
  if (!outcome.ok) return failed(outcome.code)
  const { members, failure } = outcome.value as Contents
  if (failure) return failed(failure.code)
  const documents: FoundDocument[] = []
  for (const [member, { name }] of members.entries()) {
    const taken = await readInSandbox(work, toReadable(source), { task: 'take', member })
    if (!taken.ok || taken.value === null) continue
    const content = Buffer.from(taken.value as string, 'base64')
    const inside = { filename: name, content, depth: depth + 1 }
    documents.push(...(await readMember(work, known, inside)))
  }
  return { documents, pageCount: null, failure: null }
}

/** A member that cannot be read costs itself alone. */
async function readMember(
  work: JobContext,
  known: KnownToReader,
  { filename, content, depth }: { filename: string; content: Buffer; depth: number },
): Promise<FoundDocument[]> {
  const file = await putFile(work.house, work.environment, { filename, content }).catch(skipRefused)
  if (file === null) return []
  try {
    const contentType = await detectContentType(work, file)
    if (contentType === null) return []
    const source = { ...file, id: file.storageKey, contentType, depth }
    return (await readDocuments(work, known, source)).documents
  } finally {
    await discard(work.house, work.environment, [file])
  }
}

/** Empty, too large, or with a virus. */
function skipRefused(error: unknown): null {
  if (error instanceof ApiError && error.status < 500) return null
  throw error
}

function toReadable({ id, filename, storageKey, wrappedKey }: StoredSource): ReadableFile {
  const unknown = { passwordSealed: null, documentClass: null, statementYear: null }
  return { id, filename, storageKey, wrappedKey, ...unknown, pageStart: null, pageEnd: null }
}

function failed(failure: string): ReadFile {
  return { documents: [], pageCount: null, failure }
}
