import { SETTINGS } from '../config.ts'
import { FAULT_POINTS } from '../platform/faults.ts'

export async function printSettings(): Promise<void> {
  for (const [name, { fallback, meaning }] of Object.entries(SETTINGS)) {
    process.stdout.write(`${name.padEnd(26)} ${(fallback || '-').padEnd(10)} ${meaning}\n`)
  }
}

export async function printFaultPoints(): Promise<void> {
  process.stdout.write(`${FAULT_POINTS.join('\n')}\n`)
}
