import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** User and system time of a process with the children it has waited for, in clock ticks. */
interface ProcessRow {
  pid: number
  parent: number
  ticks: number
}

export interface Memory {
  residentMb: number
  /** Shared pages counted by share: the memory really used. */
  proportionalMb: number
}

/** Linux reports times in hundredths of a second to every program. */
const TICK_MICROS = 10_000

/** The process ids of a process and all its descendants. */
export function listProcessTree(root: number): number[] {
  const rows = readProcesses()
  const found = [root]
  for (const pid of found)
    found.push(...rows.filter((row) => row.parent === pid).map(({ pid }) => pid))
  return found
}

/** The embedded PostgreSQL of a data directory; it leads a session of its own. */
export function readPostmasterPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
}

/** Processor time that the processes under the roots have used so far, ended ones included. */
export function sumCpuMicros(roots: readonly number[]): number {
  const pids = new Set(roots.flatMap(listProcessTree))
  const rows = readProcesses().filter(({ pid }) => pids.has(pid))
  return rows.reduce((sum, { ticks }) => sum + ticks, 0) * TICK_MICROS
}

/** Memory of the processes under the roots. */
export function sumMemory(roots: readonly number[]): Memory {
  const memory = [...new Set(roots.flatMap(listProcessTree))].map(readMemory)
  return {
    residentMb: memory.reduce((sum, { residentMb }) => sum + residentMb, 0),
    proportionalMb: memory.reduce((sum, { proportionalMb }) => sum + proportionalMb, 0),
  }
}

function readProcesses(): ProcessRow[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)))
}

function readProcess(pid: number): ProcessRow[] {
  // 4242 (postgres) S 1 4242 4242 0 -1 4194304 2011 0 0 0 utime stime cutime cstime …
  const text = readIfThere(`/proc/${pid}/stat`)
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  if (fields.length < 15) return []
  const ticks = fields.slice(11, 15).reduce((sum, each) => sum + each, 0)
  return [{ pid, parent: fields[1]!, ticks }]
}

function readMemory(pid: number): Memory {
  // Rss:   84168 kB … Pss:   61200 kB
  const text = readIfThere(`/proc/${pid}/smaps_rollup`)
  return { residentMb: megabytes(text, 'Rss'), proportionalMb: megabytes(text, 'Pss') }
}

function megabytes(text: string, name: string): number {
  return Number(new RegExp(`^${name}: +(\\d+) kB$`, 'm').exec(text)?.[1] ?? 0) / 1024
}

/** Processes may end during the reading. */
function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
