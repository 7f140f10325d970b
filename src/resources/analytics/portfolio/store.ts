import {
  bucketOf, GRAINS, type BucketRange, type Grain,
} from '../../../core/analytics/portfolio/buckets.ts' // prettier-ignore
import type { Contribution, Facet } from '../../../core/analytics/portfolio/contribution.ts'
import type { DatedContribution } from '../../../core/analytics/portfolio/summarize.ts'
import type { PlainDate } from '../../../core/values/dates.ts'
import type { Context } from '../../../platform/context.ts'
import { join, sql, type Sql } from '../../../platform/db/sql.ts'

/** Writers of one slot wait for each other, so there are some. */
const SLOTS = 4

/** What a submission, created on a day, adds to its counters beyond what it added before. */
export interface Difference {
  submissionId: string
  createdOn: PlainDate
  difference: readonly Contribution[]
}

interface Counter {
  grain: Grain
  facet: Facet
  bucket: PlainDate
  key: string
  slot: number
  count: number
  sum: number
}

/**
 * Adds differences to the counters. Each slot is locked by its version before any of its counters
 * is, in order; so nobody waits in a circle.
 */
export async function addToCounters(
  ctx: Context,
  differences: readonly Difference[],
): Promise<void> {
  const counters = countersOf(differences)
  const slots = [...new Set(counters.map(({ slot }) => slot))].toSorted((a, b) => a - b)
  if (slots.length === 0) return
  await ctx.db.run(sql`
    insert into portfolio_versions as v (environment_id, slot, version)
    select ${ctx.environment.id}, slot, 1 from unnest(${slots}::smallint[]) as slot order by slot
    on conflict (environment_id, slot) do update set version = v.version + 1`)
  await ctx.db.run(sql`
    insert into portfolio_totals as t (environment_id, grain, facet, bucket, key, slot, count, sum)
    select ${ctx.environment.id}, r.grain, r.facet, r.bucket, r.key, r.slot, r.count, r.sum
    from json_to_recordset(${JSON.stringify(counters)}::json) as r (grain text, facet text, bucket date,
      key text, slot smallint, count bigint, sum numeric)
    on conflict (environment_id, grain, facet, bucket, key, slot) do update
    set count = t.count + excluded.count, sum = t.sum + excluded.sum`)
}

/** One entry for each counter that moves: a statement cannot touch a row twice. */
function countersOf(differences: readonly Difference[]): Counter[] {
  const counters = new Map<string, Counter>()
  for (const { submissionId, createdOn, difference } of differences) {
    const slot = slotOf(submissionId)
    for (const [facet, key, count, sum] of difference) {
      for (const grain of GRAINS) {
        const bucket = bucketOf(grain, createdOn)
        const name = [grain, facet, bucket, key, slot].join('\n')
        const known = counters.get(name) ?? { grain, facet, bucket, key, slot, count: 0, sum: 0 }
        counters.set(name, { ...known, count: known.count + count, sum: known.sum + sum })
      }
    }
  }
  return [...counters.values()].filter(({ count, sum }) => count !== 0 || sum !== 0)
}

/** Always the same of a submission; its id ends in chance. */
function slotOf(submissionId: string): number {
  return Number.parseInt(submissionId.at(-1)!, 16) % SLOTS
}

/** Grows whenever a counter of the portfolio changes. */
export async function findPortfolioVersion(ctx: Context): Promise<number> {
  const row = await ctx.db.row<{ version: number }>(sql`
    select coalesce(sum(version), 0)::bigint as version from portfolio_versions
    where environment_id = ${ctx.environment.id}`)
  return row!.version
}

/** The counters of these facets over some buckets, summed, in any order. */
export async function sumCounters(
  ctx: Context,
  ranges: readonly BucketRange[],
  facets: readonly Facet[],
): Promise<Contribution[]> {
  if (ranges.length === 0) return []
  const row = await ctx.db.row<{ counters: Contribution[] }>(sql`
    select coalesce(json_agg(json_build_array(facet, key, count, sum)), '[]') as counters
    from (
      select facet, key, sum(count) as count, sum(sum) as sum from (${counters(ctx, ranges, facets)}) c
      group by facet, key having sum(count) <> 0 or sum(sum) <> 0) summed`)
  return row!.counters
}

/** The same by bucket. */
export async function listCounters(
  ctx: Context,
  ranges: readonly BucketRange[],
  facets: readonly Facet[],
): Promise<DatedContribution[]> {
  if (ranges.length === 0) return []
  const row = await ctx.db.row<{ counters: DatedContribution[] }>(sql`
    select coalesce(json_agg(json_build_array(bucket, facet, key, count, 0)), '[]') as counters
    from (
      select bucket, facet, key, sum(count) as count from (${counters(ctx, ranges, facets)}) c
      group by bucket, facet, key having sum(count) <> 0) summed`)
  return row!.counters
}

// oxlint-disable-next-line max-params -- one statement in two readings
function counters(ctx: Context, ranges: readonly BucketRange[], facets: readonly Facet[]): Sql {
  return join(
    ranges.map(
      ({ grain, from, until }) => sql`
        select facet, bucket, key, count, sum from portfolio_totals
        where environment_id = ${ctx.environment.id} and grain = ${grain}
          and facet = any (${facets}::text[]) and bucket between ${from} and ${until}`,
    ),
    ' union all ',
  )
}

/** Forgets every counter; for who counts all submissions anew in the same transaction. */
export async function deleteCounters(ctx: Context): Promise<void> {
  await ctx.db.run(sql`delete from portfolio_totals where environment_id = ${ctx.environment.id}`)
}

/** The facts' own sums beside the counters', where the two differ, by facet, key and day. */
export async function listWrongCounters(ctx: Context): Promise<{ facet: string; key: string }[]> {
  return ctx.db.rows<{ facet: string; key: string }>(sql`
    with wanted as (
      select g.grain, c.entry ->> 0 as facet, date_trunc(g.grain, f.created_on)::date as bucket,
        c.entry ->> 1 as key, sum((c.entry ->> 2)::bigint) as count, sum((c.entry ->> 3)::numeric) as sum
      from portfolio_facts f
      cross join lateral jsonb_array_elements(f.contributions) as c (entry)
      cross join unnest(array['year', 'month', 'day']) as g (grain)
      where f.environment_id = ${ctx.environment.id}
      group by 1, 2, 3, 4
    ), found as (
      select grain, facet, bucket, key, sum(count) as count, sum(sum) as sum
      from portfolio_totals where environment_id = ${ctx.environment.id}
      group by 1, 2, 3, 4
    )
    select distinct facet, key from wanted full join found using (grain, facet, bucket, key)
    where (coalesce(wanted.count, 0), coalesce(wanted.sum, 0))
      is distinct from (coalesce(found.count, 0), coalesce(found.sum, 0))
    order by facet, key limit 100`)
}
