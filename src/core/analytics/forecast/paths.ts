import { quantileOf } from '../arithmetic.ts'
import { drawIndex, type Draw } from './random.ts'
import type { ScheduledFlow } from './scheduled.ts'

/** What the paths start from and are made of. */
export interface PathParts {
  start: number
  firstDay: number
  /** The model's flow of each day, without what is scheduled. */
  course: Float64Array
  /** Errors of the model in the past by day; NaN where unknown. */
  errors: Float64Array
  /** Day of the first error. */
  errorsFrom: number
  /** Weekends and holidays without flows get no error either. */
  isIdle: (day: number) => boolean
  scheduled: readonly ScheduledFlow[]
  /** Flows of an offer by day index, the same on every path. */
  offer: Float64Array
}

/** Bands of the balance by day, and what the paths say of running dry. */
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

/**
 * A thousand balances (formulas F6): the course of business with blocks of seven past errors, taken
 * from the same weekday on, and every scheduled payment with one of its past deviations.
 */
export function simulate(parts: PathParts, draw: Draw): Bands {
  const days = parts.course.length
  const columns = Array.from({ length: days }, () => new Float64Array(PATHS))
  const counts = { any: 0, days: 0 }
  const errors = centered(parts.errors)
  for (let path = 0; path < PATHS; path += 1) {
    const balances = onePath(parts, errors, draw)
    let negative = 0
    balances.forEach((balance, day) => {
      columns[day]![path] = balance
      if (balance < 0) negative += 1
    })
    counts.any += negative > 0 ? 1 : 0
    counts.days += negative
  }
  return {
    ...bandsOf(columns),
    anyNegativeShare: counts.any / PATHS,
    negativeDays: counts.days / PATHS,
  }
}

function onePath(parts: PathParts, errors: Float64Array, draw: Draw): Float64Array {
  const flows = parts.course.map((flow, index) => flow + parts.offer[index]!)
  const noise = blocksOf(parts, errors, draw)
  for (let index = 0; index < flows.length; index += 1) {
    if (!parts.isIdle(parts.firstDay + index)) flows[index]! += noise[index]!
  }
  for (const { days, amount, noise: deviations } of parts.scheduled) {
    for (const day of days) {
      const deviation =
        deviations.length === 0 ? 0 : deviations[drawIndex(draw, deviations.length)]!
      flows[day - parts.firstDay]! += amount + deviation
    }
  }
  let balance = parts.start
  return flows.map((flow) => (balance += flow))
}

/** Past errors in blocks of a week, so that what follows on what stays together. */
function blocksOf(parts: PathParts, errors: Float64Array, draw: Draw): Float64Array {
  const noise = new Float64Array(parts.course.length)
  for (let start = 0; start < noise.length; start += BLOCK_DAYS) {
    const offset =
      (((parts.firstDay + start - parts.errorsFrom) % BLOCK_DAYS) + BLOCK_DAYS) % BLOCK_DAYS
    const blocks = Math.floor((errors.length - offset) / BLOCK_DAYS)
    if (blocks <= 0) continue
    const from = offset + BLOCK_DAYS * drawIndex(draw, blocks)
    for (let index = 0; index < BLOCK_DAYS && start + index < noise.length; index += 1) {
      noise[start + index] = errors[from + index]!
    }
  }
  return noise
}

/** Errors around zero; an unknown one is none. */
function centered(errors: Float64Array): Float64Array {
  const known = errors.filter((error) => !Number.isNaN(error))
  const mean = known.length === 0 ? 0 : known.reduce((sum, error) => sum + error, 0) / known.length
  return errors.map((error) => (Number.isNaN(error) ? 0 : error - mean))
}

function bandsOf(
  columns: readonly Float64Array[],
): Omit<Bands, 'anyNegativeShare' | 'negativeDays'> {
  const ordered = columns.map((column) => column.toSorted())
  const at = (share: number): Float64Array =>
    Float64Array.from(ordered, (column) => quantileOf(column, share)!)
  return {
    mean: Float64Array.from(
      columns,
      (column) => column.reduce((sum, each) => sum + each, 0) / PATHS,
    ),
    lower80: at(0.1),
    upper80: at(0.9),
    lower95: at(0.025),
    upper95: at(0.975),
    negativeShare: Float64Array.from(ordered, (column) => column.filter((each) => each < 0).length / PATHS), // prettier-ignore
  }
}
