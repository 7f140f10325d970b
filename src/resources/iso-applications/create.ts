import { audit } from '../../platform/audit.ts'
import type { Context, RequestContext } from '../../platform/context.ts'
import { randomUUIDv7 } from '../../platform/crypto/tokens.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { toApiError } from '../../platform/errors/sqlstate.ts'
import { discard } from '../../platform/http/multipart.ts'
import { Reply, type StagedFile } from '../../platform/route.ts'
import { reclassifyDocument } from '../documents/changes/reread.ts'
import { uploadDocuments } from '../documents/intake/upload.ts'
import { getDocument } from '../records/documents/store.ts'
import { getSubmission } from '../records/submissions/store.ts'
import { createSubmission } from '../submissions/write/create.ts'
import { presentApplication } from './present.ts'
import type { ApplicationCreate, ApplicationSource, StatedApplication } from './schemas.ts'
import { keepStated, printStated, sealStated } from './stated.ts'
import { APPLICATIONS, findByDocument, insertApplication } from './store.ts'

/** The class whose fields an application has. */
export const APPLICATION_CLASS = 'iso_application'

interface Intake {
  files: StagedFile[]
  input: ApplicationCreate
}

/**
 * Takes an application in: a file, a document of a submission, or what the caller states, of which
 * a document is printed. Throws `missing_file`, `missing_field`, `invalid_format`,
 * `duplicate_document` and what uploads throw.
 */
export async function createApplication(
  ctx: RequestContext,
  { files, input }: Intake,
): Promise<object> {
  const stated = readStated(input)
  requireOneSource(files, input, stated)
  if (stated === null) return ctx.commit((own) => takeIn(own, { files, input, stated }))
  const file = await printStated(ctx, stated)
  try {
    return await ctx.commit((own) => takeIn(own, { files: [file], input, stated }))
  } catch (error) {
    // After a server error the file stays: the commit may have succeeded without our knowing.
    if (toApiError(error).status < 500) await discard(ctx.house, ctx.environment, [file])
    throw error
  }
}

function readStated({
  business,
  funding,
  owners,
  iso,
}: ApplicationCreate): StatedApplication | null {
  const stated = { business, funding, owners, iso }
  if (Object.values(stated).every((part) => part === undefined)) return null
  if (business === undefined) throw new ApiError('missing_field', undefined, { param: 'business' })
  return stated
}

function requireOneSource(
  files: readonly StagedFile[],
  { documentId }: ApplicationCreate,
  stated: StatedApplication | null,
): void {
  if (files.length > 1) throw new ApiError('too_many_files', undefined, { param: 'file' })
  const given = [files.length > 0, documentId !== undefined, stated !== null].filter(Boolean).length
  if (given === 1) return
  if (given === 0) {
    const message = 'Send a file, content_base64, the document_id of a document, or business.'
    throw new ApiError('missing_file', message, { param: 'file' })
  }
  const param = documentId === undefined ? 'business' : 'document_id'
  const message = `${param} stands instead of a file; send one of file, document_id and business.`
  throw new ApiError('invalid_format', message, { param })
}

async function takeIn(
  ctx: Context,
  intake: Intake & { stated: StatedApplication | null },
): Promise<Reply> {
  const { files, input, stated } = intake
  const { submissionId, isNew } = await placeIn(ctx, input)
  const documentId =
    input.documentId === undefined
      ? await upload(ctx, submissionId, { files, input, stated })
      : await adopt(ctx, input.documentId)
  const id = randomUUIDv7()
  await insertApplication(ctx, {
    id,
    submissionId,
    documentId,
    source: toSource(intake),
    statedSealed: stated && sealStated(ctx, id, stated),
    fillsSubmission: isNew,
  })
  if (stated) await keepStated(ctx, documentId, stated)
  const summary = 'Application taken in'
  const of = { resourceType: 'iso_application', resourceId: id, submissionId } as const
  await audit(ctx, { action: 'created', ...of, summary })
  const data = await presentApplication(ctx, await APPLICATIONS.get(ctx, id))
  return new Reply({
    status: stated ? 201 : 202,
    body: { data },
    headers: { location: `/v1/iso-applications/${id}` },
  })
}

/** The submission that the application belongs to, and whether it was created for it. */
async function placeIn(
  ctx: Context,
  { submissionId, documentId, createSubmission: wanted, name }: ApplicationCreate,
): Promise<{ submissionId: string; isNew: boolean }> {
  if (documentId !== undefined) {
    const document = await getDocument(ctx, documentId)
    if (submissionId !== undefined && submissionId !== document.submissionId)
      throw new ApiError('document_not_found', undefined, { param: 'document_id' })
    return { submissionId: document.submissionId, isNew: false }
  }
  if (submissionId !== undefined) {
    if (wanted) throw createsAnother()
    return { submissionId: (await getSubmission(ctx, submissionId)).id, isNew: false }
  }
  if (wanted === false) {
    const message = 'Send the submission_id that it belongs to, or create_submission: true.'
    throw new ApiError('missing_field', message, { param: 'submission_id' })
  }
  const { id } = await createSubmission(ctx, name === undefined ? {} : { name }, APPLICATION_CLASS)
  return { submissionId: id, isNew: true }
}

function createsAnother(): ApiError {
  const message = 'create_submission stands instead of submission_id; send one of the two.'
  return new ApiError('invalid_format', message, { param: 'create_submission' })
}

async function upload(
  ctx: Context,
  submissionId: string,
  { files, input, stated }: Intake & { stated: StatedApplication | null },
): Promise<string> {
  const options = {
    documentClass: APPLICATION_CLASS,
    password: input.password ?? null,
    externalId: null,
    metadata: {},
    source: stated ? 'api' : 'upload',
    autoProcess: true,
    allowDuplicate: input.allowDuplicate ?? false,
  }
  const [document] = await uploadDocuments(ctx, submissionId, { files, options })
  return document!.id
}

/** A document that is there already; one of another class is read again as an application. */
async function adopt(ctx: Context, id: string): Promise<string> {
  const existingId = await findByDocument(ctx, id)
  if (existingId !== null) {
    const message = 'The document is an application already.'
    throw new ApiError('duplicate_document', message, { existingId, param: 'document_id' })
  }
  const { documentClass } = await getDocument(ctx, id)
  if (documentClass !== APPLICATION_CLASS)
    await reclassifyDocument(ctx, id, { documentClass: APPLICATION_CLASS })
  return id
}

function toSource({
  files,
  input,
  stated,
}: Intake & { stated: StatedApplication | null }): ApplicationSource {
  if (stated) return 'structured'
  if (input.documentId !== undefined) return 'document'
  return files[0]!.isInline ? 'base64' : 'upload'
}
