import { spawn } from 'node:child_process'
import { globSync, statSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import type { House } from '../../platform/context.ts'
import { reloadDashboard } from './serve.ts'

const ROOT = join(import.meta.dirname, '../../..')
const SOURCES = [
  'dashboard/{index.html,build.ts,package.json}',
  'dashboard/src/**/*.{ts,tsx,css}',
  'clients/typescript/src/**/*.ts',
]

/** True where the sources are here and what was built of them is missing or older. */
export function isDashboardStale(root = ROOT): boolean {
  const script = statSync(join(root, 'dashboard/build.ts'), { throwIfNoEntry: false })
  if (script === undefined) return false
  const page = statSync(join(root, 'dashboard/dist/index.html'), { throwIfNoEntry: false })
  if (page === undefined) return true
  const paths = globSync(SOURCES, { cwd: root })
  return paths.some((path) => statSync(join(root, path)).mtimeMs > page.mtimeMs)
}

/**
 * Builds the dashboard in a process of its own, which yields to everything else; requests are
 * served meanwhile. Resolves when it ended, whether or not it worked: the API needs none of it.
 */
export function buildDashboard({ log, stopping }: Pick<House, 'log' | 'stopping'>): Promise<void> {
  const script = join(ROOT, 'dashboard/build.ts')
  const child = spawn(process.execPath, [script], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'pipe'],
    signal: stopping.signal,
  })
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4000)))
  return new Promise((resolve) => {
    child.once('error', () => resolve())
    child.once('close', (code) => {
      if (code === 0) reloadDashboard()
      else if (!stopping.signal.aborted) log.warn({ output }, 'the dashboard was not built')
      resolve()
    })
  })
}
