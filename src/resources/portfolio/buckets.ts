import { toBucket, type BucketRange } from '../../core/analytics/portfolio/buckets.ts'
import {
  noCounterNames,
  packCounters,
  type CounterNames,
  type Pack,
} from '../../core/analytics/portfolio/pack.ts'
import { lastOfMonth, toMonth, type PlainDate } from '../../core/values/dates.ts'
import type { Context, OutsideContext } from '../../platform/context.ts'
import { createHouseCache } from '../../platform/lru.ts'
import { findBuckets, type Bucket, type Known, type Stamped } from './store.ts'

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

/** A bucket as it was at its stamp. */
interface HeldBucket extends Known {
  pack: Pack
}

/** The cached buckets of one environment. */
interface Held {
  names: CounterNames
  buckets: Map<string, HeldBucket>
  weight: number
  /** The version of the portfolio at which the ranges below hold these buckets and no others. */
  version: number
  seen: { range: BucketRange; found: Stamped[] }[]
}

/** For all environments; one that exceeds it is not cached. */
const HELD_BYTES_MAX = 32 * 1024 * 1024
/** A number, a count and a sum. */
const COUNTER_BYTES = 20
/** A name stands in a list and in a map; a bucket in a map. */
const ENTRY_BYTES = 200
/** Every request searches all remembered ranges. */
const SEEN_MAX = 256

const getCache = createHouseCache<Held>(HELD_BYTES_MAX)

/**
 * The counters of the ranges from memory, while the portfolio is unchanged; null when one of them
 * is not cached.
 */
export function recallBuckets(
  ctx: OutsideContext,
  ranges: readonly BucketRange[],
  version: number,
): Packed | null {
  const held = getCache(ctx.house).get(ctx.environment.id)
  if (held?.version !== version) return null
  const stamped = ranges.map((range, number) => recallStamps(held, range, number))
  return stamped.includes(null) ? null : collectPacks(held, stamped.flat() as Stamped[])
}

/** The known buckets of a range; null when the range was not read. */
function recallStamps({ seen }: Held, wanted: BucketRange, number: number): Stamped[] | null {
  const { grain, from, until } = wanted
  const around = seen.find(
    ({ range }) => range.grain === grain && range.from <= from && range.until >= until,
  )
  const inside = around?.found.filter((each) => isWithin(each, wanted))
  return inside?.map((each) => ({ ...each, range: number })) ?? null
}

/**
 * The counters of the ranges at one moment, in one SQL statement. Buckets with a known stamp come
 * from memory; the others are read. Partial months are read whole, so that the next request for
 * another part of them is served from memory.
 */
export async function readBuckets(ctx: Context, ranges: readonly BucketRange[]): Promise<Packed> {
  const cache = getCache(ctx.house)
  const held = cache.get(ctx.environment.id) ?? nothingHeld()
  // Read before the first await: another request may replace the cache entry meanwhile.
  const wide = ranges.map(toWholeMonths)
  const known = knownIn(held, wide)
  const { version, stamped, read } = await findBuckets(ctx, wide, known)
  const found = new Map(known.map((each) => [toKey(each), each]))
  for (const { counters, ...bucket } of read) {
    const one = { ...bucket, pack: packCounters(held.names, counters) }
    found.set(toKey(bucket), one)
    held.buckets.set(toKey(bucket), one)
  }
  if (read.length > 0) held.weight = estimateBytes(held)
  const seen = wide.map((range, number) => ({
    range,
    found: stamped.filter((each) => each.range === number),
  }))
  remember(held, version, seen)
  // An entry over the budget is reset, or the cache would keep it with its old weight.
  const kept = held.weight > HELD_BYTES_MAX ? nothingHeld() : held
  cache.set(ctx.environment.id, kept, kept.weight)
  const requested = stamped.filter((each) => isWithin(each, ranges[each.range]!))
  return collectPacks({ names: held.names, buckets: found }, requested)!
}

function toWholeMonths({ grain, from, until }: BucketRange): BucketRange {
  return grain === 'day'
    ? { grain, from: toBucket('month', from), until: lastOfMonth(toMonth(until)) }
    : { grain, from, until }
}

/** The cached buckets of the ranges, whatever their stamp. */
function knownIn({ buckets }: Held, ranges: readonly BucketRange[]): HeldBucket[] {
  return [...buckets.values()].filter((each) => ranges.some((range) => isWithin(each, range)))
}

function isWithin({ grain, bucket }: Bucket, range: BucketRange): boolean {
  return range.grain === grain && range.from <= bucket && range.until >= bucket
}

/** Ignores ranges that were read at an older version. */
function remember(held: Held, version: number, seen: Held['seen']): void {
  if (version < held.version) return
  const before = version === held.version ? held.seen : []
  held.version = version
  held.seen = [...seen, ...before].slice(0, SEEN_MAX)
}

/** Null when a bucket is not cached at its stamp. */
function collectPacks(
  { names, buckets }: Pick<Held, 'names' | 'buckets'>,
  stamped: readonly Stamped[],
): Packed | null {
  const packed: PackedBucket[] = []
  for (const { range, grain, bucket, stamp } of stamped) {
    const known = buckets.get(toKey({ grain, bucket }))
    if (known?.stamp !== stamp) return null
    packed.push({ range, bucket, pack: known.pack })
  }
  return { names, buckets: packed }
}

function nothingHeld(): Held {
  return { names: noCounterNames(), buckets: new Map(), weight: 0, version: -1, seen: [] }
}

function estimateBytes({ names, buckets }: Held): number {
  let counters = 0
  for (const { pack } of buckets.values()) counters += pack.numbers.length
  return counters * COUNTER_BYTES + (names.names.length + buckets.size) * ENTRY_BYTES
}

function toKey({ grain, bucket }: Bucket): string {
  return `${grain} ${bucket}`
}
