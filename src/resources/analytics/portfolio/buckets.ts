import {
  noCounterNames, packOf, type CounterNames, type Pack,
} from '../../../core/analytics/portfolio/pack.ts' // prettier-ignore
import type { Context, House } from '../../../platform/context.ts'
import { createLru, type Lru } from '../../../platform/lru.ts'
import { listBuckets, type Bucket, type Stamped } from './store.ts'

/** The packs of some buckets, in their order, with the names of their counters. */
export interface Packed {
  names: CounterNames
  packs: Pack[]
}

/** What this process has read of the buckets of one environment. */
interface Held {
  names: CounterNames
  buckets: Map<string, { stamp: number; pack: Pack }>
  weight: number
}

/** Of all environments; one that does not fit is read anew each time. */
const HELD_BYTES_MAX = 32 * 1024 * 1024
/** A number, a count and a sum. */
const COUNTER_BYTES = 20
/** A name stands in a list and in a map; a bucket in a map. */
const ENTRY_BYTES = 200

const caches = new WeakMap<House, Lru<Held>>()

/**
 * The counters in each of the buckets. A bucket whose stamp was seen is in memory;
 * the others are read, in the snapshot that the stamps are from.
 */
export async function readBuckets(ctx: Context, stamped: readonly Stamped[]): Promise<Packed> {
  const cache = cacheOf(ctx.house)
  const name = ctx.environment.id
  const held = cache.get(name) ?? nothingHeld()
  // Looked at before anything is waited for: another request may put a later state in its place.
  const packs = new Map<string, Pack>()
  for (const bucket of stamped) {
    const known = held.buckets.get(nameOf(bucket))
    if (known?.stamp === bucket.stamp) packs.set(nameOf(bucket), known.pack)
  }
  const missing = [...new Map(stamped.map((bucket) => [nameOf(bucket), bucket])).values()].filter(
    (bucket) => !packs.has(nameOf(bucket)),
  )
  for (const { counters, ...bucket } of await listBuckets(ctx, missing)) {
    packs.set(nameOf(bucket), packOf(held.names, counters))
  }
  for (const bucket of missing) {
    held.buckets.set(nameOf(bucket), { stamp: bucket.stamp, pack: packs.get(nameOf(bucket))! })
  }
  if (missing.length > 0) held.weight = weightOf(held)
  // What has outgrown the budget begins anew, or it would stand there with its weight of before.
  const kept = held.weight > HELD_BYTES_MAX ? nothingHeld() : held
  cache.set(name, kept, kept.weight)
  return { names: held.names, packs: stamped.map((bucket) => packs.get(nameOf(bucket))!) }
}

function nothingHeld(): Held {
  return { names: noCounterNames(), buckets: new Map(), weight: 0 }
}

function weightOf({ names, buckets }: Held): number {
  let counters = 0
  for (const { pack } of buckets.values()) counters += pack.numbers.length
  return counters * COUNTER_BYTES + (names.names.length + buckets.size) * ENTRY_BYTES
}

function nameOf({ grain, bucket }: Bucket): string {
  return `${grain} ${bucket}`
}

function cacheOf(house: House): Lru<Held> {
  let cache = caches.get(house)
  if (!cache) caches.set(house, (cache = createLru(HELD_BYTES_MAX)))
  return cache
}
