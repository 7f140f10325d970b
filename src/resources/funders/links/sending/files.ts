import { createHash } from 'node:crypto'
import type { MadeVariant } from '../../../../parser/variant/variant.ts'
import { GiveUp, type JobContext } from '../../../../platform/jobs/job.ts'
import type { PaperName } from '../../../../core/analytics/deal-file/file.ts'
import type { SandboxOutcome } from '../../../../platform/sandbox/outcome.ts'
import { writePaper } from '../../../analytics/deal-file/read-paper.ts'
import { readInSandbox, runInSandbox } from '../../../documents/reading/read.ts'
import type { DocumentRow } from '../../../records/documents/store.ts'
import type { LinkRow } from '../store.ts'
import type { SendingMark } from './mark.ts'

/** A document or a report as its funder gets it. */
export interface SentFile {
  /** Of the document; null for a report. */
  id: string | null
  report: PaperName | null
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
 * The reports and documents in the form that is sent: with a mark on every page, where there is one
 * and they have pages. Throws `GiveUp` for more than can be sent, and for pages that cannot be
 * marked: they would leave without saying whose they are.
 */
export async function prepareFiles(
  work: JobContext,
  { documents, link }: { documents: readonly DocumentRow[]; link: LinkRow },
  mark: SendingMark | null,
): Promise<SentFile[]> {
  requireSize(documents)
  const files: SentFile[] = []
  for (const { name } of link.body.reports ?? [])
    files.push(await printReport(work, { name, submissionId: link.submissionId }, mark))
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

/** How a document is called where it arrives: one that gets a mark becomes a PDF. */
export function nameSent(document: DocumentRow, isMarked: boolean): string {
  const { displayName } = document
  return isMarked && hasPages(document) ? `${displayName.replace(/\.[^.]*$/, '')}.pdf` : displayName
}

/** How a report is called that is printed on this day. */
export function nameReport(name: PaperName, at: Date): string {
  return `${name}-${at.toISOString().slice(0, 10)}.pdf`
}

function hasPages({ contentType }: DocumentRow): boolean {
  return contentType === PDF_TYPE || contentType.startsWith('image/')
}

async function readFile(work: JobContext, document: DocumentRow): Promise<SentFile> {
  const { id, documentClass, contentType, storageKey, wrappedKey } = document
  const content = await work.house.store.read(work.environment.id, storageKey, wrappedKey)
  const filename = document.displayName
  const facts = { id, report: null, documentClass, filename, contentType, content }
  return { ...facts, sizeBytes: content.length, sha256: hash(content), mark: null }
}

/** Pictures become pages of a PDF. */
async function markFile(
  work: JobContext,
  document: DocumentRow,
  mark: SendingMark,
): Promise<SentFile> {
  const { id, documentClass, displayName } = document
  const outcome = await readInSandbox(work, document, toRequest(mark))
  const content = requireMarked(displayName, outcome)
  const filename = nameSent(document, true)
  const facts = { id, report: null, documentClass, filename, contentType: PDF_TYPE, content }
  return { ...facts, sizeBytes: content.length, sha256: hash(content), mark: mark.code }
}

/** As it is now, with the same mark as the documents. */
async function printReport(
  work: JobContext,
  { name, submissionId }: { name: PaperName; submissionId: string },
  mark: SendingMark | null,
): Promise<SentFile> {
  const { body, at } = await writePaper(work, { name, submissionId, format: 'pdf', query: {} })
  const filename = nameReport(name, at)
  const content = mark === null ? body : await markReport(work, { filename, body }, mark)
  const facts = { id: null, report: name, documentClass: null, filename, contentType: PDF_TYPE }
  const sha256 = hash(content)
  return { ...facts, content, sizeBytes: content.length, sha256, mark: mark?.code ?? null }
}

async function markReport(
  work: JobContext,
  { filename, body }: { filename: string; body: Buffer },
  mark: SendingMark,
): Promise<Buffer> {
  const request = { ...toRequest(mark), hints: { filename } }
  return requireMarked(filename, await runInSandbox(work, request, body))
}

function toRequest({ text, position, opacity }: SendingMark) {
  const variant = { kind: 'marked' as const, mark: { text, position, opacity } }
  return { task: 'variant' as const, variant }
}

function requireMarked(name: string, outcome: SandboxOutcome): Buffer {
  const made = outcome.ok ? (outcome.value as MadeVariant) : null
  if (made === null || made.failure !== null)
    throw new GiveUp(
      `${name} cannot get a watermark. Send without it, or switch the watermark off.`,
    )
  return Buffer.from(made.pdfBase64, 'base64')
}

function hash(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
