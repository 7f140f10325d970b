import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Beside the packages that a bundle imports: an installation replaces both. */
const BUNDLES = 'node_modules/.cache/bundles'

/** File systems note times by a clock of steps, behind ours. */
const CLOCK_STEP_MS = 1_000

/** What a bundle was made of, and where it stands. */
export interface Bundle {
  /** The tree: the tables beside the sources are read from where they were. */
  root: string
  /** Of the tree, sorted. */
  sources: string[]
  digest: string
  /** When its sources began to be read, in milliseconds since 1970. */
  madeAt: number
  /** Absolute path of the script that does what the entry does. */
  script: string
}

/** The folder of the bundles of an entry, and the file that says which one holds. */
export function bundlePlaces(root: string, entry: string): { folder: string; manifest: string } {
  const folder = join(root, BUNDLES, entry.replaceAll('/', '-'))
  return { folder, manifest: join(folder, 'bundle.json') }
}

/**
 * The bundle of an entry, when it was made in this tree of the sources as they are now, else the
 * entry itself. Looks at each call, since sources change under a process that watches them.
 */
export function findScript(root: string, entry: string): string {
  const bundle = readBundle(root, entry)
  return bundle?.root === root && isCurrent(bundle) ? bundle.script : join(root, entry)
}

/** Reading a thousand sources takes longer than looking when each was last written. */
function isCurrent({ root, sources, digest, madeAt }: Bundle): boolean {
  return isUntouched(root, sources, madeAt) || digestSources(root, sources) === digest
}

/** By the time of the last change, which unlike that of the content nothing sets back. */
function isUntouched(root: string, sources: readonly string[], since: number): boolean {
  return sources.every((source) => {
    const stat = statSync(root + source, { throwIfNoEntry: false })
    return stat !== undefined && stat.ctimeMs < since - CLOCK_STEP_MS
  })
}

/** A digest of the names and contents of sources; null when one of them is gone. */
export function digestSources(root: string, sources: readonly string[]): string | null {
  const digest = createHash('sha256')
  try {
    for (const source of sources) digest.update(`${source}\0`).update(readFileSync(root + source))
    return digest.digest('hex')
  } catch {
    return null
  }
}

function readBundle(root: string, entry: string): Bundle | null {
  try {
    return JSON.parse(readFileSync(bundlePlaces(root, entry).manifest, 'utf8')) as Bundle
  } catch {
    return null
  }
}
