import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The key ring of a self-hosted copy: made once, readable by the owner alone. Empty when there is
 * none and it must not be made.
 */
export function readKeyFile(dataDir: string, mayMake = true): string {
  const file = getKeyFilePath(dataDir)
  if (!existsSync(file)) {
    if (!mayMake) return ''
    try {
      writeFileSync(file, `k1:${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
    } catch (error) {
      // Another process of the same copy was faster; its key is the one.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  chmodSync(file, 0o600)
  return readFileSync(file, 'utf8').trim()
}

/** The file that holds this ring; null when the ring is a setting. */
export function findKeyFile({ dataDir, encryptionKeys }: RingPlace): string | null {
  const file = getKeyFilePath(dataDir)
  const isThere = existsSync(file) && readFileSync(file, 'utf8').trim() === encryptionKeys
  return isThere ? file : null
}

interface RingPlace {
  dataDir: string
  encryptionKeys: string
}

/**
 * Puts a key before those of the generated ring. Returns the file; null when the ring is a setting,
 * which is not ours to change.
 */
export function keepNewKey({ dataDir, encryptionKeys }: RingPlace, key: string): string | null {
  const file = findKeyFile({ dataDir, encryptionKeys })
  if (file === null) return null
  const draft = `${file}.new`
  writeFileSync(draft, `${key},${encryptionKeys}\n`, { mode: 0o600 })
  renameSync(draft, file)
  return file
}

/** Where the generated ring of a copy is. */
export function getKeyFilePath(dataDir: string): string {
  return join(dataDir, 'encryption.key')
}
