import type { Classified } from '../../rules/classified.ts'
import { sumAmounts, type Row } from '../../row.ts'
import { isFixed } from '../../streams/series.ts'

/** Money of card sales by day number, over all accounts. */
export type Settlements = ReadonlyMap<number, number>

/** Least correlation of payments with sales (formulas 9.2). */
const MIN_CORRELATION = 0.6
/** Days by which a payment comes after the sales that it is a share of. */
const LAGS = [1, 2, 3]
const MIN_PAYMENTS = 10
/** After a longer gap, the sales in between belong to payments that are missing. */
const MAX_GAP_DAYS = 7

/** Card settlements by day. */
export function sumSettlements(classified: readonly Classified[]): Settlements {
  const settled = new Map<number, number>()
  for (const { row, slug } of classified) {
    if (slug !== 'revenue.card_settlement' || !row.isInflow) continue
    settled.set(row.day, (settled.get(row.day) ?? 0) + row.absCents)
  }
  return settled
}

/**
 * The share of card sales that varying daily payments are, the slope through zero (formulas 9.2,
 * `percentage_split`); null when the payments do not follow the sales. Payments ascend by date.
 */
export function remittanceRate(payments: readonly Row[], settled: Settlements): number | null {
  if (settled.size === 0 || payments.length < MIN_PAYMENTS) return null
  if (isFixed(payments)) return null
  const paid = [...Map.groupBy(payments, ({ day }) => day)].map(([day, rows]) => ({
    day,
    cents: sumAmounts(rows),
  }))
  const fits = LAGS.map((lag) => computeFit(buildPoints(paid, settled, lag)))
  const best = fits.reduce((left, right) => (right.correlation > left.correlation ? right : left))
  return best.correlation >= MIN_CORRELATION ? Math.round(best.slope * 10_000) / 10_000 : null
}

interface Point {
  x: number
  y: number
}

/** Each payment with the sales since those that the payment before it was a share of. */
function buildPoints(
  paid: readonly { day: number; cents: number }[],
  settled: Settlements,
  lag: number,
): Point[] {
  return paid.slice(1).flatMap(({ day, cents }, index) => {
    const before = paid[index]!.day
    if (day - before > MAX_GAP_DAYS) return []
    let sales = 0
    for (let at = before - lag + 1; at <= day - lag; at += 1) sales += settled.get(at) ?? 0
    return [{ x: sales, y: cents }]
  })
}

function computeFit(points: readonly Point[]): { correlation: number; slope: number } {
  if (points.length < MIN_PAYMENTS - 1) return { correlation: 0, slope: 0 }
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / points.length
  const meanY = points.reduce((sum, { y }) => sum + y, 0) / points.length
  const sums = { xx: 0, yy: 0, xy: 0, squares: 0, products: 0 }
  for (const { x, y } of points) {
    sums.xx += (x - meanX) ** 2
    sums.yy += (y - meanY) ** 2
    sums.xy += (x - meanX) * (y - meanY)
    sums.squares += x * x
    sums.products += x * y
  }
  if (sums.xx === 0 || sums.yy === 0) return { correlation: 0, slope: 0 }
  return {
    correlation: sums.xy / Math.sqrt(sums.xx * sums.yy),
    slope: sums.products / sums.squares,
  }
}
