import { GRAINS, type Grain } from '../../../core/analytics/portfolio/buckets.ts'
import type { Contribution } from '../../../core/analytics/portfolio/contribution.ts'
import type { GroupedContributions } from '../../../core/analytics/portfolio/groups.ts'
import {
  SERIES_COUNTERS,
  type DatedContribution,
} from '../../../core/analytics/portfolio/summarize.ts'
import type { PlainDate } from '../../../core/values/dates.ts'
import type { Context } from '../../../platform/context.ts'
import { joinConditions, sql, type Sql } from '../../../platform/db/sql.ts'

/** What a portfolio can be grouped by: the facet of which each submission has one key at most. */
export const GROUPS = {
  deal_stage: 'stage',
  status: 'status',
  source: 'source',
  paper_grade: 'grade',
  industry: 'industry',
  state: 'state',
} as const

export type GroupBy = keyof typeof GROUPS

/** The submissions that are counted. */
export interface Selection {
  since: PlainDate
  until: PlainDate
  granularity: Grain
  dealStage?: string | undefined
  tag?: string | undefined
  groupBy?: GroupBy | undefined
}

/** What selected submissions add together, from what each of them added to the counters. */
export interface Selected {
  totals: Contribution[]
  series: DatedContribution[]
  groups: GroupedContributions
}

/** The cost grows with the selected submissions: counters know no tags and no pairs of facets. */
export async function readSelected(ctx: Context, selection: Selection): Promise<Selected> {
  const totals = await sumContributions(ctx, selection)
  const series = await sumSeries(ctx, selection)
  const { groupBy } = selection
  return { totals, series, groups: groupBy ? await sumGroups(ctx, selection, groupBy) : new Map() }
}

async function sumContributions(ctx: Context, selection: Selection): Promise<Contribution[]> {
  const rows = await ctx.db.rows<Counted>(sql`
    select c.entry ->> 0 as facet, c.entry ->> 1 as key, ${SUMS}
    from ${selectFacts(ctx, selection)} f cross join lateral jsonb_array_elements(f.contributions) as c (entry)
    group by 1, 2`)
  return rows.map(toContribution)
}

async function sumSeries(ctx: Context, selection: Selection): Promise<DatedContribution[]> {
  const { granularity } = selection
  const facets = SERIES_COUNTERS.map(([facet]) => facet)
  const grain = GRAINS.find((known) => known === granularity)!
  const rows = await ctx.db.rows<Counted & { bucket: PlainDate }>(sql`
    select date_trunc(${grain}, f.created_on)::date as bucket, c.entry ->> 0 as facet,
      c.entry ->> 1 as key, ${SUMS}
    from ${selectFacts(ctx, selection)} f cross join lateral jsonb_array_elements(f.contributions) as c (entry)
    where c.entry ->> 0 = any (${facets}::text[])
    group by 1, 2, 3`)
  return rows.map((row): DatedContribution => [row.bucket, ...toContribution(row)])
}

async function sumGroups(
  ctx: Context,
  selection: Selection,
  groupBy: GroupBy,
): Promise<GroupedContributions> {
  const rows = await ctx.db.rows<Counted & { name: string | null }>(sql`
    select f.name, c.entry ->> 0 as facet, c.entry ->> 1 as key, ${SUMS}
    from (
      select f.contributions, (
        select own.entry ->> 1 from jsonb_array_elements(f.contributions) as own (entry)
        where own.entry ->> 0 = ${GROUPS[groupBy]} limit 1) as name
      from ${selectFacts(ctx, selection)} f
    ) f cross join lateral jsonb_array_elements(f.contributions) as c (entry)
    group by 1, 2, 3`)
  const groups = Map.groupBy(rows, ({ name }) => name)
  return new Map([...groups].map(([name, own]) => [name, own.map(toContribution)]))
}

interface Counted {
  facet: Contribution[0]
  key: string
  count: number
  sum: number
}

const SUMS = sql`sum((c.entry ->> 2)::bigint)::bigint as count,
  sum((c.entry ->> 3)::numeric)::float8 as sum`

function toContribution({ facet, key, count, sum }: Counted): Contribution {
  return [facet, key, count, sum]
}

function selectFacts(ctx: Context, { since, until, dealStage, tag }: Selection): Sql {
  const conditions = joinConditions([
    dealStage !== undefined && sql`s.deal_stage = ${dealStage}`,
    tag !== undefined && sql`${tag} = any (s.tags)`,
  ])
  return sql`(
    select p.created_on, p.contributions
    from portfolio_facts p
    join submissions s on s.environment_id = p.environment_id and s.id = p.submission_id
    where p.environment_id = ${ctx.environment.id} and p.created_on between ${since} and ${until}
      and ${conditions})`
}
