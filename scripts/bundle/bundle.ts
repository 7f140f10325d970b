import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'rolldown'
import {
  bundlePlaces,
  digestSources,
  findScript,
  type Bundle,
} from '../../src/platform/bundle/bundle.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** What is started often: the reader of documents, and the service with all its commands. */
export const READER = 'src/parser.ts'
export const COMMANDS = 'src/commands/index.ts'
/** What runs may still load a part of the bundle that it started from. */
const KEPT_MS = 24 * 3_600_000

/** They stay sources: they make documents by those of fixtures/, which an image has not. */
const DEMOS = /^\.\/demo\//
/** Among code they would be compiled at each start; Node reads megabytes of JSON in no time. */
const TABLES = /\.json$/

/** Sources read the tables beside them, so they keep their places. */
const PLACES: Plugin = {
  name: 'places',
  resolveId: {
    filter: { id: [DEMOS, TABLES] },
    handler: (id, from) => ({ id: new URL(id, pathToFileURL(from!)).href, external: 'absolute' }),
  },
  transform: {
    filter: { code: /import\.meta\.(?:url|dirname)/ },
    handler: (code, id) =>
      code
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(id))),
  },
}

/** Makes the bundle of each, unless there is one of the sources as they are. */
export async function bundleAll(): Promise<void> {
  for (const entry of [READER, COMMANDS]) await bundle(entry)
}

/** Makes the bundle of one. Returns its script. */
export async function bundle(entry: string): Promise<string> {
  const known = findScript(ROOT, entry)
  if (known !== join(ROOT, entry)) return known
  const { folder, manifest } = bundlePlaces(ROOT, entry)
  mkdirSync(folder, { recursive: true })
  const dir = join(folder, `${Date.now()}-${process.pid}`)
  const script = join(dir, 'entry.mjs')
  removeOld(folder)
  const madeAt = Date.now()
  const sources = await write(entry, dir)
  const digest = digestSources(ROOT, sources)!
  const made: Bundle = { root: ROOT, sources, digest, madeAt, script }
  writeFileSync(join(dir, 'bundle.json'), `${JSON.stringify(made, null, 1)}\n`)
  renameSync(join(dir, 'bundle.json'), manifest)
  return script
}

/** Packages stay what they are: they know their own files, and are as they were installed. */
const PACKAGE = /^[@a-z]/
/** But for what the bundler adds, and one of seven hundred small files that reads none of them. */
const TAKEN_IN = /^(?:@oxc-project\/runtime|typebox)(?:\/|$)/

async function write(entry: string, dir: string): Promise<string[]> {
  const { build } = await import('rolldown')
  const { output } = await build({
    input: { entry: join(ROOT, entry) },
    cwd: ROOT,
    platform: 'node',
    logLevel: 'warn',
    external: (id) => PACKAGE.test(id) && !TAKEN_IN.test(id),
    plugins: [PLACES],
    // Named so that Node need not look into them for what they are.
    output: {
      dir,
      format: 'esm',
      entryFileNames: '[name].mjs',
      chunkFileNames: '[name]-[hash].mjs',
    },
  })
  const modules = output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))
  return modules
    .filter((id) => id.startsWith(ROOT))
    .map((id) => relative(ROOT, id).replaceAll(sep, '/'))
    .filter((source) => !source.startsWith('node_modules/'))
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
