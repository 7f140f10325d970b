import { cover, type Grain } from '../../core/analytics/portfolio/buckets.ts'
import type { Contribution } from '../../core/analytics/portfolio/contribution.ts'
import { contributionsIn, sumPacks } from '../../core/analytics/portfolio/pack.ts'
import {
  SERIES_COUNTERS,
  summarizePortfolio,
  type DatedContribution,
} from '../../core/analytics/portfolio/summarize.ts'
import type { PlainDate } from '../../core/values/dates.ts'
import type { OutsideContext } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { entityTag } from '../../platform/http/respond.ts'
import { createHouseCache } from '../../platform/lru.ts'
import { readBuckets, recallBuckets, type Packed } from './buckets.ts'
import { findPortfolioVersion } from './store.ts'

/** The requested days; unbounded where omitted. */
export interface PortfolioQuery {
  since?: PlainDate | undefined
  until?: PlainDate | undefined
  granularity?: Grain | undefined
  minN?: number | undefined
}

const CACHE_BYTES_MAX = 8 * 1024 * 1024
/** Before and after every submission. */
const EVER: readonly [PlainDate, PlainDate] = ['1970-01-01', '2199-12-31']

const getCache = createHouseCache<PortfolioResponse>(CACHE_BYTES_MAX)

/** The parts of a response. */
export interface PortfolioResponse {
  json: string
  headers: { etag: string }
}

/**
 * The numbers of the submissions created in a period, as JSON text with its ETag. They come from
 * counters, so the cost does not grow with the rows. Counters are cached per bucket, the text until
 * any counter of the environment changes.
 */
export async function readPortfolio(
  ctx: OutsideContext,
  query: PortfolioQuery,
): Promise<PortfolioResponse> {
  const { since = EVER[0], until = EVER[1], granularity = 'month', minN = 1 } = query
  if (since > until) {
    throw new ApiError('invalid_date_range', 'since is after until.', { param: 'since' })
  }
  const cache = getCache(ctx.house)
  // The counters read below are of this version or a newer one, never of an older one.
  const version = await ctx.transaction(findPortfolioVersion, { access: 'single' })
  const key = JSON.stringify([ctx.environment.id, version, since, until, granularity, minN])
  const known = cache.get(key)
  if (known !== undefined) return known
  const totals = cover(since, until)
  const ranges = [...totals, ...cover(since, until, granularity)]
  const packed =
    recallBuckets(ctx, ranges, version) ??
    (await ctx.transaction((own) => readBuckets(own, ranges), {
      access: 'single',
      onReplica: true,
    }))
  const counted = countedIn(packed, totals.length)
  const bounds = { since: query.since ?? null, until: query.until ?? null }
  const json = JSON.stringify({
    data: summarizePortfolio({ ...bounds, granularity, leastN: minN, ...counted }),
  })
  const response = { json, headers: { etag: entityTag(json) } }
  cache.set(key, response, json.length)
  return response
}

/** The counters of the first ranges together, and of the buckets of the others one by one. */
function countedIn(
  { names, buckets }: Packed,
  totalCount: number,
): { totals: Contribution[]; series: DatedContribution[] } {
  const packs = buckets.flatMap(({ range, pack }) => (range < totalCount ? pack : []))
  const series = buckets
    .filter(({ range }) => range >= totalCount)
    .flatMap(({ bucket, pack }) =>
      contributionsIn(names, pack, SERIES_COUNTERS).map((one): DatedContribution => [
        bucket,
        ...one,
      ]),
    )
  return { totals: sumPacks(names, packs), series }
}
