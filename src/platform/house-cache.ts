import type { House } from './context.ts'
import { createLru, type Lru } from './lru.ts'

/**
 * A cache for each house, made when it is first read. A process can run several houses (the tests
 * do), and none may see what another one holds.
 */
export function createHouseCache<Value>(budget: number): (house: House) => Lru<Value> {
  const caches = new WeakMap<House, Lru<Value>>()
  return (house) => caches.getOrInsertComputed(house, () => createLru<Value>(budget))
}
