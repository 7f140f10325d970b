import { computeMean } from '../arithmetic.ts'
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
  /** By how much the model was off a day in the mean of each backtest; what its level may miss. */
  drifts: number[]
}

/** Days of one backtest. */
export const HORIZON = 14
const ORIGINS = 8
const STEP_DAYS = 7
/** Days of history a model needs before it forecasts. */
const TRAINING_MIN = 21
const MASE_MAX = 1.5

/**
 * Rolling-origin backtest (formulas F4): from each of up to eight past days the next 14 are
 * forecast; errors are scaled by the in-sample error of the seasonal naive model. The lowest mean
 * wins, the simplest of equals.
 */
export function chooseModel(series: DailySeries): Choice {
  const origins = listOrigins(series)
  const tried = MODELS.map((model) => ({ model, trials: runTrials(series, model, origins) }))
  const ratings = tried.map(({ model, trials }) => ({
    model,
    mase: computeMean(trials.map(({ mase }) => mase)),
  }))
  const listDrifts = (model: DailyModel): number[] =>
    tried.find((each) => each.model === model)!.trials.map(({ drift }) => drift)
  const known = ratings.filter(({ mase }) => mase !== null)
  const naive = ratings.find(({ model }) => model === NAIVE)!
  if (known.length === 0) return { ...naive, ratings, isUncertain: true, drifts: [] }
  const best = known.reduce((winner, each) => (each.mase! < winner.mase! - 1e-9 ? each : winner))
  const isUncertain = best.mase! > MASE_MAX
  const chosen = isUncertain ? naive : best
  return { ...chosen, ratings, isUncertain, drifts: listDrifts(chosen.model) }
}

interface Trial {
  mase: number
  drift: number
}

/** A day of the past from which the days after it are forecast. */
interface Origin {
  training: DailySeries
  /** The in-sample error of the naive model. */
  scale: number
}

function listOrigins({ firstDay, values }: DailySeries): Origin[] {
  const origins: Origin[] = []
  for (let origin = 0; origin < ORIGINS; origin += 1) {
    const end = values.length - HORIZON - origin * STEP_DAYS
    if (end < TRAINING_MIN) break
    const training = { firstDay, values: values.subarray(0, end) }
    const scale = absoluteMean(known(NAIVE.fit(training).errors))
    if (scale !== null && scale !== 0) origins.push({ training, scale })
  }
  return origins
}

function runTrials(
  { values }: DailySeries,
  model: DailyModel,
  origins: readonly Origin[],
): Trial[] {
  return origins.flatMap(({ training, scale }) => {
    const predicted = model.fit(training).forecast(HORIZON)
    const end = training.values.length
    const errors = known(predicted.map((value, index) => values[end + index]! - value))
    const error = absoluteMean(errors)
    return error === null ? [] : [{ mase: error / scale, drift: computeMean(errors)! }]
  })
}

function known(values: Float64Array): Float64Array {
  return values.filter((value) => !Number.isNaN(value))
}

function absoluteMean(values: Float64Array): number | null {
  return computeMean(values.map(Math.abs))
}
