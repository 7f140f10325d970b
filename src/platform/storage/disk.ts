import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import {
  access,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { KeyRing } from '../crypto/key-ring.ts'
import { placeIn } from '../crypto/sealed-column.ts'
import { faultPoint } from '../faults.ts'
import { FileTooLarge, type Store } from './store.ts'

interface DiskSettings {
  root: string
  keyRing: KeyRing
  sizeBytesMax: number
}

/** What every column with the key of a file has in common: the key is bound to the file. */
export const FILE_KEY = { column: 'wrapped_key', place: 'files', boundTo: ['storage_key'] }

const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Stated, or Node would take a tag cut to 4 bytes as proof. */
const TAG = { authTagLength: TAG_BYTES }
const UNFINISHED = '.part'
const KEY_FORM = /^[0-9a-f]{32}$/
const ENVIRONMENT_FORM = /^[0-9a-f-]{36}$/

/**
 * A store in a folder: `root/<environment>/<2 characters>/<random key>`. A file appears under its
 * name only when it is complete and on disk (temporary name, fsync, rename).
 */
export function createDiskStore(settings: DiskSettings): Store {
  const { root, keyRing } = settings
  return {
    put: async (environmentId, source) => {
      const storageKey = randomUUID().replaceAll('-', '')
      const secret = randomBytes(32)
      const path = pathOf(root, environmentId, storageKey)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const { sizeBytes, sha256 } = await write(path, source, {
        secret,
        sizeBytesMax: settings.sizeBytesMax,
      })
      return {
        storageKey,
        wrappedKey: keyRing.sealBytes(secret, placeOf(environmentId, storageKey)),
        sizeBytes,
        sha256,
      }
    },
    read: async (environmentId, storageKey, wrappedKey) => {
      const secret = keyRing.openBytes(wrappedKey, placeOf(environmentId, storageKey))
      return decrypt(await readFile(pathOf(root, environmentId, storageKey)), secret)
    },
    readSealed: (environmentId, storageKey) =>
      readFile(pathOf(root, environmentId, storageKey)).catch(ignoreMissing),
    writeSealed: (environmentId, storageKey, bytes) =>
      writeWhole(pathOf(root, environmentId, storageKey), bytes),
    remove: async (environmentId, storageKey) => {
      await rm(pathOf(root, environmentId, storageKey), { force: true })
      await faultPoint('store.removed')
    },
    exists: (environmentId, storageKey) =>
      access(pathOf(root, environmentId, storageKey)).then(
        () => true,
        () => false,
      ),
    list: async function* (environmentId, settledMs = 0) {
      const until = settledMs === 0 ? Infinity : (await probe(root)) - settledMs
      yield* listKeys(folderOf(root, environmentId), until)
    },
    removeUnfinished: async (environmentId, settledMs) => {
      const until = (await probe(root)) - settledMs
      for await (const path of listFiles(folderOf(root, environmentId), until))
        if (path.endsWith(UNFINISHED)) await rm(path, { force: true })
    },
    checkWritable: async () => void (await probe(root)),
  }
}

function pathOf(root: string, environmentId: string, storageKey: string): string {
  if (!KEY_FORM.test(storageKey)) throw new Error('Not a storage key')
  return join(folderOf(root, environmentId), storageKey.slice(0, 2), storageKey)
}

function folderOf(root: string, environmentId: string): string {
  if (!ENVIRONMENT_FORM.test(environmentId)) throw new Error('Not an environment id')
  return join(root, environmentId)
}

function placeOf(environmentId: string, storageKey: string): string {
  return placeIn(FILE_KEY, environmentId, [storageKey])
}

/** On disk: nonce, ciphertext, tag. */
async function write(
  path: string,
  source: Buffer | NodeJS.ReadableStream,
  options: { secret: Buffer; sizeBytesMax: number },
): Promise<{ sizeBytes: number; sha256: string }> {
  const temporary = `${path}${UNFINISHED}`
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', options.secret, nonce, TAG)
  const meter = measure(options.sizeBytesMax)
  try {
    const stream = Buffer.isBuffer(source) ? Readable.from([source]) : (source as Readable)
    const sink = createWriteStream(temporary, { mode: 0o600 })
    sink.write(nonce)
    await pipeline(stream, meter.transform, cipher, sink)
    await finish(temporary, cipher.getAuthTag())
    await faultPoint('store.written')
    await rename(temporary, path)
    await syncFolder(dirname(path))
    await faultPoint('store.named')
    return meter.result()
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** A file that is not there is none; any other failure is one. */
function ignoreMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  return null
}

async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const temporary = `${path}${UNFINISHED}`
  await writeFile(temporary, bytes, { mode: 0o600, flush: true })
  await rename(temporary, path)
  await syncFolder(dirname(path))
}

/** Appends the tag and waits until the bytes are on disk. */
async function finish(temporary: string, tag: Buffer): Promise<void> {
  const file = await open(temporary, 'a')
  try {
    await file.appendFile(tag)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The name itself must survive a power cut; Windows has no such call. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync().finally(async () => handle.close())
}

function measure(sizeBytesMax: number): {
  transform: Transform
  result: () => { sizeBytes: number; sha256: string }
} {
  const hash = createHash('sha256')
  let sizeBytes = 0
  const transform = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.length
      hash.update(chunk)
      done(
        sizeBytes > sizeBytesMax ? new FileTooLarge(`More than ${sizeBytesMax} bytes`) : null,
        chunk,
      )
    },
  })
  return { transform, result: () => ({ sizeBytes, sha256: hash.digest('hex') }) }
}

function decrypt(bytes: Buffer, secret: Buffer): Buffer {
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const tag = bytes.subarray(bytes.length - TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', secret, nonce, TAG).setAuthTag(tag)
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
}

/** Writes a file and removes it; answers when that was by the clock of the disk itself. */
async function probe(root: string): Promise<number> {
  await mkdir(root, { recursive: true, mode: 0o700 })
  const path = join(root, `.probe-${randomUUID()}`)
  try {
    await writeFile(path, 'x')
    return (await stat(path)).mtimeMs
  } finally {
    await rm(path, { force: true })
  }
}

async function* listKeys(folder: string, until: number): AsyncGenerator<string> {
  for await (const path of listFiles(folder, until)) {
    const name = basename(path)
    if (KEY_FORM.test(name)) yield name
  }
}

/** Those last written until then; a file that goes while we look is none. */
async function* listFiles(folder: string, until: number): AsyncGenerator<string> {
  const shelves = await readdir(folder).catch(() => [])
  for (const shelf of shelves) {
    for (const name of await readdir(join(folder, shelf))) {
      const path = join(folder, shelf, name)
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: NaN }))
      if (mtimeMs <= until) yield path
    }
  }
}
