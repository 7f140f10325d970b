import { randomUUID } from 'node:crypto'
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
import { faultPoint } from '../faults.ts'
import {
  isStorageKey,
  newStorageKey,
  openSealed,
  placeOfEnvironment,
  placeOfFile,
  sealInto,
} from './sealing.ts'
import type { Store, StoreSettings } from './store.ts'

/** What a write that is under way, or was broken off, is called. */
export const UNFINISHED = '.part'

/**
 * A store in a folder: `root/<environment>/<2 characters>/<random key>`. A file appears under its
 * name only when it is complete and on disk (temporary name, fsync, rename).
 */
export function createDiskStore(root: string, settings: StoreSettings): Store {
  const toPath = (environmentId: string, storageKey: string): string =>
    join(root, placeOfFile(environmentId, storageKey))
  const toFolder = (environmentId: string): string => join(root, placeOfEnvironment(environmentId))
  const readSealed = (environmentId: string, storageKey: string): Promise<Buffer | null> =>
    readFile(toPath(environmentId, storageKey)).catch(ignoreMissing)
  return {
    put: async (environmentId, source) => {
      const name = { environmentId, storageKey: newStorageKey() }
      const path = toPath(environmentId, name.storageKey)
      const stored = await sealInto(path + UNFINISHED, source, { ...name, ...settings })
      await moveIntoPlace(path)
      return stored
    },
    read: async (environmentId, storageKey, wrappedKey) => {
      const sealed = { environmentId, storageKey, wrappedKey, ...settings }
      return openSealed(await readSealed(environmentId, storageKey), sealed)
    },
    readSealed,
    writeSealed: async (environmentId, storageKey, bytes) => {
      const path = toPath(environmentId, storageKey)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await writeFile(path + UNFINISHED, bytes, { mode: 0o600, flush: true })
      await moveIntoPlace(path)
    },
    remove: async (environmentId, storageKey) => {
      await rm(toPath(environmentId, storageKey), { force: true })
      await faultPoint('store.removed')
    },
    exists: async (environmentId, storageKey) => isThere(toPath(environmentId, storageKey)),
    list: async function* list(environmentId, settledMs = 0) {
      const until = settledMs === 0 ? Infinity : (await probe(root)) - settledMs
      yield* listKeys(toFolder(environmentId), until)
    },
    removeUnfinished: (environmentId, settledMs) =>
      removeUnfinishedIn(root, toFolder(environmentId), settledMs),
    checkWritable: async () => void (await probe(root)),
    close: async () => {},
  }
}

/** Removes what writes into a folder below `root` that were broken off so long ago have left. */
export async function removeUnfinishedIn(
  root: string,
  folder: string,
  settledMs: number,
): Promise<void> {
  const until = (await probe(root)) - settledMs
  for await (const path of listFiles(folder, until))
    if (path.endsWith(UNFINISHED)) await rm(path, { force: true })
}

/** Writes a file and removes it; returns when that was by the clock of the disk itself. */
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

async function moveIntoPlace(path: string): Promise<void> {
  try {
    await faultPoint('store.written')
    await rename(path + UNFINISHED, path)
    await syncFolder(dirname(path))
    await faultPoint('store.named')
  } catch (error) {
    await rm(path + UNFINISHED, { force: true })
    throw error
  }
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

/** A file that is not there is none; any other failure is one. */
function ignoreMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  return null
}

/** The name itself must survive a power cut; Windows has no such call. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync().finally(async () => handle.close())
}

async function* listKeys(folder: string, until: number): AsyncGenerator<string> {
  for await (const path of listFiles(folder, until)) {
    const name = basename(path)
    if (isStorageKey(name)) yield name
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
