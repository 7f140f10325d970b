import type { Cents } from '../../values/money.ts'
import { computeMean } from '../arithmetic.ts'
import type { Forecast } from './forecast.ts'

/** The forecast in a few numbers (formulas F7). Amounts are cents. */
export interface ForecastSummary {
  minBalance: Cents
  minBalanceDay: number
  averageBalance: Cents
  probabilityNegative: number
  expectedNegativeDays: number
  /** Days until the expected balance falls below zero; the horizon when it does not. */
  runwayDays: number
  /** The balance lasts for the whole horizon, so the runway is a lower bound. */
  isRunwayOpen: boolean
  inflow: Cents
  outflow: Cents
}

/** The summary of a forecast of at least one day. */
export function summarize(forecast: Forecast): ForecastSummary {
  const { balances, firstDay, days } = forecast
  const minBalance = Math.min(...balances)
  const dry = balances.findIndex((balance) => balance < 0)
  return {
    minBalance,
    minBalanceDay: firstDay + balances.indexOf(minBalance),
    averageBalance: computeMean(balances)!,
    // The simulation runs only when one of these is read.
    get probabilityNegative() {
      return forecast.bands.anyNegativeShare
    },
    get expectedNegativeDays() {
      return forecast.bands.negativeDays
    },
    runwayDays: dry < 0 ? days : dry,
    isRunwayOpen: dry < 0,
    inflow: sum(forecast.inflows),
    outflow: sum(forecast.outflows),
  }
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0)
}
