import { computeMean, computeQuantile } from '../arithmetic.ts'
import { HORIZON } from './choice.ts'
import { drawIndex, type Draw } from '../random.ts'
import type { ScheduledFlow } from './scheduled.ts'

/** The start of the paths and the flows they are drawn from. */
export interface PathParts {
  start: number
  firstDay: number
  /** The model's flow of each day, without what is scheduled. */
  course: Float64Array
  /** Errors of the model in the past by day; NaN where unknown. */
  errors: Float64Array
  /** Day of the first error. */
  errorsFrom: number
  /** What the model was off a day in each backtest (`Choice.drifts`). */
  drifts: readonly number[]
  /** Weekends and holidays without flows get no error either. */
  isIdle: (day: number) => boolean
  scheduled: readonly ScheduledFlow[]
  /** Flows of an offer by day index, the same on every path. */
  offer: Float64Array
}

/** Bands of the balance by day, and how often the paths fall below zero. */
export interface Bands {
  mean: Float64Array
  lower80: Float64Array
  upper80: Float64Array
  lower95: Float64Array
  upper95: Float64Array
  /** Share of paths below zero on each day. */
  negativeShare: Float64Array
  /** Share of paths that are below zero on any day. */
  anyNegativeShare: number
  /** Mean number of days below zero. */
  negativeDays: number
}

const PATHS = 1000
const BLOCK_DAYS = 7
/** Variance of a smoothed level to that of a day: alpha / (2 - alpha), for seven weekdays apart. */
const LEVEL_VARIANCE = 0.2 / (2 - 0.2) / 7

/**
 * A thousand balances (formulas F6): the course of business with blocks of seven past errors, taken
 * from the same weekday on, and every scheduled payment with one of its past deviations.
 */
export function simulate(parts: PathParts, draw: Draw): Bands {
  const days = parts.course.length
  const columns = Array.from({ length: days }, () => new Float64Array(PATHS))
  const counts = { any: 0, days: 0 }
  const course = steadyCourse(parts)
  const level = levelDeviation(course.errors, parts.drifts)
  const flows = new Float64Array(days)
  for (let path = 0; path < PATHS; path += 1) {
    drawFlows(flows, { parts, course, drift: level * normal(draw) }, draw)
    let [balance, negative] = [parts.start, 0]
    for (let day = 0; day < days; day += 1) {
      balance += flows[day]!
      columns[day]![path] = balance
      if (balance < 0) negative += 1
    }
    counts.any += negative > 0 ? 1 : 0
    counts.days += negative
  }
  return {
    ...widen(computeBands(columns), parts),
    anyNegativeShare: counts.any / PATHS,
    negativeDays: counts.days / PATHS,
  }
}

/**
 * How far the level of the model may be off, as a standard deviation a day. Backtests show it
 * together with the noise of their days, which is taken out; the smoothing itself lets the level
 * follow noise, so it is never taken to be exact.
 */
function levelDeviation(errors: Float64Array, drifts: readonly number[]): number {
  const weekly: number[] = []
  for (let start = 0; start + BLOCK_DAYS <= errors.length; start += BLOCK_DAYS) {
    weekly.push(errors.subarray(start, start + BLOCK_DAYS).reduce((sum, each) => sum + each, 0))
  }
  const noise = (computeMean(weekly.map((sum) => sum ** 2)) ?? 0) / BLOCK_DAYS
  const shown = (computeMean(drifts.map((drift) => drift ** 2)) ?? 0) - noise / HORIZON
  return Math.sqrt(Math.max(shown, LEVEL_VARIANCE * noise))
}

/** A standard normal number: twelve uniform ones less six (Irwin and Hall). */
function normal(draw: Draw): number {
  let sum = -6
  for (let count = 0; count < 12; count += 1) sum += draw()
  return sum
}

/** What all paths have in common. */
interface SteadyCourse {
  flows: Float64Array
  isMoving: Uint8Array
  /** The drift is a mean over all days; the days that move carry it. */
  driftFactor: number
  errors: Float64Array
}

function steadyCourse(parts: PathParts): SteadyCourse {
  const flows = parts.course.map((flow, index) => flow + parts.offer[index]!)
  const isMoving = Uint8Array.from(flows, (_, index) =>
    parts.isIdle(parts.firstDay + index) ? 0 : 1,
  )
  const moving = isMoving.reduce((sum, each) => sum + each, 0)
  return {
    flows,
    isMoving,
    driftFactor: flows.length / Math.max(1, moving),
    errors: centered(parts.errors),
  }
}

