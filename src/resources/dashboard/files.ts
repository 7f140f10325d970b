import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { keepPrebuilt, type Coding } from '../../platform/http/response/codings.ts'

export interface BuiltFile {
  contentType: string
  bytes: Buffer
}

export interface BuiltDashboard {
  /** The page that loads the rest. */
  page: string
  /** By their name in the address. */
  files: ReadonlyMap<string, BuiltFile>
}

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
}

const ENDINGS: readonly (readonly [Coding, string])[] = [
  ['br', '.br'],
  ['gzip', '.gz'],
]

/** What `dashboard/build.ts` left in a folder; null while nothing is built. */
export function readDashboard(folder: string): BuiltDashboard | null {
  const pagePath = join(folder, 'index.html')
  if (statSync(pagePath, { throwIfNoEntry: false }) === undefined) return null
  const assets = join(folder, 'desk')
  const names = readdirSync(assets)
  const known = new Set(names)
  const served = names.filter((name) => extname(name) in TYPES)
  const files = served.map((name) => [name, readFile(assets, name, known)] as const)
  return { page: readFileSync(pagePath, 'utf8'), files: new Map(files) }
}

/** With what was compressed of it when it was built. */
function readFile(folder: string, name: string, known: ReadonlySet<string>): BuiltFile {
  const bytes = readFileSync(join(folder, name))
  const coded = ENDINGS.filter(([, ending]) => known.has(name + ending)).map(
    ([coding, ending]) => [coding, readFileSync(join(folder, name + ending))] as const,
  )
  keepPrebuilt(bytes, Object.fromEntries(coded))
  return { contentType: TYPES[extname(name)]!, bytes }
}
