import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type { LineSink } from '../../platform/log.ts'

const FILE_BYTES_MAX = 10 * 1024 * 1024
/** Older files beside the present one: `assay.log.1` is the latest of them. */
const OLDER_FILES = 4

/**
 * A log file that only its owner may read. A full one is renamed and the oldest is given up, so
 * that all together stay below fifty MiB. A line that cannot be written is dropped.
 */
export function openLogFile(path: string, bytesMax = FILE_BYTES_MAX): LineSink {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const open = (): number => openSync(path, 'a', 0o600)
  let file = open()
  let bytes = fstatSync(file).size
  const rotate = (): void => {
    for (let age = OLDER_FILES; age > 0; age -= 1)
      moveIfThere(age === 1 ? path : `${path}.${age - 1}`, `${path}.${age}`)
    const next = open()
    closeSync(file)
    file = next
    bytes = 0
  }
  return {
    write: (line) => {
      try {
        if (bytes >= bytesMax) rotate()
        bytes += writeSync(file, line)
      } catch {
        // A log that cannot be written, as on a full disk, is no reason to end.
      }
    },
  }
}

function moveIfThere(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
