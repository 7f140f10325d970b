/** A cache of limited size. */
export interface Memo<Key, T> {
  get(key: Key): T | undefined
  set(key: Key, value: T): void
}

/** Keeps up to `size` values; of the older half those are dropped that were not read again. */
export function createMemo<Key, T>(size: number): Memo<Key, T> {
  let newer = new Map<Key, T>()
  let older = new Map<Key, T>()
  const set = (key: Key, value: T): void => {
    if (newer.size >= size / 2) {
      older = newer
      newer = new Map()
    }
    newer.set(key, value)
  }
  return {
    set,
    get(key) {
      const value = newer.get(key)
      if (value !== undefined) return value
      const kept = older.get(key)
      if (kept !== undefined) set(key, kept)
      return kept
    },
  }
}
