import type { LedgerRow } from './row.ts'

/** Finds a row by its id, without a text of its own for each row. */
export interface RowIndex {
  /** Null when no row has the id. */
  find(id: string): number | null
}

/** Room for as many again: a slot is mostly found at once. */
const SLOTS_PER_ROW = 2
/** Ids end in chance: so many of their last characters tell them apart. */
const HASHED_CHARACTERS = 8

/** An index over rows whose ids are all different. */
export function indexRows(rows: readonly Pick<LedgerRow, 'id'>[]): RowIndex {
  const size = rows.length * SLOTS_PER_ROW + 1
  const slots = new Int32Array(size).fill(-1)
  rows.forEach(({ id }, row) => {
    let slot = hashOf(id) % size
    while (slots[slot]! >= 0) slot = (slot + 1) % size
    slots[slot] = row
  })
  return {
    find: (id) => {
      let slot = hashOf(id) % size
      while (slots[slot]! >= 0 && rows[slots[slot]!]!.id !== id) slot = (slot + 1) % size
      return slots[slot]! < 0 ? null : slots[slot]!
    },
  }
}

/** FNV-1a of the end of a text. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = Math.max(0, text.length - HASHED_CHARACTERS); at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  return hash >>> 0
}
