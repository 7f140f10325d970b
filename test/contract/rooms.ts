import { posix } from 'node:path'
import { isTestCode, type SourceTree } from './source-tree.ts'

/** Rooms that have a map however small they are. */
const MAPPED = [
  'src/core/statements',
  'src/core/enrichment',
  'src/core/analytics',
  'src/core/decisions',
  'src/resources/documents',
  'src/resources/pipeline',
  'src/resources/webhooks',
  'src/platform/jobs',
  'src/platform/http',
  'src/platform/db',
]
/** From this size on, a reader needs a map to find the way. */
const LINES_WITHOUT_MAP = 1_500
const MAP_LINES = { min: 30, max: 60 }
/** What a map says, each under a heading of its own. */
const HEADINGS = ['The cast', 'The way', 'Guarantees', 'Where not to look']

/** Every room without its map, and every map that names a file that is not there. */
export function findUnmapped(tree: SourceTree): string[] {
  return listRooms(tree).flatMap((room) => {
    const path = `${room}/README.md`
    const text = tree.get(path)
    if (text === undefined) return [`${room} has no map: write ${path}, as CONTRIBUTING.md says`]
    return [...checkForm(path, text), ...checkNames(room, text, tree)]
  })
}

function listRooms(tree: SourceTree): string[] {
  const sizes = new Map<string, number>()
  for (const [path, text] of tree) {
    // src/core/statements/table/columns.ts
    const room = /^(?<room>src\/(?:core|resources|platform)\/[^/]+)\/.*\.ts$/.exec(path)?.groups
      ?.room
    if (!room || isTestCode(path)) continue
    sizes.set(room, (sizes.get(room) ?? 0) + text.split('\n').length - 1)
  }
  const large = [...sizes].filter(([, lines]) => lines > LINES_WITHOUT_MAP).map(([room]) => room)
  return [...new Set([...MAPPED.filter((room) => sizes.has(room)), ...large])].toSorted()
}

function checkForm(path: string, text: string): string[] {
  const lines = text.trimEnd().split('\n').length
  const { min, max } = MAP_LINES
  const missing = HEADINGS.filter((heading) => !text.includes(`\n## ${heading}\n`))
  return [
    ...(lines < min || lines > max ? [`${path} has ${lines} lines, not ${min} to ${max}`] : []),
    ...missing.map((heading) => `${path} has no part "## ${heading}"`),
  ]
}

/** `table/columns.ts` and `table/` stand in the room, `src/jobs.ts` where it says. */
function checkNames(room: string, text: string, tree: SourceTree): string[] {
  const named = [...text.matchAll(/`(?<name>[\w./-]+(?:\.ts|\.json|\.csv|\.jsonl|\.md|\/))`/g)]
  const isThere = (path: string): boolean =>
    path.endsWith('/') ? [...tree.keys()].some((one) => one.startsWith(path)) : tree.has(path)
  return named
    .map(({ groups }) => groups!.name!)
    .filter((name) => !isThere(name) && !isThere(posix.normalize(`${room}/${name}`)))
    .map((name) => `${room}/README.md names ${name}, which is not there`)
}
