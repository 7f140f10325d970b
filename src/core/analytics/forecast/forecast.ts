import { isBusinessDay } from '../../values/days/business-days.ts'
import { dateOfDay, dayNumber } from '../../values/dates.ts'
import type { Cents } from '../../values/money.ts'
import { computeCashPosition } from '../figures/cashflow.ts'
import { judge, windowNamed, type Reason } from '../metric/gate.ts'
import { remember, type Ledger } from '../ledger.ts'
import { chooseModel, type Choice } from './choice.ts'
import { type DailySeries, type FittedModel, toWeekday } from './models.ts'
import { simulate, type Bands, type PathParts } from './paths.ts'
import { seededDraw } from '../random.ts'
import { passingRows } from './passing.ts'
import { scheduledFlows, type ScheduledFlow } from './scheduled.ts'

/** The days ahead of the data (formulas section 16). Amounts are cents. */
export interface Forecast {
  firstDay: number
  days: number
  start: Cents
  choice: Choice
  scheduled: ScheduledFlow[]
  /** Expected flow of each day, scheduled payments included. */
  flows: Float64Array
  /** Expected inflow and outflow of each day; outflow is positive. */
  inflows: Float64Array
  outflows: Float64Array
  /** Expected balance of each day. */
  balances: Float64Array
  /** Simulated when they are read. */
  readonly bands: Bands
}

/** A forecast, or why there is none. */
export interface ForecastOutcome {
  forecast: Forecast | null
  reasons: Reason[]
}

/** Share of days off without a flow from which on such days stay without one (formulas F3). */
const IDLE_SHARE = 0.9
const SEED_FORMULA = 'F6'

/** The forecast over the next days; `offer` adds signed cents by day index to every path. */
export function forecastBalances(
  ledger: Ledger,
  days: number,
  offer: Float64Array | null = null,
): ForecastOutcome {
  if (offer !== null) return compute(ledger, days, offer)
  return remember(ledger, `forecast:${days}`, () => compute(ledger, days, new Float64Array(days)))
}

function compute(ledger: Ledger, days: number, offer: Float64Array): ForecastOutcome {
  const all = windowNamed(ledger, 'all')
  const { blocks, weakens } = judge(ledger, all, ['rows', 'balances', 'history', 'reconciliation'])
  const start = computeCashPosition(ledger, all).closing
  if (start === null && !blocks.includes('no_balance')) blocks.push('no_balance')
  if (blocks.length > 0 || start === null) return { forecast: null, reasons: blocks }
  const forecast = project(ledger, { days, start, offer })
  const reasons = forecast.choice.isUncertain ? [...weakens, 'uncertain_model' as const] : weakens
  return { forecast, reasons }
}

function project(
  ledger: Ledger,
  { days, start, offer }: { days: number; start: Cents; offer: Float64Array },
): Forecast {
  const firstDay = dayNumber(ledger.asOf!) + 1
  const { passing, isTaken, series, choice, isIdle, fitted } = remember(ledger, 'course', () =>
    pastCourse(ledger),
  )
  const scheduled = withoutPassing(scheduledFlows(ledger, days), passing)
  const skip = firstDay - (series.firstDay + series.values.length)
  const ahead = fitted.forecast(days + skip).subarray(skip)
  const course = ahead.map((flow, index) => (isIdle(firstDay + index) ? 0 : flow))
  const parts: PathParts = {
    start,
    firstDay,
    course,
    errors: fitted.errors,
    drifts: choice.drifts,
    errorsFrom: series.firstDay,
    isIdle,
    scheduled,
    offer,
  }
  const seed = `${ledger.submissionId}|${ledger.asOf}|${SEED_FORMULA}`
  const outflows = estimateOutflows(ledger, { isTaken, firstDay, days, isIdle })
  let bands: Bands | null = null
  return {
    firstDay,
    days,
    start,
    choice,
    scheduled,
    ...expected(parts, outflows),
    get bands() {
      return (bands ??= simulate(parts, seededDraw(seed)))
    },
  }
}

/** What follows from the past alone, whatever the forecast horizon. */
interface PastCourse {
  passing: Uint8Array
  isTaken: Uint8Array
  series: DailySeries
  choice: Choice
  isIdle: (day: number) => boolean
  fitted: FittedModel
}

