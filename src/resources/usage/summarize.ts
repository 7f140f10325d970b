import { DURATION_BOUNDS_MS, USAGE_COUNTERS } from '../../platform/usage.ts'
import type { CallRow, CounterRow } from './store.ts'
import type { Usage } from './schemas.ts'
import type { Body } from '../../platform/route.ts'

export interface UsageSummary {
  totals: Record<string, number>
  byDay: Record<string, number | string>[]
  byKey: Body<typeof Usage>['byKey']
  byEndpoint: Body<typeof Usage>['byEndpoint']
}

/** Calls and counters as totals, by period, by key and by endpoint, the busiest first. */
export function summarizeUsage(
  calls: CallRow[],
  counters: CounterRow[],
  keys: { id: string; name: string }[],
): UsageSummary {
  const names = new Map(keys.map(({ id, name }) => [id, name]))
  const periods = [...new Set([...calls, ...counters].map(({ period }) => period))].toSorted()
  return {
    totals: { api_calls: sumCalls(calls), ...sumCounters(counters) },
    byDay: periods.map((period) => ({
      date: period,
      api_calls: sumCalls(calls.filter((row) => row.period === period)),
      ...sumCounters(counters.filter((row) => row.period === period)),
    })),
    byKey: grouped(calls, (row) => row.apiKeyId).map(([apiKeyId, rows]) => ({
      apiKeyId,
      credentialKind: rows[0]!.credentialKind,
      name: names.get(apiKeyId) ?? null,
      calls: sumCalls(rows),
      errors: sumErrors(rows),
    })),
    byEndpoint: grouped(calls, (row) => `${row.method} ${row.path}`).map(([, rows]) =>
      summarizeEndpoint(rows),
    ),
  }
}

function summarizeEndpoint(rows: CallRow[]): UsageSummary['byEndpoint'][number] {
  const { method, path } = rows[0]!
  const durations = rows.reduce<number[]>(
    (sums, row) => row.durations.map((count, index) => count + (sums[index] ?? 0)),
    [],
  )
  return {
    method,
    path,
    calls: sumCalls(rows),
    errors: sumErrors(rows),
    p50Ms: computeQuantile(durations, 0.5),
    p95Ms: computeQuantile(durations, 0.95),
  }
}

/**
 * The upper bound of the class in which the quantile falls; null when it falls into the open one.
 */
function computeQuantile(durations: number[], share: number): number | null {
  const wanted = durations.reduce((sum, count) => sum + count, 0) * share
  let seen = 0
  const index = durations.findIndex((count) => (seen += count) >= wanted)
  return DURATION_BOUNDS_MS[index] ?? null
}

function sumCounters(counters: CounterRow[]): Record<string, number> {
  return Object.fromEntries(
    USAGE_COUNTERS.map((name) => [
      name,
      counters.filter((row) => row.name === name).reduce((sum, row) => sum + row.value, 0),
    ]),
  )
}

function grouped(calls: CallRow[], keyOf: (row: CallRow) => string): [string, CallRow[]][] {
  return [...Map.groupBy(calls, keyOf)].toSorted(
    ([, left], [, right]) => sumCalls(right) - sumCalls(left),
  )
}

function sumCalls(rows: CallRow[]): number {
  return rows.reduce((sum, { calls }) => sum + calls, 0)
}

function sumErrors(rows: CallRow[]): number {
  return rows.reduce((sum, { errors }) => sum + errors, 0)
}
