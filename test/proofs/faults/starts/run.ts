import { spawn } from 'node:child_process'
import { childEnvironment } from '../../../../src/config.ts'

/** How a start ended, and all that it printed. */
export interface EndedStart {
  code: number | null
  output: string
  ms: number
}

const ROOT = `${import.meta.dirname}/../../../..`
/** A start that hangs is a finding, and must not hang the proof. */
const KILL_AFTER_MS = 20_000

/** Runs a command of the service until it ends. */
export async function runStart(
  command: readonly string[],
  settings: Record<string, string>,
): Promise<EndedStart> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [`${ROOT}/src/main.ts`, ...command], {
    cwd: ROOT,
    env: childEnvironment({ LOG_LEVEL: 'warn', ...settings }),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: KILL_AFTER_MS,
    killSignal: 'SIGKILL',
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { code, output, ms: performance.now() - startedAt }
}
