import {
  toBucket,
  GRAINS,
  type BucketRange,
  type Grain,
} from '../../core/analytics/portfolio/buckets.ts'
import {
  FACETS,
  type Contribution,
  type Facet,
} from '../../core/analytics/portfolio/contribution.ts'
import type { PlainDate } from '../../core/values/dates.ts'
import type { Context } from '../../platform/context.ts'
import { sql } from '../../platform/db/sql.ts'
import type { KeptFacts } from './facts/store.ts'

/** Writers of one slot wait for each other, so counters are spread over several. */
const SLOTS = 4

/** What a submission, created on a day, adds to its counters beyond what it added before. */
export interface Difference {
  submissionId: string
  createdOn: PlainDate
  difference: readonly Contribution[]
}

/** The counter of changes in its bucket; it only grows. */
const CHANGE = ['change', '', 1, 0] as const

interface Counter {
  grain: Grain
  facet: Facet | (typeof CHANGE)[0]
  bucket: PlainDate
  key: string
  slot: number
  count: number
  sum: number
}

/**
 * Stores the facts of submissions and adds the differences to the counters. Slots are locked in
 * order by their version row before any counter, so writers cannot deadlock.
 */
export async function writePortfolio(
  ctx: Context,
  kept: readonly KeptFacts[],
  differences: readonly Difference[],
): Promise<void> {
  const counters = buildCounters(differences)
  const slots = [...new Set(counters.map(({ slot }) => slot))]
  await ctx.db.run(sql`
    with facts as (
      insert into portfolio_facts (environment_id, submission_id, created_on, data_version, data, contributions, counts)
      select ${ctx.environment.id}, f."submissionId", f."createdOn", f."dataVersion", f.data, f.contributions, f.counts
      from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as f ("submissionId" uuid,
        "createdOn" date, "dataVersion" bigint, data jsonb, contributions jsonb, counts jsonb)
      on conflict (environment_id, submission_id) do update
      set data_version = excluded.data_version, data = excluded.data, contributions = excluded.contributions,
        counts = excluded.counts
    ), held as (
      insert into portfolio_versions as v (environment_id, slot, version)
      select ${ctx.environment.id}, slot, 1 from unnest(${slots}::smallint[]) as slot order by slot
      on conflict (environment_id, slot) do update set version = v.version + 1
      returning slot
    )
    insert into portfolio_totals as t (environment_id, grain, facet, bucket, key, slot, count, sum)
    select ${ctx.environment.id}, r.grain, r.facet, r.bucket, r.key, r.slot, r.count, r.sum
    from json_to_recordset(${JSON.stringify(counters)}::json) as r (grain text, facet text, bucket date,
      key text, slot smallint, count bigint, sum numeric)
    where (select count(*) from held) > 0
    on conflict (environment_id, grain, facet, bucket, key, slot) do update
    set count = t.count + excluded.count, sum = t.sum + excluded.sum`)
}

/** One entry per changed counter: an upsert cannot touch a row twice. */
function buildCounters(differences: readonly Difference[]): Counter[] {
  const counters = new Map<string, Counter>()
  for (const { submissionId, createdOn, difference } of differences) {
    const slot = toSlot(submissionId)
    const moved = difference.length === 0 ? [] : [...difference, CHANGE]
    for (const [facet, key, count, sum] of moved) {
      for (const grain of GRAINS) {
        const bucket = toBucket(grain, createdOn)
        const name = [grain, facet, bucket, key, slot].join('\n')
        const known = counters.get(name) ?? { grain, facet, bucket, key, slot, count: 0, sum: 0 }
        counters.set(name, { ...known, count: known.count + count, sum: known.sum + sum })
      }
    }
  }
  return [...counters.values()].filter(({ count, sum }) => count !== 0 || sum !== 0)
}

/** Stable per submission; the last digit of its id is random. */
function toSlot(submissionId: string): number {
  return Number.parseInt(submissionId.at(-1)!, 16) % SLOTS
}

