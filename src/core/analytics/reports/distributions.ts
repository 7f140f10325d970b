import { Type, type Static } from 'typebox'
import { dateOfDay } from '../../values/dates.ts'
import { computeDeviation, computeMean, computeQuantile, roundNumber } from '../arithmetic.ts'
import type { Ledger } from '../ledger.ts'
import { firstRowOn } from '../ledger/tally.ts'
import { toAmount } from '../metric.ts'
import { Figure, Shape } from '../schemas.ts'
import type { Scope } from '../window.ts'

/** Quantiles, mean and population standard deviation of amounts. */
export const Distribution = Shape({
  p10: Figure,
  p25: Figure,
  p50: Figure,
  p75: Figure,
  p90: Figure,
  mean: Figure,
  std: Figure,
})
/** Flows of one weekday (0 = Sunday) or one day of the month. */
export const Bucket = Shape({
  key: Type.Integer(),
  inflow: Type.Number(),
  outflow: Type.Number(),
  net: Type.Number(),
  count: Type.Integer(),
})
/** Mean absolute deviation of the leading digits from Benford's law over `n` amounts. */
export const Benford = Shape({ n: Type.Integer(), mad: Figure })

const ROUND_UNIT = 1_000_00

/** The distribution of amounts in cents that are sorted ascending; nulls of none. */
export function buildDistribution(
  sizes: Float64Array,
  currency: string,
): Static<typeof Distribution> {
  const at = (share: number): number | null => toAmount(computeQuantile(sizes, share), currency)
  return {
    p10: at(0.1),
    p25: at(0.25),
    p50: at(0.5),
    p75: at(0.75),
    p90: at(0.9),
    mean: toAmount(computeMean(sizes), currency),
    std: toAmount(computeDeviation(sizes), currency),
  }
}

/** Flows of the rows of a scope by weekday or day of the month; every key is present. */
export function buildBuckets(
  ledger: Ledger,
  scope: Scope,
  by: 'weekday' | 'day_of_month',
): Static<typeof Bucket>[] {
  const { columns, currency } = ledger
  const first = by === 'weekday' ? 0 : 1
  const size = by === 'weekday' ? 7 : 31
  const flows = Array.from({ length: size }, () => ({ inflow: 0, outflow: 0, count: 0 }))
  const keys = new Map<number, number>()
  const toBucketKey = (day: number): number =>
    by === 'weekday' ? (((day + 4) % 7) + 7) % 7 : Number(dateOfDay(day).slice(8))
  const end = firstRowOn(columns, scope.endDay + 1)
  for (let row = firstRowOn(columns, scope.startDay); row < end; row += 1) {
    const day = columns.day[row]!
    if (!keys.has(day)) keys.set(day, toBucketKey(day) - first)
    const flow = flows[keys.get(day)!]!
    flow.inflow += Math.max(0, columns.amount[row]!)
    flow.outflow += Math.max(0, -columns.amount[row]!)
    flow.count += 1
  }
  return flows.map(({ inflow, outflow, count }, index) => ({
    key: index + first,
    inflow: toAmount(inflow, currency)!,
    outflow: toAmount(outflow, currency)!,
    net: toAmount(inflow - outflow, currency)!,
    count,
  }))
}

/** Share of inflows that are multiples of 1,000; null without inflows. */
export function roundShare(sizes: Float64Array): number | null {
  if (sizes.length === 0) return null
  const round = sizes.reduce((count, size) => count + (size % ROUND_UNIT === 0 ? 1 : 0), 0)
  return roundNumber(round / sizes.length, 4)
}
