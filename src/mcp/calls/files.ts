import { realpath, readFile, stat } from 'node:fs/promises'
import { basename, relative, resolve } from 'node:path'
import type { ApiRequest } from './api.ts'
import { toText } from '../text.ts'

const FILE_BYTES_MAX = 50 * 1024 * 1024

/** A file that the caller names, or the sentence that says what is wrong with it. */
export type Source =
  | { kind: 'bytes'; filename: string; bytes: Buffer }
  | { kind: 'url' }
  | { kind: 'fault'; fault: string }

/** Exactly one of `file_path`, `url` and `content_base64`. */
export async function readSource(
  values: Record<string, unknown>,
  filesRoot: string | null,
): Promise<Source> {
  const names = ['content_base64', 'url', ...(filesRoot === null ? [] : ['file_path'])]
  const given = names.filter((name) => typeof values[name] === 'string' && values[name] !== '')
  if (given.length !== 1) {
    const found = given.length === 0 ? 'none of them' : given.join(' and ')
    return fault(`Give the file as exactly one of ${names.join(', ')}; this call has ${found}.`)
  }
  if (given[0] === 'url') return { kind: 'url' }
  if (given[0] === 'file_path') return readPath(String(values.file_path), values, filesRoot!)
  return decode(String(values.content_base64), values.filename)
}

function decode(text: string, filename: unknown): Source {
  const bare = text.replace(/^data:[^,]*,/, '').replace(/\s+/g, '')
  if (!/^[\w+/-]+={0,2}$/.test(bare))
    return fault('content_base64 must be the bytes of the file in base64, without other text.')
  if (typeof filename !== 'string') return fault('filename is missing: such as "may-2026.pdf".')
  return { kind: 'bytes', filename, bytes: Buffer.from(bare, 'base64') }
}

/** Links out of the folder lead nowhere: the real place of a file decides. */
async function readPath(
  path: string,
  { filename }: Record<string, unknown>,
  filesRoot: string,
): Promise<Source> {
  try {
    const root = await realpath(filesRoot)
    const place = await realpath(resolve(root, path))
    const inner = relative(root, place)
    if (inner === '' || inner.startsWith('..') || resolve(inner) === inner)
      return fault(`file_path must lead to a file in ${root}; MCP_FILES_ROOT names another folder.`)
    const { size, isFile } = await measure(place)
    if (!isFile) return fault(`${path} is not a file.`)
    if (size > FILE_BYTES_MAX) return fault(`${path} is larger than 50 MiB.`)
    const name = typeof filename === 'string' ? filename : basename(place)
    return { kind: 'bytes', filename: name, bytes: await readFile(place) }
  } catch {
    return fault(`There is no file ${path} in ${filesRoot} that can be read.`)
  }
}

async function measure(place: string): Promise<{ size: number; isFile: boolean }> {
  const found = await stat(place)
  return { size: found.size, isFile: found.isFile() }
}

/** The same request with the file in a form, as large as the API takes it. */
export async function attachFile(
  request: ApiRequest,
  { filename, bytes }: { filename: string; bytes: Buffer },
): Promise<ApiRequest> {
  const form = new FormData()
  const fields = JSON.parse(String(request.body ?? '{}')) as Record<string, unknown>
  for (const [name, value] of Object.entries(fields))
    if (name !== 'filename' && value !== null) form.set(name, toText(value))
  form.set('file', new Blob([new Uint8Array(bytes)]), filename)
  const encoded = new Response(form)
  const contentType = encoded.headers.get('content-type') ?? 'multipart/form-data'
  return {
    ...request,
    headers: { ...request.headers, 'content-type': contentType },
    body: Buffer.from(await encoded.arrayBuffer()),
  }
}

function fault(text: string): Source {
  return { kind: 'fault', fault: text }
}
