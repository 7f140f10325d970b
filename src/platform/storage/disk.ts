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
import {
  isStorageKey,
  newStorageKey,
  openSealed,
  placeOfEnvironment,
  placeOfFile,
  sealInto,
} from './sealing.ts'
import { FileMissing, type Store, type StoreSettings } from './store.ts'

/** What a write that is under way, or was broken off, is called. */
export const UNFINISHED = '.part'

/**
 * A store in a folder: `root/<environment>/<2 characters>/<random key>`. A file appears under its
 * name only when it is complete and on disk (temporary name, fsync, rename).
 */
export function createDiskStore(root: string, settings: StoreSettings): Store {
  const pathOf = (environmentId: string, storageKey: string): string =>
    join(root, placeOfFile(environmentId, storageKey))
  const folderOf = (environmentId: string): string => join(root, placeOfEnvironment(environmentId))
  const readSealed = (environmentId: string, storageKey: string): Promise<Buffer | null> =>
    readFile(pathOf(environmentId, storageKey)).catch(ignoreMissing)
  return {
    put: async (environmentId, source) => {
      const name = { environmentId, storageKey: newStorageKey() }
      const path = pathOf(environmentId, name.storageKey)
      const stored = await sealInto(path + UNFINISHED, source, { ...name, ...settings })
      await moveIntoPlace(path)
      return stored
    },
    read: async (environmentId, storageKey, wrappedKey) => {
      const bytes = await readSealed(environmentId, storageKey)
      if (bytes === null) throw new FileMissing(storageKey)
      return openSealed(bytes, { environmentId, storageKey, wrappedKey, ...settings })
    },
    readSealed,
    writeSealed: async (environmentId, storageKey, bytes) => {
      const path = pathOf(environmentId, storageKey)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await writeFile(path + UNFINISHED, bytes, { mode: 0o600, flush: true })
      await moveIntoPlace(path)
    },
    remove: (environmentId, storageKey) => rm(pathOf(environmentId, storageKey), { force: true }),
    exists: async (environmentId, storageKey) => isThere(pathOf(environmentId, storageKey)),
    list: (environmentId, settledMs = 0) => listKeys(folderOf(environmentId), settledMs),
    removeUnfinished: (environmentId, settledMs) =>
      removeUnfinishedIn(folderOf(environmentId), settledMs),
    checkWritable: async () => {
      await mkdir(root, { recursive: true, mode: 0o700 })
      const probe = join(root, `.probe-${randomUUID()}`)
      await writeFile(probe, 'x').finally(async () => rm(probe, { force: true }))
    },
    close: async () => {},
  }
}

/** Removes what writes into a folder that were broken off so long ago have left. */
export async function removeUnfinishedIn(folder: string, settledMs: number): Promise<void> {
  for await (const path of listFiles(folder, settledMs))
    if (path.endsWith(UNFINISHED)) await rm(path, { force: true })
}

async function moveIntoPlace(path: string): Promise<void> {
  await rename(path + UNFINISHED, path)
  await syncFolder(dirname(path))
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

async function* listKeys(folder: string, settledMs: number): AsyncGenerator<string> {
  for await (const path of listFiles(folder, settledMs)) {
    const name = basename(path)
    if (isStorageKey(name)) yield name
  }
}

/** A file that goes while we look is none. */
async function* listFiles(folder: string, settledMs: number): AsyncGenerator<string> {
  const shelves = await readdir(folder).catch(() => [])
  for (const shelf of shelves) {
    for (const name of await readdir(join(folder, shelf))) {
      const path = join(folder, shelf, name)
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }))
      if (settledMs === 0 || mtimeMs <= Date.now() - settledMs) yield path
    }
  }
}
