import { useQuery } from '@tanstack/react-query'
import type { RuleEvaluate } from '../../../../../../clients/typescript/src/index.ts'
import { keyed } from '../../../../data/queries.ts'
import { api } from '../../../../data/session.ts'

/** Deals that are drawn; the back-test itself looks at many more. */
const DRAWN_MAX = 100
const DAY_MS = 86_400_000
const FRESH_MS = 60_000

/** A deal of the past with the number that the rule looks at. */
export interface PastDeal {
  id: string
  name: string
  value: number
}

/** The last deals with what a rule measures of each; those without the number are left out. */
export function usePastDeals(ruleId: string, version: number) {
  return useQuery({
    queryKey: keyed('policies', 'past', ruleId, version),
    queryFn: async (): Promise<PastDeal[]> => {
      const status = ['processed', 'review_required', 'reviewed']
      const { data } = await api.submissions
        .list({ status, limit: DRAWN_MAX } as Parameters<typeof api.submissions.list>[0])
        .page()
      if (data.length === 0) return []
      const names = new Map(data.map(({ id, name }) => [id, name]))
      const found = await api.rules.evaluate(ruleId, { submission_ids: [...names.keys()] })
      return [found]
        .flat()
        .flatMap((one: RuleEvaluate) =>
          typeof one.actual === 'number'
            ? [
                {
                  id: one.submission_id,
                  name: names.get(one.submission_id) ?? '',
                  value: one.actual,
                },
              ]
            : [],
        )
    },
    staleTime: FRESH_MS,
  })
}

interface Trial {
  policyId: string
  ruleId: string
  value: number | undefined
  /** Days back; all when left out. */
  days: string | undefined
}

/** What the whole policy would decide with another threshold, over up to a thousand deals. */
export function useBacktest({ policyId, ruleId, value, days }: Trial) {
  return useQuery({
    queryKey: keyed('policies', policyId, 'backtest', ruleId, value, days),
    queryFn: () =>
      api.policies.backtest(policyId, {
        ...(days !== undefined && { since: daysAgo(Number(days)) }),
        ...(value !== undefined && { rules: [{ rule_id: ruleId, value }] }),
      }),
    placeholderData: (before) => before,
    staleTime: FRESH_MS,
  })
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)
}
