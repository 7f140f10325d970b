import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'rolldown'
import {
  bundlePlaces,
  digestSources,
  findScript,
  type Bundle,
} from '../../src/platform/sandbox/bundle.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const READER = 'src/parser.ts'
/** A reader that runs may still load a part of the bundle that it started from. */
const KEPT_MS = 24 * 3_600_000

/** Sources read the tables beside them, so they keep their places. */
const PLACES: Plugin = {
  name: 'places',
  transform: {
    filter: { code: 'import.meta.url' },
    handler: (code, id) =>
      code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
  },
}

/** Makes the bundle of the reader, unless there is one of the sources as they are. Returns its script. */
export async function bundleReader(): Promise<string> {
  const known = findScript(ROOT, READER)
  if (known !== join(ROOT, READER)) return known
  const { folder, manifest } = bundlePlaces(ROOT, READER)
  mkdirSync(folder, { recursive: true })
  const dir = join(folder, `${Date.now()}-${process.pid}`)
  const script = join(dir, 'entry.js')
  removeOld(folder)
  const sources = await write(dir)
  const digest = digestSources(ROOT, sources)!
  const bundle: Bundle = { root: ROOT, sources, digest, script }
  writeFileSync(join(dir, 'bundle.json'), `${JSON.stringify(bundle, null, 1)}\n`)
  renameSync(join(dir, 'bundle.json'), manifest)
  return script
}

/** Packages stay what they are: they know their own files, and are as they were installed. */
async function write(dir: string): Promise<string[]> {
  const { build } = await import('rolldown')
  const { output } = await build({
    input: { entry: join(ROOT, READER) },
    cwd: ROOT,
    platform: 'node',
    logLevel: 'warn',
    external: /^[@a-z]/,
    plugins: [PLACES],
    output: { dir, format: 'esm' },
  })
  const modules = output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))
  return modules
    .filter((id) => id.startsWith(ROOT))
    .map((id) => relative(ROOT, id).replaceAll(sep, '/'))
    .toSorted()
}

/** The newest is the one in use, however old it is. */
function removeOld(folder: string): void {
  const made = readdirSync(folder).filter((name) => name !== 'bundle.json')
  for (const name of made.toSorted().slice(0, -1)) {
    const path = join(folder, name)
    if (Date.now() - statSync(path).mtimeMs > KEPT_MS)
      rmSync(path, { recursive: true, force: true })
  }
}
