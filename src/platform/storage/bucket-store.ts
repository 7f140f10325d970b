import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { BucketSettings } from './address.ts'
import { createBucket } from './bucket.ts'
import { removeUnfinishedIn, UNFINISHED } from './disk.ts'
import {
  isStorageKey,
  newStorageKey,
  openSealed,
  placeOfEnvironment,
  placeOfFile,
  sealInto,
} from './sealing.ts'
import type { Content } from './sign-call.ts'
import type { Store, StoreSettings } from './store.ts'

/**
 * A store in a bucket, under the same names as on disk. What comes in is sealed into a file of
 * `waitingDir` first and sent from there: its size and hash are known then, a broken upload never
 * reaches the bucket, and no file is held in memory.
 */
export function createBucketStore(
  { bucket: place, waitingDir }: { bucket: BucketSettings; waitingDir: string },
  settings: StoreSettings,
): Store {
  const bucket = createBucket(place)
  const readSealed = (environmentId: string, storageKey: string): Promise<Buffer | null> =>
    bucket.get(placeOfFile(environmentId, storageKey))
  return {
    put: async (environmentId, source) => {
      const name = { environmentId, storageKey: newStorageKey() }
      const object = placeOfFile(environmentId, name.storageKey)
      const path = join(waitingDir, object) + UNFINISHED
      const stored = await sealInto(path, source, { ...name, ...settings })
      try {
        await bucket.put(object, await readContent(path))
      } finally {
        await rm(path, { force: true })
      }
      return stored
    },
    read: async (environmentId, storageKey, wrappedKey) => {
      const sealed = { environmentId, storageKey, wrappedKey, ...settings }
      return openSealed(await readSealed(environmentId, storageKey), sealed)
    },
    readSealed,
    writeSealed: (environmentId, storageKey, bytes) =>
      bucket.put(placeOfFile(environmentId, storageKey), bytes),
    remove: (environmentId, storageKey) => bucket.remove(placeOfFile(environmentId, storageKey)),
    exists: async (environmentId, storageKey) =>
      bucket.exists(placeOfFile(environmentId, storageKey)),
    list: async function* list(environmentId, settledMs = 0) {
      for await (const { name, modifiedAtMs } of bucket.list(
        `${placeOfEnvironment(environmentId)}/`,
      )) {
        const isSettled = settledMs === 0 || modifiedAtMs <= settings.now() - settledMs
        if (isSettled && isStorageKey(basename(name))) yield basename(name)
      }
    },
    removeUnfinished: (environmentId, settledMs) =>
      removeUnfinishedIn(
        waitingDir,
        join(waitingDir, placeOfEnvironment(environmentId)),
        settledMs,
      ),
    checkWritable: async () => {
      const probe = `.probe-${randomUUID()}`
      await bucket.put(probe, Buffer.from('x'))
      await bucket.remove(probe)
    },
    close: () => bucket.close(),
  }
}

async function readContent(path: string): Promise<Content> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  const { size } = await stat(path)
  return { path, sizeBytes: size, sha256: hash.digest('hex') }
}
