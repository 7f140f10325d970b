import { evidenceOf } from '../../core/analytics/evidence.ts'
import { windowNamed } from '../../core/analytics/gate.ts'
import type { MetricParameters } from '../../core/analytics/metric.ts'
import { findMetric, METRICS } from '../../core/analytics/metrics/index.ts'
import { nearest } from '../../core/values/text.ts'
import type { Context } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { ledgerOf, windowOf, type WindowWish } from '../analytics/ledgers.ts'
import type { LedgerWish } from '../analytics/ledger-input.ts'

export interface EvidenceWish extends WindowWish, LedgerWish {
  metric: string
  submissionId?: string | undefined
  slug?: string | undefined
  denominator?: string | undefined
  target?: number | undefined
}

/** Ids of the rows that a number counted. Throws `invalid_metric`, `invalid_date_range`. */
export async function evidenceIds(ctx: Context, wish: EvidenceWish): Promise<string[]> {
  const metric = findMetric(wish.metric)
  if (metric === null) throw unknownMetric(wish.metric)
  if (wish.submissionId === undefined) {
    const message = 'metric needs submission_id.'
    throw new ApiError('invalid_parameter', message, { param: 'submission_id' })
  }
  const ledger = await ledgerOf(ctx, wish.submissionId, wish)
  const window = windowOf(ledger, wish) ?? windowNamed(ledger, metric.defaultWindow)
  return evidenceOf(metric, ledger, { window, parameters: parametersOf(wish) })
}

function parametersOf({ slug, denominator, target }: EvidenceWish): MetricParameters {
  const given = Object.entries({ slug, denominator, target })
  return Object.fromEntries(given.filter(([, value]) => value !== undefined)) as MetricParameters
}

function unknownMetric(name: string): ApiError {
  const near = nearest(name, METRICS.map((metric) => metric.name))
  const hint = near === null ? '' : ` Did you mean ${near}?`
  const message = `There is no metric ${name.slice(0, 64)}.${hint}`
  return new ApiError('invalid_metric', message, { param: 'metric' })
}
