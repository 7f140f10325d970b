import type { BucketRange } from '../../../core/analytics/portfolio/buckets.ts'
import {
  noCounterNames, packOf, type CounterNames, type Pack,
} from '../../../core/analytics/portfolio/pack.ts' // prettier-ignore
import type { PlainDate } from '../../../core/values/dates.ts'
import type { Context, House, OutsideContext } from '../../../platform/context.ts'
import { createLru, type Lru } from '../../../platform/lru.ts'
import { findPortfolioVersion, listBuckets, listStamps, type Bucket, type Stamped } from './store.ts' // prettier-ignore

/** The packs of the buckets in some ranges, with the names of their counters. */
export interface Packed {
  names: CounterNames
  buckets: PackedBucket[]
}

/** The counters of a bucket in the range of that number (from 0). */
export interface PackedBucket {
  range: number
  bucket: PlainDate
  pack: Pack
}

/** What this process has read of the buckets of one environment. */
interface Held {
  names: CounterNames
  buckets: Map<string, { stamp: number; pack: Pack }>
  weight: number
  /** The version of the portfolio at which the ranges below hold these buckets and no others. */
  version: number
  seen: { range: BucketRange; found: Stamped[] }[]
}

/** Of all environments; one that does not fit is read anew each time. */
const HELD_BYTES_MAX = 32 * 1024 * 1024
/** A number, a count and a sum. */
const COUNTER_BYTES = 20
/** A name stands in a list and in a map; a bucket in a map. */
const ENTRY_BYTES = 200
/** Each is looked at for each range that is asked for. */
const SEEN_MAX = 256

const caches = new WeakMap<House, Lru<Held>>()

/**
 * The counters of the ranges as this process has read them, while nothing of the portfolio has
 * changed; null when it has not read them all.
 */
export function recallBuckets(
  ctx: OutsideContext,
  ranges: readonly BucketRange[],
  version: number,
): Packed | null {
  const held = cacheOf(ctx.house).get(ctx.environment.id)
  if (held?.version !== version) return null
  const stamped = ranges.map((range, number) => recallStamps(held, range, number))
  return stamped.includes(null) ? null : packedOf(held, stamped.flat() as Stamped[])
}

/** The buckets that a range is known to hold; null when it is not known. */
function recallStamps({ seen }: Held, wanted: BucketRange, number: number): Stamped[] | null {
  const { grain, from, until } = wanted
  const around = seen.find(({ range }) => range.grain === grain && range.from <= from && range.until >= until) // prettier-ignore
  const inside = around?.found.filter(({ bucket }) => bucket >= from && bucket <= until)
  return inside?.map((each) => ({ ...each, range: number })) ?? null
}

/**
 * The counters of the ranges as the caller's snapshot has them. A bucket whose stamp was seen is in
 * memory; the others are read.
 */
export async function readBuckets(ctx: Context, ranges: readonly BucketRange[]): Promise<Packed> {
  const version = await findPortfolioVersion(ctx)
  const stamped = await listStamps(ctx, ranges)
  const cache = cacheOf(ctx.house)
  const held = cache.get(ctx.environment.id) ?? nothingHeld()
  // Looked at before anything is waited for: another request may put a later state in its place.
  const found: Pick<Held, 'names' | 'buckets'> = { names: held.names, buckets: new Map() }
  const missing = new Map<string, Stamped>()
  for (const bucket of stamped) {
    const known = held.buckets.get(nameOf(bucket))
    if (known?.stamp === bucket.stamp) found.buckets.set(nameOf(bucket), known)
    else missing.set(nameOf(bucket), bucket)
  }
  for (const { counters, ...bucket } of await listBuckets(ctx, [...missing.values()])) {
    const name = nameOf(bucket)
    const read = { stamp: missing.get(name)!.stamp, pack: packOf(held.names, counters) }
    found.buckets.set(name, read)
    held.buckets.set(name, read)
  }
  if (missing.size > 0) held.weight = weightOf(held)
  const seen = ranges.map((range, number) => ({ range, found: stamped.filter((each) => each.range === number) })) // prettier-ignore
  remember(held, version, seen)
  // What has outgrown the budget begins anew, or it would stand there with its weight of before.
  const kept = held.weight > HELD_BYTES_MAX ? nothingHeld() : held
  cache.set(ctx.environment.id, kept, kept.weight)
  return packedOf(found, stamped)!
}

/** An earlier snapshot has nothing to say of a later version. */
function remember(held: Held, version: number, seen: Held['seen']): void {
  if (version < held.version) return
  const before = version === held.version ? held.seen : []
  held.version = version
  held.seen = [...seen, ...before].slice(0, SEEN_MAX)
}

/** Null when a bucket is not among those that are held, as it was then. */
function packedOf(
  { names, buckets }: Pick<Held, 'names' | 'buckets'>,
  stamped: readonly Stamped[],
): Packed | null {
  const packed: PackedBucket[] = []
  for (const { range, grain, bucket, stamp } of stamped) {
    const known = buckets.get(nameOf({ grain, bucket }))
    if (known?.stamp !== stamp) return null
    packed.push({ range, bucket, pack: known.pack })
  }
  return { names, buckets: packed }
}

function nothingHeld(): Held {
  return { names: noCounterNames(), buckets: new Map(), weight: 0, version: -1, seen: [] }
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
