import { meanOf } from '../arithmetic.ts'
import { MODELS, NAIVE, type DailyModel, type DailySeries } from './models.ts'

/** How a model did in the past: its error over that of the naive model (MASE). */
export interface Rating {
  model: DailyModel
  /** Null when there were too few days to try it. */
  mase: number | null
}

/** The model to use, and how all of them did. */
export interface Choice {
  model: DailyModel
  mase: number | null
  ratings: Rating[]
  /** No model did better than 1.5 times the naive error, so the naive one is used (F4). */
  isUncertain: boolean
}

const HORIZON = 14
const ORIGINS = 8
const STEP_DAYS = 7
/** Days a model must have seen before it is asked. */
const TRAINING_MIN = 21
const MASE_MAX = 1.5

/**
 * Rolling-origin backtest (formulas F4): from each of up to eight past days the next 14 are
 * forecast; errors are scaled by the in-sample error of the seasonal naive model. The lowest mean
 * wins, the simplest of equals.
 */
export function chooseModel(series: DailySeries): Choice {
  const ratings = MODELS.map((model) => ({ model, mase: rate(series, model) }))
  const known = ratings.filter(({ mase }) => mase !== null)
  if (known.length === 0) return { model: NAIVE, mase: null, ratings, isUncertain: true }
  const best = known.reduce((winner, each) => (each.mase! < winner.mase! - 1e-9 ? each : winner))
  if (best.mase! <= MASE_MAX) return { ...best, ratings, isUncertain: false }
  const naive = ratings.find(({ model }) => model === NAIVE)!
  return { ...naive, ratings, isUncertain: true }
}

function rate(series: DailySeries, model: DailyModel): number | null {
  const size = series.values.length
  const scores: number[] = []
  for (let origin = 0; origin < ORIGINS; origin += 1) {
    const end = size - HORIZON - origin * STEP_DAYS
    if (end < TRAINING_MIN) break
    const score = errorFrom(series, model, end)
    if (score !== null) scores.push(score)
  }
  return meanOf(scores)
}

function errorFrom(
  { firstDay, values }: DailySeries,
  model: DailyModel,
  end: number,
): number | null {
  const training = { firstDay, values: values.subarray(0, end) }
  const scale = absoluteMean(NAIVE.fit(training).errors)
  if (scale === null || scale === 0) return null
  const predicted = model.fit(training).forecast(HORIZON)
  const error = absoluteMean(predicted.map((value, index) => values[end + index]! - value))
  return error === null ? null : error / scale
}

function absoluteMean(values: Float64Array): number | null {
  return meanOf(values.filter((value) => !Number.isNaN(value)).map(Math.abs))
}
