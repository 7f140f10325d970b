import type { House } from './context.ts'

/** Keeps what was used last, up to a budget of weight. */
export interface Lru<Value> {
  get(key: string): Value | undefined
  /** What weighs more than the whole budget is not kept. */
  set(key: string, value: Value, weight: number): void
}

/** An empty cache; weights and the budget are in whatever unit the caller counts. */
export function createLru<Value>(budget: number): Lru<Value> {
  // A Map lists its keys in the order they were set, so the first is the one unused for longest.
  const held = new Map<string, { value: Value; weight: number }>()
  let total = 0
  return {
    get: (key) => {
      const found = held.get(key)
      if (found === undefined) return undefined
      held.delete(key)
      held.set(key, found)
      return found.value
    },
    set: (key, value, weight) => {
      if (weight > budget) return
      total += weight - (held.get(key)?.weight ?? 0)
      held.delete(key)
      held.set(key, { value, weight })
      for (const [oldest, { weight: freed }] of held) {
        if (total <= budget) return
        held.delete(oldest)
        total -= freed
      }
    },
  }
}

/**
 * A cache for each house, made when it is first read. A process can run several houses (the tests
 * do), and none may see what another one holds.
 */
export function createHouseCache<Value>(budget: number): (house: House) => Lru<Value> {
  const caches = new WeakMap<House, Lru<Value>>()
  return (house) => caches.getOrInsertComputed(house, () => createLru<Value>(budget))
}
