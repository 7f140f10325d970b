import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { KeyRing } from '../crypto/key-ring.ts'
import { placeIn } from '../crypto/sealed-column.ts'
import { FileMissing, FileTooLarge, type StoredFile, type StoreSettings } from './store.ts'

/** What every column with the key of a file has in common: the key is bound to the file. */
export const FILE_KEY = { column: 'wrapped_key', place: 'files', boundTo: ['storage_key'] }

const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Stated, or Node would take a tag cut to 4 bytes as proof. */
const TAG = { authTagLength: TAG_BYTES }
const KEY_FORM = /^[0-9a-f]{32}$/
const ENVIRONMENT_FORM = /^[0-9a-f-]{36}$/

export function newStorageKey(): string {
  return randomUUID().replaceAll('-', '')
}

/**
 * `<environment>/<2 characters>/<storage key>`: where a file lies below the root of a store. Throws
 * on a name that is not ours, so that none leads elsewhere.
 */
export function placeOfFile(environmentId: string, storageKey: string): string {
  if (!isStorageKey(storageKey)) throw new Error('Not a storage key')
  return `${placeOfEnvironment(environmentId)}/${storageKey.slice(0, 2)}/${storageKey}`
}

export function placeOfEnvironment(environmentId: string): string {
  if (!ENVIRONMENT_FORM.test(environmentId)) throw new Error('Not an environment id')
  return environmentId
}

export function isStorageKey(name: string): boolean {
  return KEY_FORM.test(name)
}

/**
 * Seals a source with a key of its own into a file at `path`: nonce, ciphertext, tag, on disk when
 * this returns. Throws `FileTooLarge` beyond the cap; whatever it throws, the file is gone then.
 */
export async function sealInto(
  path: string,
  source: Buffer | NodeJS.ReadableStream,
  { environmentId, storageKey, ...settings }: FileName & StoreSettings,
): Promise<StoredFile> {
  const secret = randomBytes(32)
  const meter = measure(settings.sizeBytesMax)
  // It may break off before anything reads it; who reads it learns of it then.
  if (source instanceof Readable) source.on('error', () => {})
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  try {
    await write(path, source, { secret, meter: meter.transform })
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  const wrappedKey = settings.keyRing.sealBytes(secret, sealedPlace(environmentId, storageKey))
  return { storageKey, wrappedKey, ...meter.result() }
}

interface FileName {
  environmentId: string
  storageKey: string
}

/**
 * The bytes that were sealed. Throws `FileMissing` for none, and when one of them was changed or
 * the key is another's.
 */
export function openSealed(
  bytes: Buffer | null,
  { environmentId, storageKey, wrappedKey, keyRing }: FileName & Keys,
): Buffer {
  if (bytes === null) throw new FileMissing(storageKey)
  const secret = keyRing.openBytes(wrappedKey, sealedPlace(environmentId, storageKey))
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const tag = bytes.subarray(bytes.length - TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', secret, nonce, TAG).setAuthTag(tag)
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
}

interface Keys {
  wrappedKey: string
  keyRing: KeyRing
}

function sealedPlace(environmentId: string, storageKey: string): string {
  return placeIn(FILE_KEY, environmentId, [storageKey])
}

async function write(
  path: string,
  source: Buffer | NodeJS.ReadableStream,
  { secret, meter }: { secret: Buffer; meter: Transform },
): Promise<void> {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', secret, nonce, TAG)
  const stream = Buffer.isBuffer(source) ? Readable.from([source]) : (source as Readable)
  const sink = createWriteStream(path, { mode: 0o600 })
  sink.write(nonce)
  await pipeline(stream, meter, cipher, sink)
  await finish(path, cipher.getAuthTag())
}

/** Appends the tag and waits until the bytes are on disk. */
async function finish(path: string, tag: Buffer): Promise<void> {
  const file = await open(path, 'a')
  try {
    await file.appendFile(tag)
    await file.sync()
  } finally {
    await file.close()
  }
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
