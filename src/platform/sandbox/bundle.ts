import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Beside the packages that a bundle imports: an installation replaces both. */
const BUNDLES = 'node_modules/.cache/bundles'

/** What a bundle was made of, and where it stands. */
export interface Bundle {
  /** The tree: the tables beside the sources are read from where they were. */
  root: string
  /** Of the tree, sorted. */
  sources: string[]
  digest: string
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
  const isCurrent = bundle?.root === root && digestSources(root, bundle.sources) === bundle.digest
  return isCurrent ? bundle.script : join(root, entry)
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
