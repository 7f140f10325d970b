import { spawn } from 'node:child_process'

/** How a command ended, with all it printed. */
export interface Outcome {
  isPassed: boolean
  output: string
  /** What could not be tried here, and why. */
  skipped?: string
}

interface CommandOptions {
  signal: AbortSignal
  env?: Record<string, string>
}

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
  return new Promise((resolve) => {
    child.on('error', (error) => (output += `\n${error.message}`))
    child.on('close', (code) => resolve({ isPassed: code === 0, output }))
  })
}
