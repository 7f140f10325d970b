import { Type } from 'typebox'
import { audit } from '../../platform/audit.ts'
import type { Context, OutsideContext, RequestContext } from '../../platform/context.ts'
import { randomUUIDv7 } from '../../platform/crypto/tokens.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { discard } from '../../platform/http/multipart.ts'
import { enqueue, job, TryLater, type JobContext } from '../../platform/jobs/job.ts'
import { Reply, type StagedFile } from '../../platform/route.ts'
import { countUsages } from '../../platform/usage.ts'
import { resolveClassName } from '../document-classes/find.ts'
import { requireContentType, uploadDocuments } from '../documents/intake/upload.ts'
import { isContainer } from '../documents/intake/unpack-job.ts'
import { createSubmission } from '../submissions/write/create.ts'
import { OPERATIONS_DEFAULT, UNREAD, type Content } from './content.ts'
import { presentFile } from './present.ts'
import { beginReading, readOn, type Source } from './read-content.ts'
import type { FileProcess } from './schemas.ts'
import { findFile, finishFile, insertFile, type ProcessedFile } from './store.ts'

/** Longer files are read by a job. */
const INLINE_PAGES_MAX = 20

interface Request {
  files: StagedFile[]
  input: FileProcess
}

/**
 * Reads one file without a submission: up to twenty pages while the request waits, else by a job
 * whose result is kept for a day. With `store` the file becomes a document too. Throws
 * `missing_file`, `too_many_files`, `unsupported_file_type`, `invalid_document_class`,
 * `document_delayed`, and what an upload throws.
 */
export async function processFile(ctx: RequestContext, request: Request): Promise<object> {
  const file = requireOne(request.files)
  const source = await ctx.transaction((own) => toSource(own, file, request.input))
  const begun = await beginReading(ctx, source)
  if ((begun.content.pageCount ?? 0) > INLINE_PAGES_MAX)
    return ctx.commit((own) => queue(own, { file, source, input: request.input }))
  const content = await readOn(ctx, begun)
  const reply = await ctx.commit(async (own) => {
    const stored = await store(own, file, request.input)
    await noteReading(own, { id: null, sizeBytes: file.sizeBytes, content })
    const row = { ...source, ...stored, sha256: file.sha256, sizeBytes: file.sizeBytes }
    return { data: presentFile(own, { ...row, content, id: null }) }
  })
  if (!request.input.store) await discard(ctx.house, ctx.environment, [file])
  return reply
}

function requireOne(files: readonly StagedFile[]): StagedFile {
  const [file, ...others] = files
  if (!file) throw new ApiError('missing_file', undefined, { param: 'file' })
  if (others.length === 0) return file
  const message = 'Send one file; a submission takes several at once.'
  throw new ApiError('too_many_files', message, { param: 'file' })
}

async function toSource(ctx: Context, file: StagedFile, input: FileProcess): Promise<Source> {
  const { documentClass, operations = [...OPERATIONS_DEFAULT] } = input
  const contentType = await requireContentType(ctx, file)
  if (isContainer(contentType)) {
    const message = `${file.filename} holds other files; send each of them by itself.`
    throw new ApiError('unsupported_file_type', message, { param: 'file' })
  }
  return {
    id: randomUUIDv7(),
    filename: file.filename,
    contentType,
    operations,
    wantedClass: documentClass === undefined ? null : await resolveClassName(ctx, documentClass),
    storageKey: file.storageKey,
    wrappedKey: file.wrappedKey,
  }
}

const PROCESS_FILE = { kind: 'process-file', payload: Type.Object({ fileId: Type.String() }) }

async function queue(
  ctx: Context,
  { file, source, input }: { file: StagedFile; source: Source; input: FileProcess },
): Promise<Reply> {
  const { sha256, sizeBytes } = file
  const stored = await store(ctx, file, input)
  const row = await insertFile(ctx, { ...source, ...stored, sha256, sizeBytes })
  await enqueue(ctx, PROCESS_FILE, { fileId: row.id }, { uniqueKey: row.id })
  await auditFile(ctx, row)
  const headers = { location: `/v1/files/${row.id}` }
  return new Reply({ status: 202, headers, body: { data: presentFile(ctx, row) } })
}

type Stored = Pick<ProcessedFile, 'documentId' | 'submissionId'>

/** The file as a document of the submission named, else of a new one with the name of the file. */
async function store(ctx: Context, file: StagedFile, input: FileProcess): Promise<Stored> {
  if (!input.store) return { documentId: null, submissionId: null }
  const { documentClass } = input
  const submissionId =
    input.submissionId ?? (await createSubmission(ctx, { name: file.filename }, 'upload')).id
  const options = {
    documentClass: documentClass === undefined ? null : await resolveClassName(ctx, documentClass),
    password: null,
    externalId: null,
    metadata: {},
    source: 'upload',
    autoProcess: true,
    allowDuplicate: false,
  }
  const [document] = await uploadDocuments(ctx, submissionId, { files: [file], options })
  return { documentId: document!.id, submissionId }
}

/** Reads a file that is too long for a request. */
async function readQueued(work: JobContext, { fileId }: { fileId: string }): Promise<void> {
  const file = await work.transaction((ctx) => findFile(ctx, fileId))
  if (file?.status !== 'processing') return
  const content = await readStored(work, file)
  await work.commit((ctx) => keep(ctx, file, content))
}

export const processFileJob = job(PROCESS_FILE.kind, PROCESS_FILE.payload, readQueued, {
  attempts: 3,
  // oxlint-disable-next-line max-params -- as the list of jobs calls it
  exhausted: async (ctx, { fileId }, error) => {
    const file = await findFile(ctx, fileId)
    const failure = error instanceof TryLater ? 'document_delayed' : 'document_crashed'
    if (file) await keep(ctx, file, { ...UNREAD, failure })
  },
})

async function readStored(
  work: OutsideContext & { signal?: AbortSignal },
  { storageKey, wrappedKey, ...file }: ProcessedFile,
): Promise<Content> {
  if (storageKey === null || wrappedKey === null) return { ...UNREAD, failure: 'corrupt_file' }
  return readOn(work, await beginReading(work, { ...file, storageKey, wrappedKey }))
}

async function keep(ctx: Context, file: ProcessedFile, content: Content): Promise<void> {
  if (!(await finishFile(ctx, file.id, content))) return
  await noteReading(ctx, { id: file.id, sizeBytes: file.sizeBytes, content })
  const { storageKey, documentId } = file
  if (storageKey === null || documentId !== null) return
  ctx.db.afterCommit(() => void discard(ctx.house, ctx.environment, [{ storageKey }]))
}

interface Read {
  id: string | null
  sizeBytes: number
  content: Content
}

async function noteReading(ctx: Context, { id, sizeBytes, content }: Read): Promise<void> {
  await auditFile(ctx, { id, sizeBytes })
  await countUsages(ctx, { documents_processed: 1, pages_processed: content.pageCount ?? 0 })
}

async function auditFile(
  ctx: Context,
  { id, sizeBytes }: { id: string | null; sizeBytes: number },
): Promise<void> {
  await audit(ctx, {
    action: 'processed',
    resourceType: 'file',
    resourceId: id,
    summary: `File processed without a submission (${sizeBytes} bytes)`,
  })
}
