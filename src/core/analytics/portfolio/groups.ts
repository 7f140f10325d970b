import type { Static } from 'typebox'
import type { Contribution } from './contribution.ts'
import type { Portfolio } from './schema.ts'
import { summarizePortfolio, type Counted } from './summarize.ts'

type Body = Static<typeof Portfolio>

/** What the submissions of each group add together; null is the group of those without a key. */
export type GroupedContributions = ReadonlyMap<string | null, readonly Contribution[]>

/** The numbers of each group by those of all, the greatest group first. */
export function summarizeGroups(
  counted: Omit<Counted, 'totals' | 'series'>,
  groups: GroupedContributions,
): Body['groups'] {
  const bodies = [...groups].map(([key, totals]) => {
    const { submissions, volume, quality, distributions, declines, outcomes } = summarizePortfolio({
      ...counted,
      totals,
      series: [],
    })
    return { key, submissions, volume, quality, distributions, declines, outcomes }
  })
  return bodies.toSorted(
    (a, b) => b.submissions.total - a.submissions.total || ((a.key ?? '') < (b.key ?? '') ? -1 : 1),
  )
}