/** Grows whenever a counter of the portfolio changes. */
export async function findPortfolioVersion(ctx: Context): Promise<number> {
  const row = await ctx.db.row<{ version: number }>(sql`
    select coalesce(sum(version), 0)::bigint as version from portfolio_versions
    where environment_id = ${ctx.environment.id}`)
  return row!.version
}

/** The days, the month or the year of counters. */
export interface Bucket {
  grain: Grain
  bucket: PlainDate
}

/** A bucket of the range of that number (from 0); its counters stand still while the stamp does. */
export interface Stamped extends Bucket {
  range: number
  stamp: number
}

/** A bucket as its counters were at a stamp. */
export interface Known extends Bucket {
  stamp: number
}

/** What a portfolio has counted in some ranges, as of one moment. */
export interface Found {
  version: number
  /** The buckets of the ranges that anything was ever counted in. */
  stamped: Stamped[]
  /** The counters of those that are not known at their stamp, summed over the slots. */
  read: (Known & { counters: Contribution[] })[]
}

/** The buckets of the ranges, and the counters of those that are not known; in any order. */
export async function findBuckets(
  ctx: Context,
  ranges: readonly BucketRange[],
  known: readonly Known[],
): Promise<Found> {
  const row = await ctx.db.row<Found>(sql`
    with stamped as materialized (
      select (r.number - 1)::int as range, r.grain, t.bucket, t.stamp
      from unnest(${ranges.map(({ grain }) => grain)}::text[], ${ranges.map(({ from }) => from)}::date[],
        ${ranges.map(({ until }) => until)}::date[]) with ordinality as r (grain, first, last, number)
      cross join lateral (
        select bucket, sum(count)::bigint as stamp from portfolio_totals
        where environment_id = ${ctx.environment.id} and grain = r.grain and facet = ${CHANGE[0]}
          and bucket between r.first and r.last
        group by bucket) t
    ), unknown as materialized (
      select grain, bucket, stamp from stamped
      except
      select grain, bucket, stamp
      from unnest(${known.map(({ grain }) => grain)}::text[], ${known.map(({ bucket }) => bucket)}::date[],
        ${known.map(({ stamp }) => stamp)}::bigint[]) as k (grain, bucket, stamp)
    )
    select
      (select coalesce(sum(version), 0)::bigint from portfolio_versions
        where environment_id = ${ctx.environment.id}) as version,
      (select coalesce(json_agg(stamped), '[]') from stamped) as stamped,
      (select coalesce(json_agg(json_build_object('grain', b.grain, 'bucket', b.bucket, 'stamp', b.stamp,
          'counters', t.counters)), '[]')
        from unknown b
        cross join lateral (
          select coalesce(json_agg(json_build_array(facet, key, count, sum)), '[]') as counters
          from (
            select facet, key, sum(count) as count, sum(sum) as sum from portfolio_totals
            where environment_id = ${ctx.environment.id} and grain = b.grain
              and facet = any (${FACETS}::text[]) and bucket = b.bucket
            group by facet, key having sum(count) <> 0 or sum(sum) <> 0) summed) t) as read`)
  return row!
}

/**
 * Deletes every counter, before all submissions are recounted in the same transaction. Stamps still
 * grow, or cached buckets would match recounted ones.
 */
export async function deleteCounters(ctx: Context): Promise<void> {
  await ctx.db.run(sql`
    delete from portfolio_totals
    where environment_id = ${ctx.environment.id} and facet <> ${CHANGE[0]}`)
  await ctx.db.run(sql`
    update portfolio_totals set count = count + 1
    where environment_id = ${ctx.environment.id} and facet = ${CHANGE[0]}`)
}

/** Counters that differ from the sums of the facts. */
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
      from portfolio_totals where environment_id = ${ctx.environment.id} and facet <> ${CHANGE[0]}
      group by 1, 2, 3, 4
    )
    select distinct facet, key from wanted full join found using (grain, facet, bucket, key)
    where (coalesce(wanted.count, 0), coalesce(wanted.sum, 0))
      is distinct from (coalesce(found.count, 0), coalesce(found.sum, 0))
    order by facet, key limit 100`)
}
