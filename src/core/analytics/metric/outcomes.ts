import { formatCount } from '../../values/paper/figure-text.ts'
import { computeRatio } from '../arithmetic.ts'
import { MONTHS_FOR_MEAN, type MonthlyMean } from '../figures/monthly.ts'
import type { Need, Reason } from './gate.ts'
import type { Input, MetricOutcome, Part } from '../metric.ts'

/** Needs of a sum or count over bank rows. */
export const BANK: readonly Need[] = ['rows', 'reconciliation', 'coverage']
/** Needs of a number that rests on categories. */
export const REVENUE: readonly Need[] = [...BANK, 'categorization']
/** Needs of a mean over calendar months. */
export const MONTHLY: readonly Need[] = [...REVENUE, 'monthly_mean']
/** Needs of what is left after costs: those paid from an account that nobody has seen count too. */
export const AFTER_COSTS: readonly Need[] = ['all_accounts']
/** Needs of a direction over time. */
export const TREND: readonly Need[] = [...REVENUE, 'history']
/** Needs of what the accounts hold at one time: few known days are enough. */
export const POSITION: readonly Need[] = ['reconciliation', 'coverage']
/** Needs of a list of end-of-day balances. */
export const DAYS: readonly Need[] = ['balances', 'known_days', 'reconciliation', 'coverage']
/** Needs of a number over end-of-day balances (formulas B2a). */
export const BALANCE: readonly Need[] = [...DAYS, 'most_days']

/** An amount among the inputs of a metric. */
export function money(cents: number | null): Input {
  return cents === null ? null : { cents }
}

/** A value that is null for one reason. */
export function valueOr(
  value: MetricOutcome['value'],
  reason: Reason,
  inputs?: Part,
): MetricOutcome {
  const known = inputs === undefined ? {} : { inputs }
  return value === null ? { value, reasons: [reason], ...known } : { value, ...known }
}

/** On how many months or days a mean stands: `3 full months`, `24 covered days (1 of 3 months)`. */
export function describeBasis({ monthCount, monthsWanted, coveredDays }: MonthlyMean): string {
  if (monthCount >= MONTHS_FOR_MEAN || monthCount === monthsWanted)
    return formatCount(monthCount, 'full month', 'full months')
  const days = formatCount(coveredDays, 'covered day', 'covered days')
  return `${days} (${monthCount} of ${formatCount(monthsWanted, 'month', 'months')})`
}

/** The reason of a mean that had too few full months to average. */
export function scaled(mean: MonthlyMean): readonly Reason[] {
  return mean.monthCount < MONTHS_FOR_MEAN ? ['insufficient_history'] : []
}

/** A mean over full months; with fewer than two it is scaled and marked (formulas R7). */
export function meanOutcome(mean: MonthlyMean, inputs: Part = {}): MetricOutcome {
  const facts = {
    full_months: mean.monthCount,
    covered_days: mean.coveredDays,
    rests_on: describeBasis(mean),
    ...inputs,
  }
  if (mean.value === null) return { value: null, reasons: ['insufficient_history'], inputs: facts }
  return { value: mean.value, reasons: scaled(mean), inputs: facts }
}

/** A ratio with both sides among its inputs; `reason` is given when the denominator has nothing. */
export function ratioOutcome(
  sides: { numerator: number | null; denominator: number | null; names: [string, string] },
  reason: Reason,
  weak: readonly Reason[] = [],
): MetricOutcome {
  const { numerator, denominator, names } = sides
  const value = computeRatio(numerator, denominator)
  const inputs = { [names[0]]: money(numerator), [names[1]]: money(denominator) }
  return value === null ? { value, reasons: [reason], inputs } : { value, reasons: weak, inputs }
}
