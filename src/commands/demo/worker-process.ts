import { spawn, type StdioOptions } from 'node:child_process'
import { childEnvironment } from '../../config.ts'

export interface WorkerProcess {
  /** The signal that ended it; null when it ended by itself. */
  ended: Promise<NodeJS.Signals | null>
  stop(): Promise<unknown>
}

const MAIN = `${import.meta.dirname}/../../main.ts`

/** A worker in a process of its own; faults are provoked in the test environment only. */
export function startWorkerProcess(settings: Record<string, string>): WorkerProcess {
  const env = childEnvironment({ ...settings, NODE_ENV: 'test' })
  const stdio: StdioOptions = ['ignore', 'ignore', 'inherit']
  const child = spawn(process.execPath, [MAIN, 'worker'], { stdio, env })
  const ended = new Promise<NodeJS.Signals | null>((resolve) => {
    child.once('error', () => resolve(null))
    child.once('exit', (_, signal) => resolve(signal))
  })
  return {
    ended,
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
  }
}
