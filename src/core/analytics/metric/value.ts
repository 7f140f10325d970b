import type { Static } from 'typebox'
import { listEvidence, toEvidence, transactionsHref, windowFilters } from './evidence.ts'
import type { Ledger } from '../ledger.ts'
import { roundPart, roundValue, type MetricResult, type MetricScalar } from '../metric.ts'
import type { MetricValue as MetricValueSchema } from '../schemas.ts'

/** A metric on the wire (resources 9.0). */
export type MetricValue = Static<typeof MetricValueSchema>

/**
 * A computed metric as the wire shows it: rounded, with its evidence. The grade is the scorecard's
 * to give, and the previous value belongs to stored versions; both are null here.
 */
export function toMetricValue(
  result: MetricResult,
  ledger: Ledger,
  { withFormula = false }: { withFormula?: boolean } = {},
): MetricValue {
  const { metric, window, exact, parameters } = result
  const { currency } = ledger
  const behind = listEvidence(metric, ledger, { window, parameters })
  const href = metric.evidence === null ? null : buildHref(result, ledger)
  return {
    name: metric.name,
    label: metric.label,
    value: Array.isArray(exact)
      ? exact.map((part) => roundPart(part, currency))
      : roundValue(exact as MetricScalar | null, metric, currency),
    unit: metric.unit,
    currency: metric.unit === 'amount' ? currency : null,
    status: result.status,
    reasons: result.reasons,
    date_range: { name: window.name, start_date: window.startDate, end_date: window.endDate },
    formula_id: metric.formulaId,
    formula: withFormula ? metric.formula : null,
    inputs: roundPart(result.inputs, currency),
    breakdown: result.breakdown.map((part) => roundPart(part, currency)),
    evidence: toEvidence(ledger, behind, href),
    grade: null,
    threshold: null,
    higher_is_better: metric.isHigherBetter,
    has_overrides: ledger.hasOverrides,
    previous_value: null,
  }
}

function buildHref({ metric, window, parameters }: MetricResult, ledger: Ledger): string {
  return transactionsHref(ledger, { metric: metric.name, ...windowFilters(window), ...parameters })
}
