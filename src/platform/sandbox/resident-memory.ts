import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'

/**
 * Resident memory of a process and all its descendants, in MiB; null when the system does not show
 * or the process is gone. Descendants count because some walls are a process of their own.
 */
export function readResidentMb(pid: number): Promise<number | null> {
  if (process.platform === 'linux') return readFromProc(pid)
  if (process.platform === 'win32') return Promise.resolve(null)
  return readFromPs(pid)
}

async function readFromProc(pid: number): Promise<number | null> {
  try {
    // VmRSS:	   84168 kB   (absent for a zombie)
    const match = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))
    if (!match) return null
    const below = await Promise.all((await readChildren(pid)).map(readFromProc))
    return below.reduce<number>((sum, each) => sum + (each ?? 0), Number(match[1]) / 1024)
  } catch {
    return null
  }
}

/** Empty on kernels built without this file; the child is then measured alone. */
async function readChildren(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  return text.split(' ').filter(Boolean).map(Number)
}

function readFromPs(pid: number): Promise<number | null> {
  return new Promise((resolve) => {
    execFile('ps', ['-o', 'rss=', '-p', String(pid)], (error, stdout) => {
      const kilobytes = Number.parseInt(stdout, 10)
      resolve(error || Number.isNaN(kilobytes) ? null : kilobytes / 1024)
    })
  })
}
