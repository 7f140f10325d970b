import type { TestHouse } from '../../../context.ts'

/** Rows by table. */
export type RowCounts = ReadonlyMap<string, number>

/** What is not compared: the record of calls, leases of requests, and what upkeep writes. */
const RECORDS_OF_CALLS = [
  'idempotency_keys',
  'usage_calls',
  'usage_counters',
  'request_log',
  'rate_limits',
  // Signed for all tenants by the hourly upkeep of any process.
  'audit_heads',
  // Words and names are kept once, however often they are seen.
  'descriptors',
  'merchants',
  'search_words',
  // Sums by day and kind, which verify holds against their rows.
  'merchant_totals',
  'portfolio_totals',
]

/** How many rows each table has. */
export async function countRows({ house }: TestHouse): Promise<RowCounts> {
  const { pool } = house.database
  const { rows: tables } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and a.attname = 'environment_id' and c.relname <> all ($1)`,
    [RECORDS_OF_CALLS],
  )
  const counts = tables.map(({ name }) => `select '${name}' as name, count(*) from ${name}`)
  const { rows } = await pool.query<{ name: string; count: number }>(counts.join(' union all '))
  return new Map(rows.map(({ name, count }) => [name, count]))
}

/** What was added between two counts, tables without a change left out. */
export function addedBetween(before: RowCounts, after: RowCounts): Record<string, number> {
  const changes = [...after].map(
    ([name, count]) => [name, count - (before.get(name) ?? 0)] as const,
  )
  return Object.fromEntries(changes.filter(([, change]) => change !== 0))
}
