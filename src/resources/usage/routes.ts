import type { Context } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { route } from '../../platform/route.ts'
import { OneUsage, USAGE_GROUPS, UsageQuery } from './schemas.ts'
import {
  findCurrentMonth,
  findStorage,
  listCalls,
  listCounters,
  listCredentialNames,
  type Period,
} from './store.ts'
import { summarizeUsage } from './summarize.ts'
import type { Body } from '../../platform/route.ts'

export const usageRoutes = [
  route({
    endpoint: 'GET /v1/usage',
    summary: 'Get API calls, documents, transactions and storage of a period; default: this month',
    scope: 'usage:read',
    errors: ['invalid_date_range'],
    shapes: { query: UsageQuery, returns: OneUsage },
    handle: async ({ query }, ctx) => ({ data: await readUsage(ctx, query) }),
  }),
]

type UsageFilter = Body<typeof UsageQuery>

async function readUsage(ctx: Context, filter: UsageFilter): Promise<object> {
  const month = await findCurrentMonth(ctx)
  const period: Period = {
    startDate: filter.startDate ?? month.startDate,
    endDate: filter.endDate ?? month.endDate,
    apiKeyId: filter.apiKeyId ?? null,
  }
  if (period.startDate > period.endDate)
    throw new ApiError('invalid_date_range', 'start_date is after end_date.', {
      param: 'start_date',
    })
  const granularity = filter.granularity ?? 'day'
  const calls = await listCalls(ctx, period, granularity)
  const counters = await listCounters(ctx, period, granularity)
  const { bytes, files } = await findStorage(ctx)
  const ratePerSecond = ctx.house.config.rateLimitPerSecond || null
  const others = calls.filter(({ credentialKind }) => credentialKind !== 'api_key')
  const ids = [...new Set(others.map(({ apiKeyId }) => apiKeyId))]
  const summary = summarizeUsage(calls, counters, await listCredentialNames(ctx, ids))
  const { groupBy = USAGE_GROUPS } = filter
  return {
    byDay: groupBy.includes('day') ? summary.byDay : [],
    byKey: groupBy.includes('key') ? summary.byKey : [],
    byEndpoint: groupBy.includes('endpoint') ? summary.byEndpoint : [],
    period,
    totals: { ...summary.totals, storage_bytes: bytes, storage_files: files },
    limits: {
      ratePerSecond,
      ratePerMinute: ratePerSecond === null ? null : 60 * ratePerSecond,
      quota: null,
      remaining: null,
    },
  }
}
