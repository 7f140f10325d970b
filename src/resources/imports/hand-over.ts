import type { ImportReading } from '../../core/statements/import.ts'
import type { House } from '../../platform/context.ts'

/** A job begins at once, or another process has it. */
const KEPT_MS = 30_000
/** Of all readings that wait; the payload of any other is read again. */
const ROWS_MAX = 200_000

const waiting = new WeakMap<House, Map<string, ImportReading>>()

/**
 * Leaves what the request has read of a payload to the job of its import, if that runs in this
 * process: a long payload takes as long to read as to keep.
 */
export function leaveReading(house: House, importId: string, reading: ImportReading): void {
  const kept = waiting.getOrInsertComputed(house, () => new Map<string, ImportReading>())
  const rows = [...kept.values(), reading].reduce((sum, { imported }) => sum + imported.rows.length, 0) // prettier-ignore
  if (rows > ROWS_MAX) return
  kept.set(importId, reading)
  setTimeout(() => kept.delete(importId), KEPT_MS).unref()
}

/** Null where the payload is to be read. */
export function takeReading(house: House, importId: string): ImportReading | null {
  const kept = waiting.get(house)
  const reading = kept?.get(importId) ?? null
  kept?.delete(importId)
  return reading
}
