import type { SubmissionMetric } from '../../../../clients/typescript/src/index.ts'

/** Payments that an account which nobody submitted may make too. */
const PAID: ReadonlySet<string> = new Set([
  'monthly_mca_payments',
  'holdback_ratio',
  'monthly_debt_service',
  'debt_to_revenue',
])

type Judged = Pick<SubmissionMetric, 'name' | 'status' | 'reasons'>

/**
 * Whether a number rests on incomplete data. The service marks what is left after costs where an
 * account is missing; what is paid to funders is no more certain beside it.
 */
export function isPartial(metric: Judged, all: readonly Judged[]): boolean {
  if (metric.status === 'partially_available') return true
  return metric.status === 'available' && PAID.has(metric.name) && lacksAccount(all)
}

/** Why it is incomplete, as codes. */
export function listPartialReasons(metric: Judged, all: readonly Judged[]): string[] {
  const isByAccount = metric.status === 'available' && isPartial(metric, all)
  return isByAccount ? ['missing_account'] : metric.reasons
}

function lacksAccount(all: readonly Judged[]): boolean {
  return all.some(({ reasons }) => reasons.includes('missing_account'))
}
