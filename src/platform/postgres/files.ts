import type { Stats } from 'node:fs'
import { lstat, readFile } from 'node:fs/promises'

/** What `lstat` says, or null when there is nothing at `path`. */
export async function lstatOrNull(path: string): Promise<Stats | null> {
  return nullWhenMissing(lstat(path))
}

/** The text of a file, or null when there is none. */
export async function readOrNull(path: string): Promise<string | null> {
  return nullWhenMissing(readFile(path, 'utf8'))
}

async function nullWhenMissing<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    // A file of /proc that was opened and whose process then ended is ESRCH.
    if (hasCode(error, 'ENOENT', 'ESRCH')) return null
    throw error
  }
}

/** True when an error of the system or the database has one of these codes. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
