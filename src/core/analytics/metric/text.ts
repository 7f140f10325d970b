import {
  formatMoney,
  formatMultiple,
  formatPercent,
  isMultiple,
} from '../../values/paper/figure-text.ts'
import type { Metric } from '../metric.ts'

/** A metric's value on the wire, with what decides how it is written. */
interface MetricFigure {
  name: string
  unit: string
  value: unknown
}

/** `$61,001.46`, `9.3 %`, `0.35×`: a metric as a person reads it; null when it is not known. */
export function formatMetricValue(
  { name, unit, value }: MetricFigure,
  currency: string,
): string | null {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value !== 'number') return null
  if (unit === 'ratio') return isMultiple(name) ? formatMultiple(value) : formatPercent(value)
  if (unit === 'amount') return formatMoney(value, currency)
  return unit === 'score' ? value.toFixed(1) : String(value)
}

/** The label of a metric inside a sentence: `holdback`, but `NSF items`. */
export function labelInSentence({ label }: Pick<Metric, 'label'>): string {
  return /^[A-Z][a-z]/.test(label) ? label[0]!.toLowerCase() + label.slice(1) : label
}
