import type { Readable } from 'node:stream'
import type { KeyRing } from '../crypto/key-ring.ts'

export interface StoredFile {
  storageKey: string
  /** The file's own key, sealed by the key ring; without it the bytes are noise. */
  wrappedKey: string
  sizeBytes: number
  sha256: string
}

/** What every store seals with, and the largest file it takes. */
export interface StoreSettings {
  keyRing: KeyRing
  sizeBytesMax: number
  /** Now, in milliseconds, by the clock that all processes share. */
  now: () => number
}

/** Where files are kept: a folder or a bucket. Names come from us, never from a user. */
export interface Store {
  /**
   * Streams the bytes in, encrypted with a key of their own. Throws `FileTooLarge` beyond the cap,
   * leaving nothing.
   */
  put(environmentId: string, source: Buffer | Readable | NodeJS.ReadableStream): Promise<StoredFile>
  /** The bytes as they were put; throws `FileMissing`, and when a byte was changed. */
  read(environmentId: string, storageKey: string, wrappedKey: string): Promise<Buffer>
  /** The bytes as they lie there, sealed; null when there are none. For backups. */
  readSealed(environmentId: string, storageKey: string): Promise<Buffer | null>
  /** Puts such bytes back under their key. */
  writeSealed(environmentId: string, storageKey: string, bytes: Buffer): Promise<void>
  /** Removing what is not there is not an error. */
  remove(environmentId: string, storageKey: string): Promise<void>
  exists(environmentId: string, storageKey: string): Promise<boolean>
  /** Every key of an environment whose file is at least so old, for finding files without a row. */
  list(environmentId: string, settledMs?: number): AsyncIterable<string>
  /** Removes what a put that was broken off so long ago has left. */
  removeUnfinished(environmentId: string, settledMs: number): Promise<void>
  /** Throws when nothing can be written. */
  checkWritable(): Promise<void>
  close(): Promise<void>
}

export class FileTooLarge extends Error {
  readonly code = 'store_file_too_large'
}

export class FileMissing extends Error {
  readonly code = 'store_file_missing'

  constructor(storageKey: string) {
    super(`There is no file ${storageKey}`)
  }
}

/** The store itself fails: it cannot be reached, or refuses us. */
export class StoreUnavailable extends Error {}
