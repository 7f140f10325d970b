import { textAt, type Texts } from './row-table.ts'

/** Finds a row by its id, without a text of its own for each row. */
export interface RowIndex {
  /** Null when no row has the id. */
  find(id: string): number | null
}

/** Room for as many again: a slot is mostly found at once. */
const SLOTS_PER_ROW = 2
/** Ids end in random characters: so many of the last ones make them distinct. */
const HASHED_CHARACTERS = 8

/** An index over the rows at some places of a table, whose ids are all different. */
export function indexRows(ids: Texts, places: Uint32Array): RowIndex {
  const size = places.length * SLOTS_PER_ROW + 1
  const slots = new Int32Array(size).fill(-1)
  for (let row = 0; row < places.length; row += 1) {
    const place = places[row]!
    const start = place === 0 ? 0 : ids.ends[place - 1]!
    let slot = hashTextEnd(ids.text, start, ids.ends[place]!) % size
    while (slots[slot]! >= 0) slot = (slot + 1) % size
    slots[slot] = row
  }
  return {
    find: (id) => {
      let slot = hashTextEnd(id, 0, id.length) % size
      while (slots[slot]! >= 0 && textAt(ids, places[slots[slot]!]!) !== id)
        slot = (slot + 1) % size
      return slots[slot]! < 0 ? null : slots[slot]!
    },
  }
}

/** FNV-1a of the end of a part of a text. */
function hashTextEnd(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5
  for (let at = Math.max(start, end - HASHED_CHARACTERS); at < end; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  return hash >>> 0
}
