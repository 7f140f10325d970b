import { cover, type Grain } from '../../../core/analytics/portfolio/buckets.ts'
import { FACETS } from '../../../core/analytics/portfolio/contribution.ts'
import { SERIES_FACETS, summarizePortfolio } from '../../../core/analytics/portfolio/summarize.ts'
import type { PlainDate } from '../../../core/values/dates.ts'
import type { Context, House } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { createLru, type Lru } from '../../../platform/lru.ts'
import { findPortfolioVersion, listCounters, sumCounters } from './store.ts'

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
 * they cost the same however many rows there are; while no counter changes, the text is kept.
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
  const data = summarizePortfolio({
    since: query.since ?? null,
    until: query.until ?? null,
    granularity,
    leastN: minN,
    totals: await sumCounters(ctx, cover(since, until), FACETS),
    series: await listCounters(ctx, cover(since, until, granularity), SERIES_FACETS),
  })
  const text = JSON.stringify({ data })
  cache.set(key, text, text.length)
  return text
}

function cacheOf(house: House): Lru<string> {
  let cache = caches.get(house)
  if (!cache) caches.set(house, (cache = createLru(CACHE_BYTES_MAX)))
  return cache
}
