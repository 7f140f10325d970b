import { computeMetric, roundValue, type MetricScalar } from '../../../core/analytics/metric.ts'
import { findMetric } from '../../../core/analytics/metrics/index.ts'
import type { Ledger } from '../../../core/analytics/ledger.ts'
import type { Entity, Fact, Source, Claim } from '../../../core/entities/entity.ts'
import { getFactKey } from '../../../core/entities/things.ts'
import { resolveWindow } from '../../ledgers/ledgers.ts'

/** Confidence of a metric that only part of the data supports. */
const PARTIAL_CONFIDENCE = 0.7

/** The metrics that sources of these entities name, as one claim. */
export function measured(ledger: Ledger, entities: readonly Entity[]): Claim[] {
  const sources = entities
    .flatMap(({ attributes }) => attributes.flatMap((attribute) => attribute.sources))
    .filter(({ type, isActive }) => type === 'metric' && isActive)
  const facts = sources.map((source): [string, Fact] => [
    getFactKey(source),
    measure(ledger, source),
  ])
  return [
    {
      type: 'metric',
      of: null,
      group: 'metric',
      originId: null,
      documentId: null,
      at: null,
      facts: Object.fromEntries(facts),
    },
  ]
}

function measure(ledger: Ledger, { config }: Source): Fact {
  const nothing = { raw: null, page: null, box: null, isSensitive: false }
  const metric = findMetric(config.metric ?? '')
  if (!metric) return { ...nothing, value: null, confidence: 0, currency: null }
  const window = resolveWindow(ledger, { dateRange: config.dateRange })
  const { exact, status } = computeMetric(ledger, metric, { window })
  const value = Array.isArray(exact)
    ? null
    : roundValue(exact as MetricScalar | null, metric, ledger.currency)
  return {
    ...nothing,
    value,
    confidence: status === 'available' ? 1 : PARTIAL_CONFIDENCE,
    currency: metric.unit === 'amount' ? ledger.currency : null,
  }
}
