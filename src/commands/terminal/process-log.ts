import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { createLog, type LineSink, type Log } from '../../platform/log.ts'
import { openLogFile } from './log-file.ts'

export interface ProcessLog {
  log: Log
  /** Null where the log goes to standard output. */
  path: string | null
}

/**
 * The log of a process: a file when a person sits at its terminal, who then sees only what went
 * wrong; standard output where a container or a supervisor collects it.
 */
export function openProcessLog(config: Config, name: string): ProcessLog {
  const path = join(config.dataDir, 'log', `${name}.log`)
  const file = process.stdout.isTTY ? openIfPossible(path) : null
  if (file === null) return { log: createLog(config.logLevel), path: null }
  const write = (line: string): void => {
    file.write(line)
    const alarm = alarmText(line)
    if (alarm !== null) printLine(`${alarm} (more in ${path})`)
  }
  return { log: createLog(config.logLevel, { write }), path }
}

function openIfPossible(path: string): LineSink | null {
  try {
    return openLogFile(path)
  } catch (error) {
    printLine(`no log file: ${(error as Error).message}`)
    return null
  }
}

/** One line of what happens, with its time. */
export function printLine(text: string): void {
  process.stdout.write(`  ${new Date().toLocaleTimeString('en-GB')}  ${text}\n`)
}

// {"level":"error","time":"2026-11-23T04:28:53.764Z","err":{"message":"…"},"msg":"job failed"}
const ALARM = /^\{"level":"(?:error|fatal)"/

/** `error  job failed: the disk is full`; null for a line that is no reason to look up. */
export function alarmText(line: string): string | null {
  if (!ALARM.test(line)) return null
  const { level, msg, err } = JSON.parse(line) as Record<string, unknown>
  const cause = (err as { message?: unknown } | undefined)?.message
  const text = [level, '  ', msg, ...(cause === undefined ? [] : [': ', cause])]
    .map(String)
    .join('')
  return text.replace(/\p{Cc}+/gu, ' ')
}
