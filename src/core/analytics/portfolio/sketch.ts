/**
 * A distribution that can be added to and taken from without looking at it again: how many values
 * fall into bins whose bounds grow by a constant ratio. Every quantile it gives is within
 * `RELATIVE_ACCURACY` of a value that is there (DDSketch; Masson, Rim and Lee, VLDB 2019).
 */

/** How far a quantile can be from the exact one, as a share of it. */
export const RELATIVE_ACCURACY = 0.02

const GROWTH = (1 + RELATIVE_ACCURACY) / (1 - RELATIVE_ACCURACY)
const LOG_GROWTH = Math.log(GROWTH)
/** Values closer to zero are zero. */
const LEAST = 1e-6

/** The bin of a finite value: a number that grows with its distance from zero, signed like it. */
export function toBin(value: number): string {
  const magnitude = Math.abs(value)
  if (magnitude < LEAST) return '0'
  const index = Math.ceil(Math.log(magnitude / LEAST) / LOG_GROWTH) + 1
  return String(Math.sign(value) * index)
}

/** A value of a bin that is within the accuracy of all its values. */
export function toBinValue(bin: number): number {
  if (bin === 0) return 0
  const upper = LEAST * GROWTH ** (Math.abs(bin) - 1)
  return Math.sign(bin) * ((2 * upper) / (1 + GROWTH))
}

/** The values at shares (0 to 1) of counted bins, each the lower of two; null of nothing. */
export function quantilesOfBins(
  bins: ReadonlyMap<number, number>,
  shares: readonly number[],
): (number | null)[] {
  const ascending = [...bins].filter(([, count]) => count > 0).sort(([a], [b]) => a - b)
  const total = ascending.reduce((sum, [, count]) => sum + count, 0)
  return shares.map((share) => {
    let left = Math.floor(share * (total - 1))
    for (const [bin, count] of ascending) {
      if (left < count) return toBinValue(bin)
      left -= count
    }
    return null
  })
}
