import { execFileSync } from 'node:child_process'
import { closeSync, ftruncateSync, globSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '../../../../src/platform/postgres/processes.ts'

/** A disk of a few megabytes that can be filled to the last byte. */
export interface Volume {
  path: string
  /** Leaves so many bytes. */
  fill(freeBytes: number): void
  empty(): void
  remove(): void
}

const CHUNK = Buffer.alloc(64 * 1024, 1)

/** Null where this process may not mount, which needs Linux and root. */
export async function mountVolume(megabytes: number): Promise<Volume | null> {
  await removeLeftovers()
  const path = join(tmpdir(), `assay-disk-${process.pid}-${crypto.randomUUID().slice(0, 8)}`)
  mkdirSync(path)
  try {
    const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', path]
    execFileSync('mount', options, { stdio: 'ignore' })
  } catch {
    rmSync(path, { recursive: true })
    return null
  }
  const ballast = join(path, 'ballast')
  return {
    path,
    fill: (freeBytes) => fill(ballast, freeBytes),
    empty: () => rmSync(ballast, { force: true }),
    remove: () => unmount(path),
  }
}

function fill(path: string, freeBytes: number): void {
  const file = openSync(path, 'a')
  let written = 0
  try {
    for (;;) written += writeSync(file, CHUNK)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    if (freeBytes > 0) ftruncateSync(file, Math.max(0, written - freeBytes))
  } finally {
    closeSync(file)
  }
}

/** Those of runs that were killed themselves. */
async function removeLeftovers(): Promise<void> {
  for (const name of globSync('assay-disk-*', { cwd: tmpdir() })) {
    // assay-disk-4242-0193a2f4
    if (!(await isAlive(Number(name.split('-')[2])))) unmount(join(tmpdir(), name))
  }
}

/** Lazily, since a database on it may take a moment to stop. */
function unmount(path: string): void {
  try {
    execFileSync('umount', ['-l', path], { stdio: 'ignore' })
  } catch {
    // It was not mounted any more.
  }
  rmSync(path, { recursive: true, force: true })
}