function pastCourse(ledger: Ledger): PastCourse {
  const passing = passingRows(ledger)
  const isTaken = takenRows(passing, withoutPassing(scheduledFlows(ledger, 0), passing))
  const series = buildDailySeries(ledger, isTaken)
  const choice = chooseModel(series)
  const isIdle = idleDays(series)
  return { passing, isTaken, series, choice, isIdle, fitted: choice.model.fit(series) }
}

function withoutPassing(flows: readonly ScheduledFlow[], passing: Uint8Array): ScheduledFlow[] {
  return flows.filter(({ rows }) => !rows.every((row) => passing[row] === 1))
}

/** Rows that the course of business need not explain: those that pass, and the schedule’s. */
function takenRows(passing: Uint8Array, scheduled: readonly ScheduledFlow[]): Uint8Array {
  const taken = passing.slice()
  for (const { rows } of scheduled) for (const row of rows) taken[row] = 1
  return taken
}

/** Net flow of each covered day without the rows of the schedule; gaps are unknown, not zero. */
function buildDailySeries(ledger: Ledger, isTaken: Uint8Array): DailySeries {
  const { firstDay, lastDay, columns } = ledger
  const values = new Float64Array(lastDay - firstDay + 1)
  for (let index = 0; index < values.length; index += 1) {
    if (!(ledger.days.coveredAccounts[index]! > 0)) values[index] = NaN
  }
  for (let row = 0; row < columns.size; row += 1) {
    if (isTaken[row] === 0) values[columns.day[row]! - firstDay]! += columns.amount[row]!
  }
  return { firstDay, values }
}

/** Days off stay idle when nine in ten of them were. */
function idleDays({ firstDay, values }: DailySeries): (day: number) => boolean {
  let [off, idle] = [0, 0]
  values.forEach((value, index) => {
    if (Number.isNaN(value) || isBusinessDay(dateOfDay(firstDay + index))) return
    off += 1
    if (value === 0) idle += 1
  })
  const areIdle = off > 0 && idle / off >= IDLE_SHARE
  return (day) => areIdle && !isBusinessDay(dateOfDay(day))
}

/** Mean outflow by weekday of the rows outside of the schedule. */
function estimateOutflows(
  ledger: Ledger,
  facts: { isTaken: Uint8Array; firstDay: number; days: number; isIdle: (day: number) => boolean },
): Float64Array {
  const [sums, counts] = [new Float64Array(7), new Float64Array(7)]
  for (let day = ledger.firstDay; day <= ledger.lastDay; day += 1) {
    if (ledger.days.coveredAccounts[day - ledger.firstDay]! > 0) counts[toWeekday(day)]! += 1
  }
  const { columns } = ledger
  for (let row = 0; row < columns.size; row += 1) {
    const amount = columns.amount[row]!
    if (facts.isTaken[row] === 0 && amount < 0) sums[toWeekday(columns.day[row]!)]! -= amount
  }
  return Float64Array.from({ length: facts.days }, (_, index) => {
    const day = facts.firstDay + index
    return facts.isIdle(day) ? 0 : sums[toWeekday(day)]! / Math.max(1, counts[toWeekday(day)]!)
  })
}

/** What is expected day by day: the model and the schedule, without chance. */
function expected(
  { course, scheduled, firstDay, offer, start }: PathParts,
  usual: Float64Array,
): Pick<Forecast, 'flows' | 'inflows' | 'outflows' | 'balances'> {
  const outflows = course.map((flow, index) => Math.max(usual[index]!, 0 - flow))
  const inflows = course.map((flow, index) => flow + outflows[index]!)
  const add = (index: number, amount: number): void => {
    if (amount >= 0) inflows[index]! += amount
    else outflows[index]! -= amount
  }
  for (const { days, amount } of scheduled) for (const day of days) add(day - firstDay, amount)
  offer.forEach((amount, index) => add(index, amount))
  const flows = inflows.map((inflow, index) => inflow - outflows[index]!)
  let balance = start
  return { flows, inflows, outflows, balances: flows.map((flow) => (balance += flow)) }
}
