import { dirname } from 'node:path'
import { codePaths, isTestCode, type Edge, type SourceTree } from './source-tree.ts'

/** A rule on one import at a time. */
export interface Direction {
  name: string
  why: string
  forbids: (edge: Edge, tree: SourceTree) => boolean
}

/** A rule on the whole of the imports; returns what breaks it. */
export interface Shape {
  name: string
  why: string
  find: (edges: Edge[], tree: SourceTree) => string[]
}

const PURE_PACKAGES = [
  'typebox',
  'papaparse',
  '@embedpdf/pdfium',
  'fast-xml-parser',
  'fflate',
  'hucre',
  'postal-mime',
  'sanitize-html',
  '@kenjiuno/msgreader',
  're2js',
  '@marcbachmann/cel-js',
  'liquidjs',
  'croner',
]
const PURE_BUILTINS = ['node:assert', 'node:zlib', 'node:buffer', 'node:util']
/** Static data stands in tables beside the code, which this one file reads once, at load. */
const TABLES = 'src/core/values/rows/rows.ts'
/** Where the tools for agents meet the API that serves them. */
const TOOLS_MOUNT = 'src/mcp/http/mount.ts'
const ERROR_TABLE = 'src/platform/errors/catalogue.json'
const DOORS = [
  'src/app.ts',
  'src/main.ts',
  'src/commands/',
  'src/oauth/',
  'src/resources/dashboard/serve.ts',
  TOOLS_MOUNT,
  'src/platform/route.ts',
  'src/platform/http',
]
const SATELLITES = ['mcp/', 'dashboard/', 'clients/']
/** Nobody imports what a command line or a thread starts, or what declares a package. */
const ENTRIES = ['src/main.ts', 'src/platform/thread/entry.ts', 'src/oauth/library.d.ts']

/**
 * The nouns of `src/resources/` from the ground up. What several nouns share stands below them, so a
 * noun imports only from floors below its own. A new noun goes on the lowest floor above all it needs.
 */
export const NOUN_FLOORS: readonly string[][] = [
  'settings portfolio document-classes api-keys brokers metrics docs usage audit-log request-log tenants categories',
  'records webhooks file-rename-rules taught-layouts health',
  'versions missing-accounts pipeline search events users queue',
  'ledgers documents merchants sessions',
  'rules analytics entities data-sources transactions team user',
  'policies export funders pdfs positions',
  'submissions email-templates feedback',
  'emails',
  'crm-integrations stip-requests upload-links enrichers',
  'broker imports iso-applications sandbox',
  'integrations',
  'workflows',
  'approvals files pages apps',
  'dashboard',
].map((floor) => floor.split(' '))

export const DIRECTIONS: Direction[] = [
  {
    name: 'core-is-pure',
    why: 'core takes data and returns data; time, disk, network and SQL stay outside',
    forbids: ({ from, to, kind }) => {
      if (!isSource(from, 'src/core/')) return false
      if (kind === 'package') return !PURE_PACKAGES.includes(to)
      if (kind === 'file') return !to.startsWith('src/core/')
      return !PURE_BUILTINS.includes(to) && !(from === TABLES && to === 'node:fs')
    },
  },
  {
    name: 'core-rooms-are-islands',
    why: 'what two rooms of core share belongs in core/values; only core/statements reads the payload of a provider, which may come as a file, by its reader, and core/enrichers stands above all rooms: it compares what they computed',
    forbids: ({ from, to }) => {
      const [room, other] = [findRoom(from), findRoom(to)]
      if (!room || !other || room === other || isTestCode(from)) return false
      if (room === 'enrichers') return false
      return other !== 'values' && !(room === 'statements' && other === 'providers')
    },
  },
  {
    name: 'platform-knows-no-business',
    why: 'platform serves every resource alike, so it knows none',
    forbids: ({ from, to }) =>
      isSource(from, 'src/platform/') &&
      isUnder(to, 'src/') &&
      !isUnder(to, 'src/platform/', 'src/core/values/', 'src/config.ts'),
  },
  {
    name: 'nouns-have-floors',
    why: 'a noun imports only from floors below its own (NOUN_FLOORS); move what both need into records, ledgers, pipeline, portfolio or settings, or give the noun its floor',
    forbids: ({ from, to }) => {
      const [noun, other] = [toNoun(from), toNoun(to)]
      if (!noun || !other || noun === other || isTestCode(from)) return false
      return !(findFloor(other) < findFloor(noun))
    },
  },
  {
    name: 'providers-are-adapters',
    why: 'a provider translates one third party and decides nothing',
    forbids: ({ from, to }) => {
      const [own] = /^src\/providers\/[^/]+\//.exec(from) ?? []
      if (!own || isTestCode(from) || !isUnder(to, 'src/')) return false
      // What stands beside the adapters is what they share.
      const isShared = /^src\/providers\/[^/]+\.ts$/.test(to)
      return !isShared && !isUnder(to, own, 'src/core/', 'src/platform/')
    },
  },
  {
    name: 'tools-know-the-api-alone',
    why: 'the tools for agents run on machines that have no database: they call the API, and pick from its list of routes',
    forbids: ({ from, to, kind }) => {
      if (!isSource(from, 'src/mcp/') || from === TOOLS_MOUNT || kind !== 'file') return false
      return !isUnder(to, 'src/mcp/', 'src/core/values/', 'src/version.ts', ERROR_TABLE)
    },
  },
  {
    name: 'routes-are-leaves',
    why: 'another noun is used through its verbs and its store, never through its routes',
    forbids: ({ from, to }) =>
      /^src\/.*\/routes\.ts$/.test(to) &&
      !isTestCode(from) &&
      !['src/resources/index.ts', 'src/app.ts'].includes(from),
  },
  {
    name: 'http-at-the-door',
    why: 'what the service does is independent of the protocol of the request',
    forbids: ({ from, to, kind }) =>
      kind === 'package' &&
      /^(?:fastify|@fastify\/.*)$/.test(to) &&
      isSource(from, 'src/') &&
      !isUnder(from, ...DOORS),
  },
  {
    name: 'sql-driver-in-one-place',
    why: 'one place opens connections and transactions',
    forbids: ({ from, to }) =>
      /^pg(?:-|$)/.test(to) && isSource(from, 'src/') && !isUnder(from, 'src/platform/'),
  },
  {
    name: 'satellites-know-only-the-client',
    why: 'they run on machines of other people, who have only the published client',
    forbids: ({ from, to }) => isUnder(from, ...SATELLITES) && isUnder(to, 'src/'),
  },
  {
    name: 'house-does-not-know-satellites',
    why: 'the service runs without them',
    forbids: ({ from, to }) => isUnder(from, 'src/') && isUnder(to, ...SATELLITES),
  },
  {
    name: 'no-test-code-in-source',
    why: 'what only tests need must not run in production',
    forbids: ({ from, to }) => isSource(from, 'src/') && isTestCode(to),
  },
  {
    name: 'declared-packages-only',
    why: 'a package must be in dependencies, or in devDependencies when only our own work needs it',
    forbids: ({ from, to, kind }, tree) =>
      kind === 'package' && !declaredPackages(from, tree).includes(to),
  },
]

