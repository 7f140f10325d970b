/** The mean, or null of nothing. */
export function meanOf(values: ArrayLike<number>): number | null {
  if (values.length === 0) return null
  let sum = 0
  for (let index = 0; index < values.length; index += 1) sum += values[index]!
  return sum / values.length
}

/** Population standard deviation, or null of nothing. */
export function deviationOf(values: ArrayLike<number>): number | null {
  const mean = meanOf(values)
  if (mean === null) return null
  let sum = 0
  for (let index = 0; index < values.length; index += 1) sum += (values[index]! - mean) ** 2
  return Math.sqrt(sum / values.length)
}

/** Where the first of the first `size` ascending values that is not below the limit stands. */
export function firstAtLeast(
  ascending: ArrayLike<number>,
  limit: number,
  size = ascending.length,
): number {
  let low = 0
  let high = size
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ascending[middle]! < limit) low = middle + 1
    else high = middle
  }
  return low
}

/** The values in ascending order; the argument stays as it is. */
export function sorted(values: ArrayLike<number>): Float64Array {
  return Float64Array.from(values).sort()
}

/** Linear interpolation between closest ranks of ascending values; `share` is 0 to 1. */
export function quantileOf(ascending: ArrayLike<number>, share: number): number | null {
  if (ascending.length === 0) return null
  const position = (ascending.length - 1) * share
  const low = Math.floor(position)
  const left = ascending[low]!
  return left + (position - low) * ((ascending[low + 1] ?? left) - left)
}

/** The median, or null of nothing. */
export function medianOf(values: ArrayLike<number>): number | null {
  return quantileOf(sorted(values), 0.5)
}

/** Median of the slopes of all pairs (Theil 1950, Sen 1968), per step; null below two values. */
export function theilSenSlope(values: ArrayLike<number>): number | null {
  const slopes: number[] = []
  for (let left = 0; left < values.length; left += 1) {
    for (let right = left + 1; right < values.length; right += 1) {
      slopes.push((values[right]! - values[left]!) / (right - left))
    }
  }
  return medianOf(slopes)
}

/** `numerator / denominator`, or null when either is unknown or the denominator is zero. */
export function ratioOf(numerator: number | null, denominator: number | null): number | null {
  if (numerator === null || denominator === null || denominator === 0) return null
  return numerator / denominator
}
