import { cover, type Grain } from '../../core/analytics/portfolio/buckets.ts'
import type { Contribution } from '../../core/analytics/portfolio/contribution.ts'
import { summarizeGroups } from '../../core/analytics/portfolio/groups.ts'
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
import { readSelected, type GroupBy, type Selection } from './selected/store.ts'
import { findPortfolioVersion } from './store.ts'

/** The requested days; unbounded where omitted. */
export interface PortfolioQuery {
  since?: PlainDate | undefined
  until?: PlainDate | undefined
  granularity?: Grain | undefined
  minN?: number | undefined
  /** Only submissions of this stage, or with this tag. */
  dealStage?: string | undefined
  tag?: string | undefined
  groupBy?: GroupBy | undefined
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
  if (isSelection(query)) return readSelection(ctx, { ...query, since, until, granularity, minN })
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

/** Whether the counters of all submissions are not enough. */
function isSelection({ dealStage, tag, groupBy }: PortfolioQuery): boolean {
  return dealStage !== undefined || tag !== undefined || groupBy !== undefined
}

/** The numbers of some submissions, or by group: summed up when they are requested. */
async function readSelection(
  ctx: OutsideContext,
  query: PortfolioQuery & Selection & { minN: number },
): Promise<PortfolioResponse> {
  const { since, until, granularity, minN: leastN } = query
  const selected = await ctx.transaction((own) => readSelected(own, query), {
    access: 'read',
    onReplica: true,
  })
  const { totals, series } = selected
  const bounds = {
    since: since === EVER[0] ? null : since,
    until: until === EVER[1] ? null : until,
  }
  const counted = { ...bounds, granularity, leastN, totals, series }
  const groups = summarizeGroups(counted, selected.groups)
  const json = JSON.stringify({ data: { ...summarizePortfolio(counted), groups } })
  return { json, headers: { etag: entityTag(json) } }
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
