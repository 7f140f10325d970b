import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { REPORTS } from '../../core/analytics/reports/index.ts'
import { createZip, type ArchiveFile } from '../../platform/archive/zip.ts'
import { audit } from '../../platform/audit.ts'
import { hasScope } from '../../core/values/access/actor.ts'
import type { OutsideContext } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { Reply } from '../../platform/route.ts'
import { writePaper } from '../analytics/deal-file/read-paper.ts'
import { getDataState } from '../ledgers/ledgers.ts'
import { readReport } from '../analytics/read-report.ts'
import { exportRows, exportWorkbook } from '../transactions/list/list.ts'
import { listFiles, type ExportedDocument } from './store.ts'

/** A ZIP without ZIP64 holds less than 4 GiB; reports need space too. */
const DOCUMENT_BYTES_MAX = 3 * 1024 ** 3

const TOO_LARGE = 'The documents of the submission are more than 3 GiB; download them one by one.'

const PARTS = ['documents', 'transactions', 'reports'] as const
type Part = (typeof PARTS)[number]
const SCOPES: Readonly<Record<Part, string>> = {
  documents: 'documents:read',
  transactions: 'transactions:read',
  reports: 'analytics:read',
}

interface Deal {
  submissionId: string
  analyticsVersion: number
  documents: ExportedDocument[]
  /** Parts that the key may not read. */
  leftOut: Part[]
}

/**
 * Everything of a submission as a streamed ZIP. Parts that the key may not read are left out, and
 * the manifest lists them. Throws `submission_not_found` and `file_too_large`.
 */
export async function exportDeal(ctx: OutsideContext, submissionId: string): Promise<Reply> {
  const leftOut = PARTS.filter((part) => !hasScope(ctx.actor, SCOPES[part]))
  const deal = await ctx.transaction(async (own): Promise<Deal> => {
    const { dataVersion: analyticsVersion } = await getDataState(own, submissionId)
    const documents = leftOut.includes('documents') ? [] : await listFiles(own, submissionId)
    const bytes = documents.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
    if (bytes > DOCUMENT_BYTES_MAX) throw new ApiError('file_too_large', TOO_LARGE)
    const summary = `Submission exported${leftOut.length > 0 ? ` without ${leftOut.join(' and ')}` : ''}`
    await audit(own, {
      action: 'exported',
      resourceType: 'submission',
      resourceId: submissionId,
      submissionId,
      summary,
    })
    return { submissionId, analyticsVersion, documents, leftOut }
  })
  const body = Readable.from(createZip(generateFiles(ctx, deal)), { objectMode: false })
  const filename = `submission-${submissionId}.zip`
  return new Reply({
    download: { contentType: 'application/zip', filename, disposition: 'attachment', body },
  })
}

/** All files; the manifest comes last, since it has the hashes of the others. */
async function* generateFiles(ctx: OutsideContext, deal: Deal): AsyncGenerator<ArchiveFile> {
  const listed: { path: string; size_bytes: number; sha256: string }[] = []
  for (const file of listContents(ctx, deal)) {
    yield { ...file, chunks: () => counted(file, listed) }
  }
  const manifest = {
    submission_id: deal.submissionId,
    analytics_version: deal.analyticsVersion,
    created_at: new Date(ctx.house.now()).toISOString(),
    left_out: deal.leftOut,
    files: listed,
  }
  yield once('manifest.json', async () => Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`))
}

function listContents(ctx: OutsideContext, deal: Deal): ArchiveFile[] {
  const { submissionId, leftOut } = deal
  const has = (part: Part): boolean => !leftOut.includes(part)
  return [
    ...deal.documents.map((document, index) => documentFile(ctx, document, index)),
    ...(has('transactions') ? rowFiles(ctx, submissionId) : []),
    ...(has('reports') ? reportFiles(ctx, submissionId) : []),
  ]
}

/** Streams a file and lists its size and hash for the manifest. */
async function* counted(
  { path, chunks }: ArchiveFile,
  listed: { path: string; size_bytes: number; sha256: string }[],
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of chunks()) {
    hash.update(chunk)
    size += chunk.length
    yield chunk
  }
  listed.push({ path, size_bytes: size, sha256: hash.digest('hex') })
}

function once(path: string, make: () => Promise<Buffer>, isPacked = false): ArchiveFile {
  return {
    path,
    isPacked,
    chunks: async function* () {
      yield await make()
    },
  }
}

function documentFile(ctx: OutsideContext, document: ExportedDocument, index: number): ArchiveFile {
  const { filename, storageKey, wrappedKey } = document
  const path = `documents/D${String(index + 1).padStart(2, '0')}_${safeName(filename)}`
  return once(path, () => ctx.house.store.read(ctx.environment.id, storageKey, wrappedKey), true)
}

/** A valid file name everywhere: no folder, control or reserved character. */
export function safeName(filename: string): string {
  return filename.replaceAll(/[\p{Cc}\\/:*?"<>|]/gu, '_').replace(/^\.+/, '_')
}

function rowFiles(ctx: OutsideContext, submissionId: string): ArchiveFile[] {
  return [
    { path: 'transactions.csv', isPacked: false, chunks: () => exportRows(ctx, submissionId) },
    { path: 'transactions.xlsx', isPacked: true, chunks: () => exportWorkbook(ctx, submissionId) },
  ]
}

function reportFiles(ctx: OutsideContext, submissionId: string): ArchiveFile[] {
  const json = REPORTS.map((report) => {
    const read = async (): Promise<Buffer> =>
      (await readReport(ctx, { report, submissionId, query: {} })).json
    return once(`reports/${report.name}.json`, read)
  })
  const printed = ['pdf', 'xlsx'].map((format) => {
    const request = { name: 'report' as const, submissionId, format, query: {} }
    return once(`report.${format}`, async () => (await writePaper(ctx, request)).body, true)
  })
  return [...json, ...printed]
}
