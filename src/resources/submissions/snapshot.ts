import { computeMetric } from '../../core/analytics/metric.ts'
import { toMetricValue } from '../../core/analytics/metric/value.ts'
import { findMetric } from '../../core/analytics/metrics/index.ts'
import { contain, type Ledger } from '../../core/analytics/ledger.ts'
import { scorecard } from '../../core/analytics/reports/scorecard.ts'
import type { Context } from '../../platform/context.ts'
import type { DataQuality, Latest } from '../records/submissions/store.ts'
import { keepSnapshot } from '../rules/snapshots/keep.ts'
import { keepVersion } from '../versions/keep.ts'
import { upsertKeptRows } from '../ledgers/kept-rows/store.ts'
import { toKeptRows, ledgerFrom, readSource } from '../ledgers/ledgers.ts'
import { keepBenchmarkValues } from '../analytics/peers/store.ts'

export interface Snapshot {
  latest: Latest
  dataQuality: DataQuality
}

/** Reason codes of failed quality checks (formulas section 2). */
const REASONS: Record<string, string> = {
  Q1: 'unreconciled_statement',
  Q2: 'coverage_gap',
  Q3: 'categorization_gap',
  Q4: 'insufficient_history',
  Q5: 'possible_missing_account',
  Q6: 'document_integrity',
}

interface Check {
  id: string
  is_passed: boolean | null
}

/**
 * The key numbers of a submission; null when it has no counted row. Also stores the benchmark
 * values, the snapshot that rules read, and the version that diffs compare.
 */
export async function takeSnapshot(ctx: Context, submissionId: string): Promise<Snapshot | null> {
  const source = await readSource(ctx, submissionId)
  const ledger = ledgerFrom(source)
  if (ledger.columns.size === 0) return null
  const { rows, state } = source
  const { dataVersion: analyticsVersion, settingsVersion } = state
  if (!rows.wereKept) await upsertKeptRows(ctx, submissionId, toKeptRows(source))
  await keepBenchmarkValues(ctx, ledger)
  await keepSnapshot(ctx, ledger, analyticsVersion)
  await keepVersion(ctx, ledger, analyticsVersion)
  const { paperGrade, quality } = gradeDeal(ctx, ledger, analyticsVersion)
  const snapshot = {
    latest: {
      riskScore: computeNumber(ledger, 'risk_score'),
      riskGrade: computeText(ledger, 'risk_grade'),
      paperGrade,
      monthlyTrueRevenue: computeNumber(ledger, 'monthly_true_revenue'),
      averageDailyBalance: computeNumber(ledger, 'average_daily_balance'),
      negativeDays: computeNumber(ledger, 'negative_days'),
      nsfCount: computeNumber(ledger, 'nsf_count'),
      holdbackRatio: computeNumber(ledger, 'holdback_ratio'),
      analyticsVersion,
      settingsVersion,
      asOf: ledger.asOf,
    },
    dataQuality: {
      score: computeNumber(ledger, 'data_quality_score'),
      reconciliationRate: computeNumber(ledger, 'reconciliation_rate'),
      coverageRatio: computeNumber(ledger, 'coverage_ratio'),
      ...quality,
    },
  }
  logFaults(ctx, ledger)
  return snapshot
}

interface Grading {
  paperGrade: string | null
  quality: Pick<DataQuality, 'reviewRequired' | 'reasons'>
}

/** What the scorecard adds; a deal whose scorecard cannot be computed needs a review. */
function gradeDeal(ctx: Context, ledger: Ledger, analyticsVersion: number): Grading {
  const request = {
    window: null,
    options: {},
    computedAt: new Date(ctx.house.now()).toISOString(),
    analyticsVersion,
  }
  const card = contain(ledger, 'scorecard', () => scorecard.compute(ledger, request))
  if (card === null)
    return { paperGrade: null, quality: { reviewRequired: true, reasons: ['internal_error'] } }
  const quality = card['data_quality'] as { review_required: boolean; checks: Check[] }
  const failed = quality.checks.filter(({ is_passed }) => is_passed === false)
  return {
    paperGrade: card['paper_grade'] as string | null,
    quality: {
      reviewRequired: quality.review_required,
      reasons: failed.flatMap(({ id }) => REASONS[id] ?? []),
    },
  }
}

/** What could not be computed costs itself; the log has each once. */
function logFaults({ house, requestId }: Context, { submissionId, faults }: Ledger): void {
  for (const { part, error } of faults.splice(0))
    house.log.error(
      { submission_id: submissionId, request_id: requestId, err: error },
      `The ${part} could not be computed.`,
    )
}

/** A metric over its own date range as the wire shows it. */
function computeNumber(ledger: Ledger, name: string): number | null {
  const { value } = toMetricValue(computeMetric(ledger, findMetric(name)!), ledger)
  return typeof value === 'number' ? value : null
}

function computeText(ledger: Ledger, name: string): string | null {
  const { exact } = computeMetric(ledger, findMetric(name)!)
  return typeof exact === 'string' ? exact : null
}