export const SHAPES: Shape[] = [
  {
    name: 'no-circles',
    why: 'files that need each other are one file, or hide a third',
    find: findCircles,
  },
  {
    name: 'core-rooms-have-no-inner-ring',
    why: 'the folders of a room of core read from the ground up; move down the definition that points back',
    find: findInnerRings,
  },
  {
    name: 'no-orphans',
    why: 'a file that nobody imports is dead, or missing from its list',
    find: findOrphans,
  },
]

/** Every broken rule as `file may not …: why`. */
export function findViolations(edges: Edge[], tree: SourceTree): string[] {
  const broken = DIRECTIONS.flatMap(({ name, why, forbids }) =>
    edges
      .filter((edge) => forbids(edge, tree))
      .map(({ from, to }) => `${name}: ${from} may not import ${to}: ${why}`),
  )
  const misshapen = SHAPES.flatMap(({ name, why, find }) =>
    find(edges, tree).map((found) => `${name}: ${found}: ${why}`),
  )
  return [...broken, ...misshapen]
}

function isUnder(path: string, ...places: string[]): boolean {
  return places.some((place) => path.startsWith(place))
}

function isSource(path: string, place: string): boolean {
  return path.startsWith(place) && !isTestCode(path)
}

function findRoom(path: string): string | undefined {
  return /^src\/core\/(?<room>[^/]+)\//.exec(path)?.groups?.room
}

function toNoun(path: string): string | undefined {
  return /^src\/resources\/(?<noun>[^/]+)\//.exec(path)?.groups?.noun
}

/** NaN for a noun without a floor, which compares with none: it may not be imported, nor import. */
function findFloor(noun: string): number {
  const floor = NOUN_FLOORS.findIndex((nouns) => nouns.includes(noun))
  return floor < 0 ? Number.NaN : floor
}

/** Of the nearest manifest above the file; development packages only for what does not ship. */
function declaredPackages(path: string, tree: SourceTree): string[] {
  let folder = dirname(path)
  while (folder !== '.' && !tree.has(`${folder}/package.json`)) folder = dirname(folder)
  const file = folder === '.' ? 'package.json' : `${folder}/package.json`
  const manifest = JSON.parse(tree.get(file) ?? '{}')
  const isShipped = !isTestCode(path) && isUnder(path, 'src/', ...SATELLITES)
  const declared = { ...manifest.dependencies, ...(isShipped ? {} : manifest.devDependencies) }
  // A package may import itself by its name, as its examples do.
  return [manifest.name, ...Object.keys(declared)]
}

function findCircles(edges: Edge[]): string[] {
  const targets = Map.groupBy(
    edges.filter((edge) => edge.kind === 'file'),
    (edge) => edge.from,
  )
  const finished = new Set<string>()
  const circles: string[] = []
  const visit = (path: string, trail: string[]) => {
    if (finished.has(path)) return
    const start = trail.indexOf(path)
    if (start >= 0) {
      circles.push([...trail.slice(start), path].join(' → '))
      return
    }
    for (const { to } of targets.get(path) ?? []) visit(to, [...trail, path])
    finished.add(path)
  }
  for (const path of targets.keys()) visit(path, [])
  return circles
}

/** A file that stands in the room itself counts as the folder of its name: `ledger.ts`, `ledger/`. */
function findInnerRings(edges: Edge[]): string[] {
  const inner = edges
    .filter(
      ({ from, to }) => findRoom(from) && findRoom(from) === findRoom(to) && !isTestCode(from),
    )
    .map(({ from, to, kind }) => ({ from: innerFolder(from), to: innerFolder(to), kind }))
    .filter(({ from, to }) => from !== to)
  return [...new Set(findCircles(inner))]
}

function innerFolder(path: string): string {
  // src/core/analytics/ledger/days.ts
  return path.split('/').slice(0, 4).join('/').replace(/\.ts$/, '')
}

function findOrphans(edges: Edge[], tree: SourceTree): string[] {
  const imported = new Set(edges.filter((edge) => !isTestCode(edge.from)).map((edge) => edge.to))
  return codePaths(tree, (path) => isSource(path, 'src/'))
    .filter((path) => !imported.has(path) && !ENTRIES.includes(path))
    .map((path) => `nobody imports ${path}`)
}
