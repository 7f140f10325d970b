import { computeMean } from '../arithmetic.ts'

/** Daily values from `firstDay` on; NaN on days that are not covered. */
export interface DailySeries {
  firstDay: number
  values: Float64Array
}

/** A model fitted to a series: its one-day-ahead forecasts of the past, and its next ones. */
export interface FittedModel {
  /** NaN where the model had too little history, or the day is unknown. */
  errors: Float64Array
  /** The next days after the series. */
  forecast: (days: number) => Float64Array
}

/** A way to forecast daily values; the simplest stand first (formulas F3). */
export interface DailyModel {
  name: string
  fit: (series: DailySeries) => FittedModel
}

const SEASON = 7
const EWMA_ALPHA = 0.2
const THETA_ALPHA = 0.2
/** Trends fade: no business grows or shrinks in a straight line for half a year. */
const DAMPING = 0.9

/** The candidates of formulas F3, the simplest first: ties go to it. */
export const MODELS: readonly DailyModel[] = [
  { name: 'seasonal_naive', fit: (series) => fitByWeekday(series, 1) },
  { name: 'weekday_ewma', fit: (series) => fitByWeekday(series, EWMA_ALPHA) },
  { name: 'holt_winters', fit: fitHoltWinters },
  { name: 'theta', fit: fitTheta },
]

/** The naive model that every other is measured against. */
export const NAIVE: DailyModel = MODELS[0]!

/** The weekday of a day as 0 to 6, counted from the first day of the epoch. */
export function toWeekday(day: number): number {
  return ((day % SEASON) + SEASON) % SEASON
}

/** A level for each weekday that moves by `alpha` of the error; 1 is the seasonal naive model. */
function fitByWeekday(series: DailySeries, alpha: number): FittedModel {
  const levels = new Float64Array(SEASON).fill(NaN)
  const errors = computeErrors(series, (index, value) => {
    const season = toWeekday(series.firstDay + index)
    const level = levels[season]!
    const error = value - level
    levels[season] = Number.isNaN(level) ? value : level + alpha * error
    return error
  })
  const forecast = ahead(series, (index) => levels[toWeekday(series.firstDay + index)]!)
  return { errors, forecast: (days) => withoutUnknown(forecast(days), levels) }
}

/** Additive Holt-Winters with a fading trend; the smoothing that errs least in the past wins. */
function fitHoltWinters(series: DailySeries): FittedModel {
  const start = {
    level: computeMean(series.values.filter((value) => !Number.isNaN(value))) ?? 0,
    seasonal: weekdayEffects(series),
  }
  const fits = [0.1, 0.3].flatMap((alpha) =>
    [0.01, 0.1].flatMap((beta) =>
      [0.1, 0.3].map((gamma) => smooth(series, start, { alpha, beta, gamma })),
    ),
  )
  const rated = fits.map((fit) => ({ fit, squares: sumSquares(fit) }))
  return rated.reduce((best, each) => (each.squares < best.squares ? each : best)).fit
}

interface Smoothing {
  alpha: number
  beta: number
  gamma: number
}

function smooth(
  series: DailySeries,
  start: { level: number; seasonal: Float64Array },
  { alpha, beta, gamma }: Smoothing,
): FittedModel {
  const seasonal = start.seasonal.slice()
  let { level } = start
  let trend = 0
  const errors = computeErrors(series, (index, value) => {
    const season = toWeekday(series.firstDay + index)
    const before = level + DAMPING * trend
    const error = value - (before + seasonal[season]!)
    const next = before + alpha * error
    trend = DAMPING * trend + beta * alpha * error
    level = next
    seasonal[season]! += gamma * (1 - alpha) * error
    return error
  })
  const size = series.values.length
  const forecast = ahead(series, (index) => {
    const steps = index - size + 1
    const faded = (DAMPING * (1 - DAMPING ** steps)) / (1 - DAMPING)
    return level + faded * trend + seasonal[toWeekday(series.firstDay + index)]!
  })
  return { errors, forecast }
}

/**
 * Theta (Assimakopoulos and Nikolopoulos 2000) as simple smoothing with half of the drift (Hyndman
 * and Billah 2003), after the weekdays are taken out.
 */
function fitTheta(series: DailySeries): FittedModel {
  const seasonal = weekdayEffects(series)
  const drift = computeSlope(series, seasonal) / 2
  let level = NaN
  const errors = computeErrors(series, (index, value) => {
    const adjusted = value - seasonal[toWeekday(series.firstDay + index)]!
    const error = adjusted - (level + drift)
    level = Number.isNaN(level) ? adjusted : level + THETA_ALPHA * (adjusted - level)
    return error
  })
  const size = series.values.length
  const forecast = ahead(series, (index) => {
    const steps = index - size + 1
    const faded = (DAMPING * (1 - DAMPING ** steps)) / (1 - DAMPING)
    return level + drift * faded + seasonal[toWeekday(series.firstDay + index)]!
  })
  return { errors, forecast }
}

/** Mean of each weekday less the mean of all. */
function weekdayEffects(series: DailySeries): Float64Array {
  const sums = new Float64Array(SEASON)
  const counts = new Float64Array(SEASON)
  series.values.forEach((value, index) => {
    if (Number.isNaN(value)) return
    const season = toWeekday(series.firstDay + index)
    sums[season]! += value
    counts[season]! += 1
  })
  const total = sums.reduce((sum, each) => sum + each, 0)
  const count = counts.reduce((sum, each) => sum + each, 0)
  const mean = count === 0 ? 0 : total / count
  return sums.map((sum, season) => (counts[season] === 0 ? 0 : sum / counts[season]! - mean))
}

/** Least-squares slope per day of the values without their weekdays. */
function computeSlope(series: DailySeries, seasonal: Float64Array): number {
  const [xs, ys]: [number[], number[]] = [[], []]
  series.values.forEach((value, index) => {
    if (Number.isNaN(value)) return
    xs.push(index)
    ys.push(value - seasonal[toWeekday(series.firstDay + index)]!)
  })
  const [meanX, meanY] = [computeMean(xs) ?? 0, computeMean(ys) ?? 0]
  let [cross, square] = [0, 0]
  xs.forEach((x, index) => {
    cross += (x - meanX) * (ys[index]! - meanY)
    square += (x - meanX) ** 2
  })
  return square === 0 ? 0 : cross / square
}

/** Walks the known days in order; `step` updates the model and returns its error. */
function computeErrors(
  { values }: DailySeries,
  step: (index: number, value: number) => number,
): Float64Array {
  const errors = new Float64Array(values.length)
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index]!
    errors[index] = Number.isNaN(value) ? NaN : step(index, value)
  }
  return errors
}

function ahead(
  { values }: DailySeries,
  predict: (index: number) => number,
): (days: number) => Float64Array {
  return (days) => Float64Array.from({ length: days }, (_, index) => predict(values.length + index))
}

/** A weekday that was never seen gets the mean of those that were. */
function withoutUnknown(predicted: Float64Array, levels: Float64Array): Float64Array {
  const mean = computeMean(levels.filter((level) => !Number.isNaN(level))) ?? 0
  return predicted.map((value) => (Number.isNaN(value) ? mean : value))
}

function sumSquares({ errors }: FittedModel): number {
  let sum = 0
  for (const error of errors) sum += Number.isNaN(error) ? 0 : error ** 2
  return sum
}
