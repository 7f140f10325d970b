import { code, table } from '../markdown.ts'
import { isNative, isPrerelease, KEEPERS, listDirect, readLock, type Direct } from './read.ts'

/** The lines of docs/dependencies.md: what is risky in what we install, and the way out of each. */
export function dependencyLines(): string[] {
  const lock = readLock()
  const direct = listDirect(lock)
  const others = [...lock].filter(([name]) => !direct.some((one) => one.name === name))
  const names = (some: typeof others): string =>
    some.map(([name, { version }]) => code(`${name}@${version}`)).join(', ') || 'none'
  const toRun = others.filter(([, { dev }]) => !dev)
  return [
    `From package-lock.json: ${direct.length} dependencies that package.json names, and ${others.length} that come with them,`,
    `${toRun.length} of these to run the service. All are pinned by version and hash, and no install script is`,
    'run. Who keeps a package (as it says of itself: one author, or several people, a company or a',
    'project) and what would take its place stands in scripts/dependencies/dependencies.csv.',
    '',
    '## To run the service',
    '',
    directTable(direct.filter(({ group }) => group === 'to run')),
    '',
    '## For the dashboard',
    '',
    'Its pages and what builds them; the service that serves the pages runs none of it.',
    '',
    directTable(direct.filter(({ group }) => group === 'for the dashboard')),
    '',
    '## To work on it',
    '',
    directTable(direct.filter(({ group }) => group === 'to work on it')),
    '',
    '## What comes with them',
    '',
    `Not released yet: ${names(others.filter(([, { version }]) => isPrerelease(version)))}.`,
    '',
    `Machine code to run the service: ${names(toRun.filter(([, one]) => isNative(one)))}.`,
    '',
    `With an install script, which is not run: ${names([...lock].filter(([, one]) => one.hasInstallScript))}.`,
  ]
}

function directTable(direct: readonly Direct[]): string {
  const rows = KEEPERS.flatMap((keeper) => {
    const names = keeper.names.split(' ')
    const own = direct.filter(({ name }) => names.includes(name))
    if (own.length === 0) return []
    const packages = own.map(({ name, version }) => code(`${name}@${version}`)).join(' ')
    return [[packages, keeper.use, keeper.who, listRisks(own, keeper.kept_by), keeper.replacement]]
  })
  return table(['package', 'use', 'kept by', 'risks', 'what replaces it'], rows)
}

function listRisks(own: readonly Direct[], keptBy: 'one' | 'several'): string {
  const [{ version }] = own as [Direct]
  return [
    keptBy === 'one' && 'one maintainer',
    isPrerelease(version) ? 'a beta version' : version.startsWith('0.') && 'before 1.0',
    own.some(({ native }) => native.length > 0) && 'native',
  ]
    .filter(Boolean)
    .join(', ')
}
