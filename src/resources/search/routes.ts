import { outsideRoute } from '../../platform/route.ts'
import { listBody, parsePage } from '../../platform/wire/list-query.ts'
import { SearchHits, SearchQuery } from './schemas.ts'
import { search } from './search.ts'

export const searchRoutes = [
  outsideRoute({
    endpoint: 'GET /v1/search',
    summary: 'Search submissions, transactions and merchants by words, amounts, dates and numbers',
    description:
      'Takes words (each finds what begins with it, and the known words one letter away when none ' +
      'does), "phrases", -words, amount:>500 or amount:100..200, date:2025-01 or a range of dates, ' +
      'and whole amounts, ids, external ids, EINs and the last four digits of an account. The best ' +
      'come first, the newest among equals; of transactions those are ranked whose 200 descriptors ' +
      'were seen last: bounds on dates reach older ones. meta.counts ends at 1,000 of each type; ' +
      'meta.total_count, with include_total, is their sum.',
    scope: 'submissions:read',
    errors: ['invalid_search_type'],
    shapes: { query: SearchQuery, returns: SearchHits },
    handle: async ({ query }, ctx) => {
      const startedAt = performance.now()
      const page = await ctx.transaction(
        (own) => search(own, query, parsePage(own, query, ['-score'])),
        { access: 'read', onReplica: true },
      )
      const tookMs = Math.round(performance.now() - startedAt)
      return listBody(page, undefined, { counts: page.counts, took_ms: tookMs })
    },
  }),
]
