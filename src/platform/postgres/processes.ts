import { readOrNull } from './files.ts'

/**
 * True when a process with this id runs. `name`, where the system shows names, must be its name: an
 * id read from a file may meanwhile belong to another process. A zombie is not alive.
 */
export async function isAlive(pid: number, name?: string): Promise<boolean> {
  if (!signal(pid, 0)) return false
  if (process.platform !== 'linux') return true
  // 4242 (postgres) S 1 4242 …
  const match = /^\d+ \((?<name>.*)\) (?<state>\S)/s.exec(
    (await readOrNull(`/proc/${pid}/stat`)) ?? '',
  )
  if (!match?.groups || match.groups.state === 'Z') return false
  return name === undefined || match.groups.name === name
}

/** Sends a signal; false when there is no such process (any more), or it is not ours to signal. */
export function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}
