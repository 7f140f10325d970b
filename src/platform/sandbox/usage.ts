import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** What a process and all its descendants use, since some walls are a process of their own. */
export interface ProcessUsage {
  residentMb: number
  /** Processor time since the start, with what ended descendants used. */
  cpuMs: number
}

/** The kernel shows processor time in hundredths of a second, on every architecture. */
const TICK_MS = 10

/** Null when the system does not show it, or the process is gone. */
export function readUsage(pid: number): Promise<ProcessUsage | null> {
  if (process.platform === 'linux') return Promise.resolve(readFromProc(pid))
  if (process.platform === 'win32') return Promise.resolve(null)
  return readFromPs(pid)
}

/** No disk is behind these files, and a read that waits for a thread costs ten times as much. */
function readFromProc(pid: number): ProcessUsage | null {
  try {
    // VmRSS:	   84168 kB   (absent for a zombie)
    const resident = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    if (!resident) return null
    const cpuMs = parseCpuMs(readFileSync(`/proc/${pid}/stat`, 'utf8'))
    return listChildren(pid)
      .map(readFromProc)
      .reduce<ProcessUsage>(
        (sum, each) => ({
          residentMb: sum.residentMb + (each?.residentMb ?? 0),
          cpuMs: sum.cpuMs + (each?.cpuMs ?? 0),
        }),
        { residentMb: Number(resident[1]) / 1024, cpuMs },
      )
  } catch {
    return null
  }
}

// 4711 (node) S 1 … 1024 12 3 0 0 …: user and system time, then those of ended children
function parseCpuMs(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS
}

/** Empty on kernels built without this file; the child is then measured alone. */
function listChildren(pid: number): number[] {
  const path = `/proc/${pid}/task/${pid}/children`
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8').split(' ').filter(Boolean).map(Number)
}

function readFromPs(pid: number): Promise<ProcessUsage | null> {
  return new Promise((resolve) => {
    execFile('ps', ['-o', 'rss=,time=', '-p', String(pid)], (error, stdout) => {
      const [kilobytes = '', time = ''] = stdout.trim().split(/\s+/)
      const residentMb = Number.parseInt(kilobytes, 10) / 1024
      const cpuMs = parsePsTime(time)
      resolve(error || Number.isNaN(residentMb + cpuMs) ? null : { residentMb, cpuMs })
    })
  })
}

// 0:01.23 or 1:02:03
function parsePsTime(time: string): number {
  return time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) * 1000
}
