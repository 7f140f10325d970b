import type { Ledger } from '../ledger.ts'
import type { MetricResult } from '../metric.ts'

/** The statement that compares the income with a request (formulas section 19). */
const COMPARES_WITH_REQUEST = 'RC01'

/**
 * Whether a figure supports the statement of a reason: a reason that is given must be accurate (12
 * CFR 1002.9), so a weak figure supports none, and without a request nothing falls short of it.
 */
export function supportsReason(
  { company }: Pick<Ledger, 'company'>,
  code: string,
  { status }: Pick<MetricResult, 'status'>,
): boolean {
  if (code === COMPARES_WITH_REQUEST && company.requestedAmount === null) return false
  return status === 'available'
}
