import type { Peer } from '../../../core/analytics/benchmarks/peers.ts'
import type { Ledger } from '../../../core/analytics/ledger.ts'
import { standingAnomalies } from '../../../core/analytics/anomalies/index.ts'
import { windowNamed } from '../../../core/analytics/metric/gate.ts'
import { computeMetric } from '../../../core/analytics/metric.ts'
import { findMetric } from '../../../core/analytics/metrics/index.ts'
import { benchmarkValues } from '../../../core/analytics/reports/benchmarks.ts'
import type { Context } from '../../../platform/context.ts'
import { json, sql } from '../../../platform/db/sql.ts'

/** Businesses that are compared; more do not move a percentile. */
const PEERS_MAX = 20_000

/** Stores the values that other deals of the portfolio are compared with. */
export async function keepBenchmarkValues(ctx: Context, ledger: Ledger): Promise<void> {
  const revenue = computeMetric(ledger, findMetric('monthly_true_revenue')!).exact
  await ctx.db.run(sql`
    insert into benchmark_values (environment_id, submission_id, business_key, currency, naics_code, monthly_revenue, metrics, anomalies)
    select environment_id, id, coalesce(ein_blind, id::text), ${ledger.currency}, ${ledger.company.naicsCode},
      ${typeof revenue === 'number' ? revenue : null}, ${json(benchmarkValues(ledger))}::jsonb, ${json(anomalyCounts(ledger))}::jsonb
    from submissions where environment_id = ${ctx.environment.id} and id = ${ledger.submissionId}
    on conflict (environment_id, submission_id) do update
    set business_key = excluded.business_key, currency = excluded.currency, naics_code = excluded.naics_code,
      monthly_revenue = excluded.monthly_revenue, metrics = excluded.metrics, anomalies = excluded.anomalies, computed_at = excluded.computed_at`)
}

/** How many anomalies of each kind the whole ledger shows, less those that a person dismissed. */
function anomalyCounts(ledger: Ledger): Record<string, number> {
  const byKind = Map.groupBy(
    standingAnomalies(ledger, windowNamed(ledger, 'all')),
    ({ kind }) => kind,
  )
  return Object.fromEntries([...byKind].map(([kind, own]) => [kind, own.length]))
}

/** A text that changes whenever one of the peers does. */
export async function findPeersVersion(ctx: Context): Promise<string> {
  const row = await ctx.db.row<{ version: string }>(sql`
    select count(*) || ':' || coalesce(max(computed_at)::text, '') as version
    from benchmark_values where environment_id = ${ctx.environment.id}`)
  return row!.version
}

/** A business whose values are in a currency. */
export interface PeerIn extends Peer {
  currency: string
}

/**
 * The other businesses of the portfolio, each as its latest submission of a currency shows it
 * (formulas K8).
 */
export async function listPeers(ctx: Context, submissionId: string): Promise<PeerIn[]> {
  return ctx.db.rows<PeerIn>(sql`
    select currency, naics_code, monthly_revenue, metrics as "values" from (
      select distinct on (business_key, currency) currency, naics_code, monthly_revenue, metrics
      from benchmark_values
      where environment_id = ${ctx.environment.id}
        and business_key <> coalesce((
          select coalesce(ein_blind, id::text) from submissions
          where environment_id = ${ctx.environment.id} and id = ${submissionId}), '')
      order by business_key, currency, computed_at desc, submission_id
    ) latest limit ${PEERS_MAX}`)
}

/** The businesses of all who take part, when the own ones do (formulas K2). */
export async function listNetworkPeers(ctx: Context, submissionId: string): Promise<PeerIn[]> {
  return ctx.db.rows<PeerIn>(sql`
    select supplier, currency, naics_code, monthly_revenue, metrics as "values"
    from system_network_peers(${submissionId}, ${PEERS_MAX})`)
}
