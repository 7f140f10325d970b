import { formatCounted } from '../../../core/values/text.ts'
import type { Static } from 'typebox'
import type { Contents, Member } from '../../../core/statements/containers/container.ts'
import { CONTAINERS } from '../../../core/statements/containers/index.ts'
import type { Context } from '../../../platform/context.ts'
import { discard, putFile } from '../../../platform/http/multipart.ts'
import { job, type JobContext } from '../../../platform/jobs/job.ts'
import type { StagedFile } from '../../../platform/route.ts'
import { settleDocument } from '../settle.ts'
import { DOCUMENT_JOB, failDocument, failureCode } from '../fail.ts'
import { openPassword } from '../password.ts'
import { readInSandbox } from '../reading/read.ts'
import {
  findDocument,
  findLocked,
  tallyBefore,
  getDocument,
  updateDocument,
  type DocumentRow,
} from '../../records/documents/store.ts'
import { detectContentType, DOCUMENTS_MAX, insertFile } from './insert-file.ts'
import { UNPACK_DOCUMENT } from './unpack-job.ts'
import { auditDocument } from '../events.ts'

/** Containers within containers: an archive in an e-mail in an archive. */
const DEPTH_MAX = 3

type Payload = Static<typeof UNPACK_DOCUMENT.payload>

/** The stored members of a container, and the names of the unreadable ones. */
interface Unpacked {
  files: StagedFile[]
  broken: string[]
}

/**
 * Unpacks a container into documents, each with its own file; the container itself is no longer
 * counted. Members that the submission already has are skipped.
 */
async function unpackDocument(work: JobContext, payload: Payload): Promise<void> {
  const document = await work.transaction((ctx) => begin(ctx, payload.documentId))
  if (!document) return
  const outcome = await readInSandbox(work, document, { task: 'unpack' })
  const contents = outcome.ok ? (outcome.value as Contents) : null
  const failure = outcome.ok ? contents!.failure?.code : outcome.code
  if (failure !== undefined)
    return work.commit((ctx) => failDocument(ctx, document, failureCode(failure)))
  const unpacked = await takeMembers(work, document, contents!.members)
  try {
    const unowned = await work.commit((ctx) => keep(ctx, document, { ...unpacked, ...payload }))
    await discard(work.house, work.environment, unowned)
  } catch (error) {
    await discard(work.house, work.environment, unpacked.files)
    throw error
  }
}

export const unpackDocumentJob = job(
  UNPACK_DOCUMENT.kind,
  UNPACK_DOCUMENT.payload,
  unpackDocument,
  DOCUMENT_JOB,
)

/** Null when the document is deleted, was unpacked before, or is nested too deeply. */
async function begin(ctx: Context, documentId: string): Promise<DocumentRow | null> {
  const document = await findDocument(ctx, documentId, true)
  if (document?.status !== 'uploaded' && document?.status !== 'classifying') return null
  if ((await computeDepth(ctx, document)) >= DEPTH_MAX) {
    await failDocument(ctx, document, 'too_many_files')
    return null
  }
  await updateDocument(ctx, documentId, { status: 'classifying', progress: 0.1 })
  return document
}

async function computeDepth(ctx: Context, document: DocumentRow): Promise<number> {
  let depth = 0
  let parentId = document.parentDocumentId
  while (parentId !== null) {
    depth += 1
    parentId = (await getDocument(ctx, parentId)).parentDocumentId
  }
  return depth
}

/** Sequentially, so that at most one member is in memory. */
async function takeMembers(
  work: JobContext,
  document: DocumentRow,
  members: Member[],
): Promise<Unpacked> {
  const unpacked: Unpacked = { files: [], broken: [] }
  for (const [member, { name }] of members.entries()) {
    const outcome = await readInSandbox(work, document, { task: 'take', member })
    const content = outcome.ok ? (outcome.value as string | null) : null
    if (content === null) unpacked.broken.push(name)
    else unpacked.files.push(await store(work, name, Buffer.from(content, 'base64')))
  }
  return unpacked
}

function store({ house, environment }: JobContext, filename: string, content: Buffer) {
  return putFile(house, environment, { filename, content })
}

/** Inserts the documents; returns the files that no row owns. */
async function keep(
  ctx: Context,
  document: DocumentRow,
  { files, broken, documentClass }: Unpacked & Payload,
): Promise<StagedFile[]> {
  const current = await findLocked(ctx, document)
  if (current?.status !== 'classifying') return files
  const { submissionId } = document
  const hashes = files.map(({ sha256 }) => sha256)
  const { count, twins } = await tallyBefore(ctx, submissionId, hashes)
  if (count + files.length > DOCUMENTS_MAX) {
    await failDocument(ctx, document, 'too_many_files')
    return files
  }
  const { memberSource } = CONTAINERS.find(
    ({ contentType }) => contentType === document.contentType,
  )!
  const options = {
    documentClass,
    password: openPassword(ctx, document) ?? null,
    statementYear: document.statementYear,
    externalId: null,
    metadata: {},
    source: memberSource,
    parentDocumentId: document.id,
  }
  const unowned: StagedFile[] = []
  for (const file of files) {
    if (twins[file.sha256] !== undefined) {
      unowned.push(file)
      continue
    }
    const contentType = await detectContentType(ctx, file)
    twins[file.sha256] = (await insertFile(ctx, submissionId, { file, contentType, options })).id
  }
  await settle(ctx, document, { broken, duplicates: unowned.length, count: files.length })
  return unowned
}

async function settle(
  ctx: Context,
  { id, submissionId }: DocumentRow,
  { broken, duplicates, count }: { broken: string[]; duplicates: number; count: number },
): Promise<void> {
  const message = `Could not be unpacked: ${broken.join(', ')}`.slice(0, 1000)
  await updateDocument(ctx, id, {
    status: 'split',
    progress: 1,
    error_code: broken.length > 0 ? 'corrupt_file' : null,
    error_message: broken.length > 0 ? message : null,
  })
  await auditDocument(
    ctx,
    { id, submissionId },
    {
      action: 'updated',
      summary: `Document unpacked into ${formatCounted(count - duplicates, 'document')}, ${formatCounted(duplicates, 'duplicate')} skipped`,
    },
  )
  await settleDocument(ctx, submissionId)
}
