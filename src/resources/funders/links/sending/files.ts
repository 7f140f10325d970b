import { createHash } from 'node:crypto'
import type { MadeVariant } from '../../../../parser/variant/variant.ts'
import { GiveUp, type JobContext } from '../../../../platform/jobs/job.ts'
import { readInSandbox } from '../../../documents/reading/read.ts'
import type { DocumentRow } from '../../../records/documents/store.ts'
import type { SendingMark } from './mark.ts'

/** A document as its funder gets it. */
export interface SentFile {
  id: string
  documentClass: string | null
  filename: string
  contentType: string
  sizeBytes: number
  sha256: string
  content: Buffer
  /** The code on each of its pages; null when they have none. */
  mark: string | null
}

/** Most mail servers take 25 MiB, and base64 adds a third. */
const FILES_BYTES_MAX = 18 * 1024 * 1024
const PDF_TYPE = 'application/pdf'

/**
 * The documents in the form that is sent: with a mark on every page, where there is one and they
 * have pages. Throws `GiveUp` for more than can be sent, and for pages that cannot be marked: they
 * would leave without saying whose they are.
 */
export async function prepareFiles(
  work: JobContext,
  documents: readonly DocumentRow[],
  mark: SendingMark | null,
): Promise<SentFile[]> {
  requireSize(documents)
  const files: SentFile[] = []
  for (const document of documents)
    files.push(
      mark !== null && hasPages(document)
        ? await markFile(work, document, mark)
        : await readFile(work, document),
    )
  requireSize(files)
  return files
}

function requireSize(files: readonly { sizeBytes: number }[]): void {
  const sizeBytes = files.reduce((sum, file) => sum + file.sizeBytes, 0)
  if (sizeBytes <= FILES_BYTES_MAX) return
  const size = Math.ceil(sizeBytes / 1024 / 1024)
  throw new GiveUp(`The documents are ${size} MiB, more than the 18 MiB that can be sent at once.`)
}

function hasPages({ contentType }: DocumentRow): boolean {
  return contentType === PDF_TYPE || contentType.startsWith('image/')
}

async function readFile(work: JobContext, document: DocumentRow): Promise<SentFile> {
  const { id, documentClass, contentType, storageKey, wrappedKey } = document
  const content = await work.house.store.read(work.environment.id, storageKey, wrappedKey)
  const facts = { id, documentClass, filename: document.displayName, contentType, content }
  return { ...facts, sizeBytes: content.length, sha256: hash(content), mark: null }
}

/** Pictures become pages of a PDF. */
async function markFile(
  work: JobContext,
  document: DocumentRow,
  { code, ...mark }: SendingMark,
): Promise<SentFile> {
  const { id, documentClass, displayName } = document
  const variant = { kind: 'marked' as const, mark }
  const outcome = await readInSandbox(work, document, { task: 'variant', variant })
  const made = outcome.ok ? (outcome.value as MadeVariant) : null
  if (made === null || made.failure !== null)
    throw new GiveUp(
      `${displayName} cannot get a watermark. Leave it out, or switch the watermark off.`,
    )
  const content = Buffer.from(made.pdfBase64, 'base64')
  const filename = `${displayName.replace(/\.[^.]*$/, '')}.pdf`
  const facts = { id, documentClass, filename, contentType: PDF_TYPE, content }
  return { ...facts, sizeBytes: content.length, sha256: hash(content), mark: code }
}

function hash(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
