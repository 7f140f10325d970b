/** Values by a number, as many as there is room for. */
export interface Memo<T> {
  get(key: number): T | undefined
  set(key: number, value: T): void
}

/** Keeps up to `size` values; of the older half those are dropped that were not read again. */
export function createMemo<T>(size: number): Memo<T> {
  let newer = new Map<number, T>()
  let older = new Map<number, T>()
  const set = (key: number, value: T): void => {
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
