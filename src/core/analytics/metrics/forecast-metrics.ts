import { dateOfDay } from '../../values/dates.ts'
import { forecastBalances } from '../forecast/forecast.ts'
import { revenueOfNext } from '../forecast/revenue-forecast.ts'
import { summarize, type ForecastSummary } from '../forecast/summary.ts'
import { judge, windowNamed } from '../metric/gate.ts'
import type { Ledger } from '../ledger.ts'
import { metric, type Metric, type MetricDeclaration, type Part } from '../metric.ts'
import { countDays } from '../window.ts'
import { money, REVENUE, TREND } from '../metric/outcomes.ts'

type Facts = Omit<MetricDeclaration, 'group' | 'compute' | 'needs'>

/** A metric that is one number of the forecast. */
function forecast(
  facts: Facts,
  read: (summary: ForecastSummary) => number,
  inputs: (summary: ForecastSummary) => Part = () => ({}),
): Metric {
  return metric({
    defaultWindow: 'next_30_days',
    ...facts,
    group: 'forecast',
    needs: [],
    compute: (ledger, window) => {
      const { forecast: found, reasons } = forecastBalances(ledger, countDays(window))
      if (found === null) return { value: null, reasons }
      const summary = summarize(found)
      const known = { model: found.choice.model.name, mase: found.choice.mase, ...inputs(summary) }
      return { value: read(summary), reasons, inputs: known }
    },
  })
}

/** What the days ahead are likely to bring (formulas section 16). */
export const FORECAST_METRICS: readonly Metric[] = [
  forecast(
    {
      name: 'predicted_min_balance',
      label: 'Lowest forecast balance',
      unit: 'amount',
      formulaId: 'F7',
      formula: 'Lowest expected end-of-day balance of the forecast period',
      isHigherBetter: true,
    },
    ({ minBalance }) => minBalance,
    ({ minBalanceDay }) => ({ date: dateOfDay(minBalanceDay) }),
  ),
  forecast(
    {
      name: 'predicted_average_balance',
      label: 'Average forecast balance',
      unit: 'amount',
      formulaId: 'F7',
      formula: 'Mean of the expected end-of-day balances of the forecast period',
      isHigherBetter: true,
      heronLabel: 'predicted_balance_daily_average',
    },
    ({ averageBalance }) => averageBalance,
  ),
  forecast(
    {
      name: 'probability_negative',
      label: 'Probability of a negative balance',
      unit: 'ratio',
      formulaId: 'F7',
      formula: 'Share of the simulated paths that fall below zero on any day',
      isHigherBetter: false,
    },
    ({ probabilityNegative }) => probabilityNegative,
  ),
  forecast(
    {
      name: 'predicted_nsf_days',
      label: 'Expected negative days',
      unit: 'days',
      decimals: 1,
      formulaId: 'F7',
      formula: 'Mean number of days below zero over the simulated paths',
      isHigherBetter: false,
      heronLabel: 'predicted_nsf_fees',
    },
    ({ expectedNegativeDays }) => expectedNegativeDays,
  ),
  metric({
    name: 'predicted_revenue',
    label: 'Forecast revenue',
    group: 'forecast',
    unit: 'amount',
    formulaId: 'F5',
    formula: 'Fading Theil-Sen trend of monthly true revenue over the forecast period',
    defaultWindow: 'next_30_days',
    isHigherBetter: true,
    needs: [],
    compute: (ledger, window) => {
      const reasons = revenueReasons(ledger)
      if (reasons.blocks.length > 0) return { value: null, reasons: reasons.blocks }
      const value = revenueOfNext(ledger, countDays(window))
      if (value === null) return { value, reasons: ['insufficient_history'] }
      return { value, reasons: reasons.weakens }
    },
  }),
  forecast(
    {
      name: 'runway_days',
      label: 'Runway',
      unit: 'days',
      formulaId: 'F7',
      formula:
        'Days until the expected balance falls below zero; the whole period when it does not',
      defaultWindow: 'next_180_days',
      isHigherBetter: true,
    },
    ({ runwayDays }) => runwayDays,
    ({ isRunwayOpen, minBalance }) => ({
      is_lower_bound: isRunwayOpen,
      min_balance: money(minBalance),
    }),
  ),
]

function revenueReasons(ledger: Ledger): ReturnType<typeof judge> {
  return judge(ledger, windowNamed(ledger, 'all'), [...REVENUE, ...TREND])
}
