import { readFileSync } from 'node:fs'
import { choice, text } from '../../src/core/values/rows/cells.ts'
import { readRows } from '../../src/core/values/rows/rows.ts'

/** A package of the lock file. */
interface Locked {
  version: string
  /** A workspace of ours, not a package. */
  link?: boolean
  dev?: boolean
  optional?: boolean
  os?: string | string[]
  cpu?: string | string[]
  hasInstallScript?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** Everything that the lock file installs, by its name; the innermost of several versions is left out. */
export type Lock = ReadonlyMap<string, Locked>

/** A dependency that a `package.json` of ours names, with what the lock file shows of it. */
export interface Direct {
  name: string
  version: string
  group: 'to run' | 'for the dashboard' | 'to work on it'
  /** Packages that run machine code, itself included. */
  native: string[]
}

/** What the lock file cannot show: who keeps a package, and what would take its place. */
export const KEEPERS = readRows(
  new URL('dependencies.csv', import.meta.url),
  {
    names: text,
    kept_by: choice(['one', 'several'], 'one or several'),
    who: text,
    use: text,
    replacement: text,
  },
  ['names'],
)

const ROOT = `${import.meta.dirname}/../..`

export function readLock(): Lock {
  const { packages } = readJson('package-lock.json') as { packages: Record<string, Locked> }
  const topmost = Object.entries(packages).filter(
    ([path, { link }]) => !link && /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path),
  )
  return new Map(topmost.map(([path, locked]) => [path.slice('node_modules/'.length), locked]))
}

/** In the order of `package.json`, then of that of the dashboard. */
export function listDirect(lock: Lock): Direct[] {
  const { dependencies, optionalDependencies, devDependencies } = readJson('package.json')
  const dashboard = readJson('dashboard/package.json')
  const toRun = Object.keys({ ...dependencies, ...optionalDependencies })
  const toShow = Object.keys(dashboard.dependencies)
  const toWork = Object.keys({ ...devDependencies, ...dashboard.devDependencies })
  const names = [...toRun, ...toShow, ...toWork]
  return names.map((name) => ({
    name,
    version: lock.get(name)!.version,
    group: toRun.includes(name)
      ? 'to run'
      : toShow.includes(name)
        ? 'for the dashboard'
        : 'to work on it',
    native: [...listWithin(lock, name)].filter((one) => isNative(lock.get(one)!)),
  }))
}

/** A tag such as `-beta.17`. */
export function isPrerelease(version: string): boolean {
  return version.includes('-')
}

export function isNative({ cpu, os }: Locked): boolean {
  return cpu !== undefined || os !== undefined
}

function listWithin(lock: Lock, name: string, found = new Set<string>()): Set<string> {
  const locked = lock.get(name)
  if (!locked || found.has(name)) return found
  found.add(name)
  const names = Object.keys({ ...locked.dependencies, ...locked.optionalDependencies })
  for (const one of names) listWithin(lock, one, found)
  return found
}

function readJson(name: string) {
  return JSON.parse(readFileSync(`${ROOT}/${name}`, 'utf8'))
}
