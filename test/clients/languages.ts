import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Runner } from './run-scenarios.ts'

export const CLIENTS = join(import.meta.dirname, '../../clients')

/** A language of the clients, with why it cannot be tried here, if so. */
export interface Language {
  name: string
  skip: string | false
  /** What runs scenarios; Go is built first. */
  prepare: () => Promise<Runner>
}

export const LANGUAGES: readonly Language[] = [
  {
    name: 'TypeScript',
    skip: false,
    prepare: async () => ({
      command: process.execPath,
      args: [`${CLIENTS}/typescript/test/run-scenarios.ts`],
    }),
  },
  {
    name: 'Python',
    skip: findMissing('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']),
    prepare: async () => ({
      command: 'python3',
      args: ['-B', `${CLIENTS}/python/tests/run_scenarios.py`],
    }),
  },
  { name: 'Go', skip: findMissing('go', ['version']), prepare: buildGo },
]

/** Why a tool cannot be used; false when it can. */
export function findMissing(command: string, args: string[]): string | false {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return false
  } catch {
    return `there is no ${command} here that is new enough`
  }
}

async function buildGo(): Promise<Runner> {
  const program = join(mkdtempSync(join(tmpdir(), 'assay-go-')), 'run-scenarios')
  const options = { cwd: `${CLIENTS}/go`, timeout: 110_000, env: goEnvironment() }
  await promisify(execFile)('go', ['build', '-o', program, './internal/runscenarios'], options)
  return { command: program, args: [] }
}

/** Nothing of Go comes from the network. */
export function goEnvironment(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    GOFLAGS: '-mod=mod',
    GOPROXY: 'off',
    GOTOOLCHAIN: 'local',
    GOSUMDB: 'off',
  }
}
