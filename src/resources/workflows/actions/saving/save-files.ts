import { formatCounted } from '../../../../core/values/text.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Context } from '../../../../platform/context.ts'
import { ApiError } from '../../../../platform/errors/api-error.ts'
import { buildPut, describeRefusal, type TenantBucket } from '../../../../providers/s3/s3.ts'
import { safeName } from '../../../export/export.ts'
import { listFiles, type ExportedDocument } from '../../../export/store.ts'
import type { Installation } from '../../../records/apps/store.ts'
import { findSubmissionId, StepFailed, type Outcome, type OutsideWork } from '../action.ts'
import { call } from '../calls.ts'

interface SavedFile extends ExportedDocument {
  /** Where it is put, below the folder of the node. */
  name: string
}

/**
 * Copies files of the deal into the bucket of an app, one call each. Each has its own name, so an
 * attempt after a lost one leaves the same objects. Throws `document_not_found`, `invalid_format`,
 * and why the bucket did not take one.
 */
export async function saveFiles(work: OutsideWork, app: Installation): Promise<Outcome> {
  const { ctx, config } = work
  const submissionId = findSubmissionId(work)
  const folder = toFolder((config.path as string | undefined) ?? submissionId)
  const place = toPlace(app)
  const wanted = config.document_ids as string[] | undefined
  const files = await ctx.transaction(async (own) => {
    const chosen = chooseFiles(nameFiles(await listFiles(own, submissionId)), wanted)
    await noteSaving(own, { submissionId, place, count: chosen.length })
    return chosen
  })
  const objects: string[] = []
  for (const file of files) objects.push(await saveFile(work, { place, folder, file }))
  return { output: { saved_count: objects.length, objects } }
}

function toPlace({ config, secrets }: Installation): TenantBucket {
  const { endpoint = null, prefix = null, region, bucket } = config as Partial<TenantBucket>
  return {
    endpoint,
    prefix,
    region: region!,
    bucket: bucket!,
    accessKeyId: secrets.access_key_id!,
    secretAccessKey: secrets.secret_access_key!,
  }
}

/** `deals/2026/Oak`. Throws `invalid_format` on one that leads elsewhere. */
function toFolder(path: string): string {
  const parts = path.split('/')
  const isPlain = parts.every((part) => part !== '' && !/^\.+$|[\p{Cc}\\]/u.test(part))
  if (isPlain) return path
  const message = 'The path is folders with a slash between them, such as deals/2026.'
  throw new ApiError('invalid_format', message, { param: 'path' })
}

/** As they were uploaded; of two of one name, the later one is named by its content too. */
function nameFiles(documents: readonly ExportedDocument[]): SavedFile[] {
  const taken = new Set<string>()
  return documents.map((document) => {
    const plain = safeName(document.filename)
    const name = taken.has(plain) ? `${document.sha256.slice(0, 8)}_${plain}` : plain
    taken.add(name)
    return { ...document, name }
  })
}

function chooseFiles(files: SavedFile[], ids: readonly string[] | undefined): SavedFile[] {
  const unknown = ids?.find((id) => !files.some((file) => file.id === id))
  if (unknown === undefined) return files.filter(({ id }) => ids?.includes(id) ?? true)
  const message = `The deal has no file of a document ${unknown}.`
  throw new ApiError('document_not_found', message, { param: 'document_ids' })
}

async function noteSaving(
  ctx: Context,
  saving: { submissionId: string; place: TenantBucket; count: number },
): Promise<void> {
  const { submissionId, place, count } = saving
  await audit(ctx, {
    action: 'exported',
    resourceType: 'submission',
    resourceId: submissionId,
    submissionId,
    summary: `${formatCounted(count, 'file')} saved to the bucket ${place.bucket}`,
  })
}

interface Saving {
  place: TenantBucket
  folder: string
  file: SavedFile
}

/** Returns its name in the bucket. */
async function saveFile(work: OutsideWork, { place, folder, file }: Saving): Promise<string> {
  const { house, environment } = work.ctx
  const { storageKey, wrappedKey, contentType } = file
  const bytes = await house.store.read(environment.id, storageKey, wrappedKey)
  const name = `${folder}/${file.name}`
  const { status, bodyStart } = await call(
    work,
    await buildPut(place, { name, contentType, bytes }),
  )
  if (status >= 200 && status < 300) return place.prefix === null ? name : `${place.prefix}/${name}`
  const code = status === 429 || status >= 500 ? 'call_failed' : 'call_refused'
  throw new StepFailed(code, `The bucket responded with ${describeRefusal(status, bodyStart)}.`)
}
