import type { Outgoing } from './transport.ts'

/** A path (in Node), bytes, a Blob or File, or a stream with a name. */
export type FileInput = string | Uint8Array | ArrayBuffer | Blob | NamedFile

export interface NamedFile {
  filename: string
  content: Uint8Array | ArrayBuffer | Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>
}

type Bytes = Uint8Array<ArrayBuffer>

/** A stream up to this length is kept, so that it can be sent again. */
const KEPT_BYTES_MAX = 8 * 1024 * 1024
const CHUNK_BYTES = 64 * 1024

/** Lists are joined by commas; maps are `metadata[key]=value`; null and undefined are left out. */
export function encodeQuery(entries: readonly [string, unknown][]): string {
  const query = new URLSearchParams()
  for (const [name, value] of entries) {
    if (value === null || value === undefined) continue
    if (Array.isArray(value)) query.append(name, value.join(','))
    else if (typeof value === 'object' && !(value instanceof Date))
      for (const [key, one] of Object.entries(value)) query.append(`${name}[${key}]`, toText(one))
    else query.append(name, toText(value))
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

function toText(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value)
}

export async function encodeBody(
  params: Record<string, unknown>,
  hasFiles = false,
): Promise<Outgoing | undefined> {
  const { file, ...fields } = params
  if (hasFiles && file !== undefined) return encodeForm([file].flat() as FileInput[], fields)
  if (Object.keys(params).length === 0) return undefined
  const text = JSON.stringify(params)
  return { content: () => text, contentType: 'application/json' }
}

/**
 * A form of files. One with a file by its path is read as it is sent, in a fifth of the memory; one
 * with a stream that is too long to keep is sent once.
 */
async function encodeForm(files: FileInput[], fields: Record<string, unknown>): Promise<Outgoing> {
  const opened = await Promise.all(files.map(openFile))
  if (opened.some(({ blob, rest }) => blob === undefined || rest !== undefined))
    return encodeStream(opened, fields)
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, toField(value))
  for (const { filename, blob } of opened) form.append('file', blob!, filename)
  return { content: () => form }
}

function toField(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

interface OpenedFile {
  filename: string
  /** What is known of the content. */
  blob?: Blob
  /** Of a file by its path, which is read at each attempt. */
  path?: string
  /** What comes after the blob, of a long stream. */
  rest?: AsyncIterator<Uint8Array>
}

async function openFile(file: FileInput): Promise<OpenedFile> {
  if (typeof file === 'string') return openPath(file)
  if (file instanceof Blob)
    return { filename: file instanceof File ? file.name : 'file', blob: file }
  if (file instanceof Uint8Array || file instanceof ArrayBuffer)
    return { filename: 'file', blob: new Blob([file as Bytes]) }
  const { filename, content } = file
  if (content instanceof Blob) return { filename, blob: content }
  if (content instanceof Uint8Array || content instanceof ArrayBuffer)
    return { filename, blob: new Blob([content as Bytes]) }
  return { filename, ...(await readStart(content as AsyncIterable<Uint8Array>)) }
}

/** Looks at once whether it can be read: an attempt that fails at it would pass for a lost one. */
async function openPath(path: string): Promise<OpenedFile> {
  const { open } = await import('node:fs/promises')
  const handle = await open(path)
  const isFile = await handle.stat().then((stat) => stat.isFile())
  await handle.close()
  if (!isFile) throw new TypeError(`${path} is not a file`)
  return { filename: path.split(/[/\\]/).at(-1)!, path }
}

async function* readPath(path: string): AsyncGenerator<Uint8Array> {
  const { open } = await import('node:fs/promises')
  const handle = await open(path)
  try {
    for (;;) {
      const { bytesRead, buffer } = await handle.read(new Uint8Array(CHUNK_BYTES))
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await handle.close()
  }
}

async function readStart(stream: AsyncIterable<Uint8Array>): Promise<Omit<OpenedFile, 'filename'>> {
  const source = stream[Symbol.asyncIterator]()
  const chunks: Bytes[] = []
  let length = 0
  while (length <= KEPT_BYTES_MAX) {
    const { value, done } = await source.next()
    if (done) return { blob: new Blob(chunks) }
    chunks.push(value as Bytes)
    length += value.length
  }
  return { blob: new Blob(chunks), rest: source }
}

function encodeStream(files: OpenedFile[], fields: Record<string, unknown>): Outgoing {
  const boundary = `assay${crypto.randomUUID().replaceAll('-', '')}`
  const isOnce = files.some(({ rest }) => rest !== undefined)
  const content = () => toStream(writeParts(boundary, files, fields))
  return { content, contentType: `multipart/form-data; boundary=${boundary}`, isOnce }
}

/** Given an iterable instead, `fetch` holds twice as much. */
function toStream(parts: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await parts.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: async () => void (await parts.return(undefined)),
  })
}

async function* writeParts(
  boundary: string,
  files: OpenedFile[],
  fields: Record<string, unknown>,
): AsyncGenerator<Uint8Array> {
  const text = new TextEncoder()
  const open = (head: string) =>
    text.encode(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`)
  for (const [name, value] of Object.entries(fields)) {
    yield open(`name="${name}"`)
    yield text.encode(`${toField(value)}\r\n`)
  }
  for (const { filename, blob, path, rest } of files) {
    const escaped = filename.replace(/["\r\n]/g, (char) => encodeURIComponent(char))
    yield open(`name="file"; filename="${escaped}"`)
    if (path !== undefined) yield* readPath(path)
    if (blob !== undefined) yield new Uint8Array(await blob.arrayBuffer())
    if (rest !== undefined) yield* { [Symbol.asyncIterator]: () => rest }
    yield text.encode('\r\n')
  }
  yield text.encode(`--${boundary}--\r\n`)
}
