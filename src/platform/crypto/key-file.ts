import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The key ring of a self-hosted copy: made once, readable by the owner alone. */
export function readKeyFile(dataDir: string): string {
  const file = getKeyFilePath(dataDir)
  if (!existsSync(file)) {
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

/**
 * Puts a key before those of the generated ring. Returns the file; null when the ring is a setting,
 * which is not ours to change.
 */
export function keepNewKey(
  { dataDir, encryptionKeys }: { dataDir: string; encryptionKeys: string },
  key: string,
): string | null {
  const file = getKeyFilePath(dataDir)
  if (!existsSync(file) || readFileSync(file, 'utf8').trim() !== encryptionKeys) return null
  const draft = `${file}.new`
  writeFileSync(draft, `${key},${encryptionKeys}\n`, { mode: 0o600 })
  renameSync(draft, file)
  return file
}

/** Where the generated ring of a copy is. */
export function getKeyFilePath(dataDir: string): string {
  return join(dataDir, 'encryption.key')
}
