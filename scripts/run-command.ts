import { spawn, type ChildProcessByStdio } from 'node:child_process'
import type { Readable } from 'node:stream'

/** How a command ended, with all it printed. */
export interface Outcome {
  isPassed: boolean
  output: string
  /** What is said last, so that it stands where a long output is cut to its end. */
  failures?: string
  /** What could not be tried here, and why. */
  skipped?: string
}

interface CommandOptions {
  signal: AbortSignal
  env?: Record<string, string>
  /** After this time it is killed, and fails with what it had printed. */
  msMax?: number
}

/** Twice what all tests may take together (CONTRIBUTING.md): something hangs. */
const MS_MAX = 30 * 60_000

/** A process that the command left behind may hold its output open; it is waited for no longer. */
const OUTPUT_AFTER_EXIT_MS = 5000

/** Runs a script on this Node. Colors are off, for the output is kept and read. */
export function runCommand(args: string[], options: CommandOptions): Promise<Outcome> {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: options.signal,
    env: { ...process.env, NO_COLOR: '1', ...options.env },
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
  const deadline = setTimeout(() => child.kill('SIGKILL'), options.msMax ?? MS_MAX)
  return new Promise((resolve) => {
    child.on('error', (error) => (output += `\n${error.message}`))
    child.on('exit', (code, signal) => {
      clearTimeout(deadline)
      if (signal) output += `\nended by ${signal} before it was done`
      setTimeout(() => closeOutput(child), OUTPUT_AFTER_EXIT_MS).unref()
      child.on('close', () => resolve({ isPassed: code === 0, output }))
    })
  })
}

function closeOutput({ stdout, stderr }: ChildProcessByStdio<null, Readable, Readable>): void {
  stdout.destroy()
  stderr.destroy()
}
