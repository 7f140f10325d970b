import { unzipSync, type UnzipFileInfo } from 'fflate'
import { Locked, type ContainerReader } from './container.ts'

const ENCRYPTED_FLAG = 1

export const zipReader: ContainerReader = {
  list: async (bytes) => {
    if (isLocked(bytes)) throw new Locked('The archive is locked by a password.')
    return listEntries(bytes).map(({ name, originalSize }) => ({ name, sizeBytes: originalSize }))
  },
  take: async (bytes, index) => {
    const wanted = listEntries(bytes)[index]!
    let at = -1
    const taken = unzipSync(bytes, { filter: (entry) => isWanted(entry) && ++at === index })
    const unpacked = taken[wanted.name]
    // An entry that inflates to another size than declared was made to mislead.
    if (unpacked?.length !== wanted.originalSize) throw new Error('The entry is broken')
    return unpacked
  },
}

/** The entries of the directory, without unpacking them. */
function listEntries(bytes: Uint8Array): UnzipFileInfo[] {
  const entries: UnzipFileInfo[] = []
  unzipSync(bytes, {
    filter: (entry) => {
      if (isWanted(entry)) entries.push(entry)
      return false
    },
  })
  return entries
}

/** `__MACOSX/…`, `.DS_Store` and `Thumbs.db` are files of operating systems. */
function isWanted({ name, originalSize }: UnzipFileInfo): boolean {
  const parts = name.split('/')
  return (
    originalSize > 0 &&
    !name.endsWith('/') &&
    !parts.some((part) => part.startsWith('.') || part === '__MACOSX' || part === 'Thumbs.db')
  )
}

/** The first entry's general purpose flag (APPNOTE 4.4.4). */
function isLocked(bytes: Uint8Array): boolean {
  return ((bytes[6] ?? 0) & ENCRYPTED_FLAG) !== 0
}