/** The flows of one path, in place of those of the path before. */
function drawFlows(
  flows: Float64Array,
  { parts, course, drift }: { parts: PathParts; course: SteadyCourse; drift: number },
  draw: Draw,
): void {
  flows.set(course.flows)
  const daily = drift * course.driftFactor
  for (let start = 0; start < flows.length; start += BLOCK_DAYS) {
    const from = drawBlock(parts, start, draw)
    const end = Math.min(start + BLOCK_DAYS, flows.length)
    for (let index = start; index < end; index += 1) {
      const noise = from === null ? 0 : course.errors[from + index - start]!
      if (course.isMoving[index] === 1) flows[index]! += noise + daily
    }
  }
  for (const { days, amount, noise: deviations } of parts.scheduled) {
    for (const day of days) {
      const deviation =
        deviations.length === 0 ? 0 : deviations[drawIndex(draw, deviations.length)]!
      flows[day - parts.firstDay]! += amount + deviation
    }
  }
}

/** Past errors come in blocks of a week, so that what follows on what stays together. */
function drawBlock(
  { firstDay, errorsFrom, errors }: PathParts,
  start: number,
  draw: Draw,
): number | null {
  const offset = (((firstDay + start - errorsFrom) % BLOCK_DAYS) + BLOCK_DAYS) % BLOCK_DAYS
  const blocks = Math.floor((errors.length - offset) / BLOCK_DAYS)
  return blocks <= 0 ? null : offset + BLOCK_DAYS * drawIndex(draw, blocks)
}

/** Errors around zero; an unknown one is none. */
function centered(errors: Float64Array): Float64Array {
  const known = errors.filter((error) => !Number.isNaN(error))
  const mean = known.length === 0 ? 0 : known.reduce((sum, error) => sum + error, 0) / known.length
  return errors.map((error) => (Number.isNaN(error) ? 0 : error - mean))
}

/** Share of a day's flow by which a balance is never known better, a day ahead. */
const LEAST_ERROR = 0.01
/** Quantiles of the normal law for 80 % and 95 %. */
const DEVIATIONS = { lower80: 1.2816, lower95: 1.96 }

/** The bands no narrower than what no forecast knows: the past of few days can have no errors. */
function widen<Some extends BandsOfDays>(bands: Some, { course, scheduled }: PathParts): Some {
  const planned = scheduled.reduce(
    (sum, { days, amount }) => sum + days.length * Math.abs(amount),
    0,
  )
  const total = course.reduce((sum, flow) => sum + Math.abs(flow), planned)
  const deviation = Math.max(1, (LEAST_ERROR * total) / Math.max(1, course.length))
  bands.mean.forEach((mean, day) => {
    const reach = deviation * Math.sqrt(day + 1)
    const [near, far] = [reach * DEVIATIONS.lower80, reach * DEVIATIONS.lower95]
    bands.lower80[day] = Math.min(bands.lower80[day]!, mean - near)
    bands.upper80[day] = Math.max(bands.upper80[day]!, mean + near)
    bands.lower95[day] = Math.min(bands.lower95[day]!, mean - far)
    bands.upper95[day] = Math.max(bands.upper95[day]!, mean + far)
  })
  return bands
}

type BandsOfDays = Pick<Bands, 'mean' | 'lower80' | 'upper80' | 'lower95' | 'upper95'>

function computeBands(
  columns: readonly Float64Array[],
): Omit<Bands, 'anyNegativeShare' | 'negativeDays'> {
  const ordered = columns.map((column) => column.toSorted())
  const at = (share: number): Float64Array =>
    Float64Array.from(ordered, (column) => computeQuantile(column, share)!)
  return {
    mean: Float64Array.from(
      columns,
      (column) => column.reduce((sum, each) => sum + each, 0) / PATHS,
    ),
    lower80: at(0.1),
    upper80: at(0.9),
    lower95: at(0.025),
    upper95: at(0.975),
    negativeShare: Float64Array.from(
      ordered,
      (column) => column.filter((each) => each < 0).length / PATHS,
    ),
  }
}
