import type { FastifyRequest } from 'fastify'
import type { Environment, House } from '../context.ts'
import { ApiError } from '../errors/api-error.ts'
import type { StagedFile } from '../route.ts'
import { faultPoint } from '../faults.ts'
import type { StoredFile } from '../storage/store.ts'

export interface StagedBody {
  fields: Record<string, unknown>
  files: StagedFile[]
}

const FILENAME_MAX = 255
const BOUNDARY_MAX = 70

/**
 * Reads a multipart request: file parts stream into the store, fields become the body.
 * The files are not yet anybody's: whoever fails to keep them calls `discard`.
 */
export async function stageMultipart(
  request: FastifyRequest,
  house: House,
  environment: Environment,
): Promise<StagedBody> {
  refuseBoundary(request.headers['content-type'])
  const staged: StagedBody = { fields: {}, files: [] }
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        refuseOtherField(part.fieldname)
        const { filename, mimetype, file: stream } = part
        staged.files.push(await stage(house, environment, { filename, mimetype, stream }))
      } else {
        addField(staged.fields, part.fieldname, part.value)
      }
    }
    await faultPoint('upload.stored')
    return staged
  } catch (error) {
    await discard(house, environment, staged.files)
    throw toUploadError(error)
  }
}

/** RFC 2046 §5.1.1: up to 70 characters. The reader below would end in an error of its own. */
function refuseBoundary(contentType = ''): void {
  const [, quoted, plain = quoted] = /;\s*boundary=(?:"([^"]*)"|([^;\s]*))/i.exec(contentType) ?? []
  if (plain !== undefined && plain.length >= 1 && plain.length <= BOUNDARY_MAX) return
  const message = `The boundary of multipart/form-data has 1 to ${BOUNDARY_MAX} characters.`
  throw new ApiError('invalid_header', message, { param: 'Content-Type' })
}

function refuseOtherField(name: string): void {
  if (name === 'file') return
  const message = `The file stands in a part named ${name.slice(0, 64)}; the part must be named file.`
  throw new ApiError('missing_file', message, { param: 'file' })
}

// SGVsbG8=
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

/**
 * A JSON body of an endpoint that takes files: `content_base64` and `filename` are taken out and
 * stored as the one file.
 */
export async function stageInline(
  house: House,
  environment: Environment,
  given: unknown,
): Promise<{ body: unknown; files: StagedFile[] }> {
  const {
    content_base64: content,
    filename: name,
    ...body
  } = (given ?? {}) as Record<string, unknown>
  if (typeof content !== 'string') return { body: given ?? {}, files: [] }
  if (!BASE64.test(content))
    throw new ApiError('invalid_format', 'content_base64 is not base64.', {
      param: 'content_base64',
    })
  const bytes = Buffer.from(content, 'base64')
  if (bytes.length === 0) throw new ApiError('empty_file', undefined, { param: 'content_base64' })
  const filename = typeof name === 'string' ? name : 'file'
  const file = await putFile(house, environment, { filename, content: bytes })
  return { body, files: [{ ...file, isInline: true }] }
}

/**
 * A file that comes by another way than multipart, into the store. Throws `empty_file`,
 * `file_too_large`, `storage_unavailable`.
 */
export async function putFile(
  house: House,
  environment: Environment,
  { filename, content }: { filename: string; content: Buffer | NodeJS.ReadableStream },
): Promise<StagedFile> {
  const mimetype = 'application/octet-stream'
  try {
    return await stage(house, environment, { filename, mimetype, stream: content })
  } catch (error) {
    throw toUploadError(error)
  }
}

/** Removes staged files that no row came to own. */
export async function discard(
  house: House,
  environment: Environment,
  files: readonly Pick<StagedFile, 'storageKey'>[],
): Promise<void> {
  await Promise.all(
    files.map(({ storageKey }) => house.store.remove(environment.id, storageKey).catch(() => {})),
  )
}

async function stage(
  house: House,
  environment: Environment,
  part: { filename?: string; mimetype: string; stream: Buffer | NodeJS.ReadableStream },
): Promise<StagedFile> {
  const put = await house.store.put(environment.id, part.stream)
  const file = { filename: plainName(part.filename ?? 'file'), contentType: part.mimetype, ...put }
  try {
    if (put.sizeBytes === 0) throw new ApiError('empty_file', undefined, { param: 'file' })
    if (house.virusScanner) await house.virusScanner.check(await readBack(house, environment, put))
    return file
  } catch (error) {
    await house.store.remove(environment.id, put.storageKey)
    throw error
  }
}

/** What was stored is what is looked at. */
function readBack(house: House, { id }: Environment, put: StoredFile): Promise<Buffer> {
  return house.store.read(id, put.storageKey, put.wrappedKey)
}

/** A name without folders and control characters; the store never uses it. */
function plainName(name: string): string {
  const last = name.replaceAll('\\', '/').split('/').at(-1) ?? ''
  const clean = last
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '')
    .trim()
  return (clean === '' || clean === '.' || clean === '..' ? 'file' : clean).slice(-FILENAME_MAX)
}

function addField(fields: Record<string, unknown>, name: string, value: unknown): void {
  if (name === 'file')
    throw new ApiError('missing_file', 'The part file is text; with curl write -F file=@PATH.', {
      param: 'file',
    })
  if (name in fields || name === '__proto__')
    throw new ApiError('invalid_format', `The field ${name.slice(0, 64)} stands twice.`, {
      param: name.slice(0, 64),
    })
  if (typeof value === 'string' && (value.includes('\u0000') || !value.isWellFormed())) {
    throw new ApiError('invalid_format', `${name.slice(0, 64)} is not text.`, {
      param: name.slice(0, 64),
    })
  }
  fields[name] = value
}

/** Faults of the multipart reader, by its own codes, as ours. */
function toUploadError(error: unknown): unknown {
  const { code } = error as { code?: string }
  if (code === 'FST_REQ_FILE_TOO_LARGE' || code === 'store_file_too_large')
    return new ApiError('file_too_large', undefined, { param: 'file' })
  if (code === 'FST_FILES_LIMIT')
    return new ApiError('too_many_files', undefined, { param: 'file' })
  if (code?.startsWith('FST_'))
    return new ApiError('invalid_content_type', 'The multipart body cannot be read.')
  if (code === 'ENOSPC' || code === 'EROFS' || code === 'EACCES') {
    return new ApiError('storage_unavailable', undefined, {
      cause: error,
      headers: { 'retry-after': '5' },
    })
  }
  const { message } = error as Error
  // The multipart parser's own complaint about a cut-off or malformed body.
  if (/Unexpected end of (form|multipart)|Malformed|Multipart: Boundary/i.test(message)) {
    return new ApiError('invalid_content_type', 'The multipart body is cut off or malformed.')
  }
  return error
}
