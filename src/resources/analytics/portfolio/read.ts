import { cover, type Grain } from '../../../core/analytics/portfolio/buckets.ts'
import { FACETS, type Contribution } from '../../../core/analytics/portfolio/contribution.ts'
import { sumPacks } from '../../../core/analytics/portfolio/pack.ts'
import {
  SERIES_FACETS, summarizePortfolio, type DatedContribution,
} from '../../../core/analytics/portfolio/summarize.ts' // prettier-ignore
import type { PlainDate } from '../../../core/values/dates.ts'
import type { Context, House } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { createLru, type Lru } from '../../../platform/lru.ts'
import { readBuckets } from './buckets.ts'
import { findPortfolioVersion, listStamps, type Stamped } from './store.ts'

/** Days that are asked for; what is left out is not bounded. */
export interface PortfolioQuery {
  since?: PlainDate | undefined
  until?: PlainDate | undefined
  granularity?: Grain | undefined
  minN?: number | undefined
}

const CACHE_BYTES_MAX = 8 * 1024 * 1024
/** Before and after every submission. */
const EVER: readonly [PlainDate, PlainDate] = ['1970-01-01', '2199-12-31']

const caches = new WeakMap<House, Lru<string>>()

/**
 * The numbers of the submissions created in a period, as JSON text. They come from counters, so
 * they cost the same however many rows there are; the counters of a bucket are read once while none
 * of them changes, and so is the text while no counter of the environment does.
 */
export async function readPortfolio(ctx: Context, query: PortfolioQuery): Promise<string> {
  const { since = EVER[0], until = EVER[1], granularity = 'month', minN = 1 } = query
  if (since > until) {
    throw new ApiError('invalid_date_range', 'since is after until.', { param: 'since' })
  }
  const cache = cacheOf(ctx.house)
  const version = await findPortfolioVersion(ctx)
  const key = JSON.stringify([ctx.environment.id, version, since, until, granularity, minN])
  const known = cache.get(key)
  if (known !== undefined) return known
  const ranges = cover(since, until)
  const periods = cover(since, until, granularity)
  const stamped = await listStamps(ctx, [...ranges, ...periods])
  const isTotal = ({ range }: Stamped): boolean => range < ranges.length
  const data = summarizePortfolio({
    since: query.since ?? null,
    until: query.until ?? null,
    granularity,
    leastN: minN,
    totals: await sumBuckets(ctx, stamped.filter(isTotal)),
    series: await listSeries(
      ctx,
      stamped.filter((bucket) => !isTotal(bucket)),
    ),
  })
  const text = JSON.stringify({ data })
  cache.set(key, text, text.length)
  return text
}

async function sumBuckets(ctx: Context, stamped: readonly Stamped[]): Promise<Contribution[]> {
  const { names, packs } = await readBuckets(ctx, stamped, FACETS)
  return sumPacks(names, packs)
}

async function listSeries(ctx: Context, stamped: readonly Stamped[]): Promise<DatedContribution[]> {
  const { names, packs } = await readBuckets(ctx, stamped, SERIES_FACETS)
  return packs.flatMap((pack, at) =>
    sumPacks(names, [pack]).map((counter): DatedContribution => [stamped[at]!.bucket, ...counter]),
  )
}

function cacheOf(house: House): Lru<string> {
  let cache = caches.get(house)
  if (!cache) caches.set(house, (cache = createLru(CACHE_BYTES_MAX)))
  return cache
}
