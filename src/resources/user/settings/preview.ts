import { buildLedger, type Ledger } from '../../../core/analytics/ledger.ts'
import { computeMetric } from '../../../core/analytics/metric.ts'
import { findMetric } from '../../../core/analytics/metrics/index.ts'
import { roundValue, type MetricScalar } from '../../../core/analytics/metric.ts'
import type { RequestContext } from '../../../platform/context.ts'
import { unpackRows } from '../../ledgers/kept-rows/packed.ts'
import { readSource } from '../../ledgers/ledgers.ts'
import { getSubmission } from '../../records/submissions/store.ts'
import { planChange } from './change.ts'
import { toAnalytics } from '../../settings/read.ts'
import type { PreviewRequest } from './schemas.ts'
import { listRecentIds } from '../../settings/store.ts'

/** The key metrics, and metrics that the settings affect directly. */
const HEADLINES = [
  'monthly_true_revenue',
  'true_revenue',
  'total_deposits',
  'low_balance_days',
  'monthly_debt_service',
  'anomaly_count',
  'paper_grade',
  'risk_score',
  'risk_grade',
] as const

const LIMIT = 10
const READ_TIMEOUT_MS = 30_000

/**
 * How the key numbers of some submissions would change with other settings; nothing is stored.
 * Throws what `planChange` throws, and `submission_not_found`.
 */
export async function previewSettings(
  ctx: RequestContext,
  { settings, submissionIds, limit = LIMIT }: PreviewRequest,
): Promise<object> {
  const { plan, ids } = await ctx.transaction(async (own) => ({
    plan: await planChange(own, settings),
    ids: submissionIds ?? (await listRecentIds(own, limit)),
  }))
  const [before, after] = [toAnalytics(plan.before), toAnalytics(plan.after)]
  const submissions: Effect[] = []
  for (const id of ids) {
    const { name, source } = await ctx.transaction(
      async (own) => ({
        name: (await getSubmission(own, id)).name,
        source: await readSource(own, id),
      }),
      { access: 'read', timeoutMs: READ_TIMEOUT_MS, onReplica: true },
    )
    const transactions = unpackRows(source.rows.packed)
    const ledgers = [before, after].map((settings) =>
      buildLedger({ ...source.facts, transactions, settings }),
    )
    submissions.push(effectOn({ id, name }, ledgers as [Ledger, Ledger]))
  }
  return {
    settingsVersion: plan.before.version,
    changes: plan.changes,
    submissions,
    changedCount: submissions.filter(({ isChanged }) => isChanged).length,
  }
}

interface Effect {
  id: string
  name: string
  currency: string
  isChanged: boolean
  before: Headlines
  after: Headlines
}

type Headlines = Record<string, MetricScalar | null>

function effectOn(
  submission: { id: string; name: string },
  [was, would]: [Ledger, Ledger],
): Effect {
  const [before, after] = [computeHeadlines(was), computeHeadlines(would)]
  const isChanged = JSON.stringify(before) !== JSON.stringify(after)
  return { ...submission, currency: would.currency, isChanged, before, after }
}

function computeHeadlines(ledger: Ledger): Headlines {
  const entries = HEADLINES.map((name) => {
    const metric = findMetric(name)!
    const { exact } = computeMetric(ledger, metric)
    return [name, roundValue(exact as MetricScalar | null, metric, ledger.currency)]
  })
  return Object.fromEntries(entries) as Headlines
}
