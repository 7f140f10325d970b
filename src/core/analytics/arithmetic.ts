import { roundHalfAway } from '../values/money.ts'

/** The sum of the amounts of some items. */
export function sumAmounts(items: readonly { amount: number }[]): number {
  return items.reduce((sum, { amount }) => sum + amount, 0)
}

/** The mean, or null of nothing. */
export function computeMean(values: ArrayLike<number>): number | null {
  if (values.length === 0) return null
  let sum = 0
  for (let index = 0; index < values.length; index += 1) sum += values[index]!
  return sum / values.length
}

/** Population standard deviation, or null of nothing. */
export function computeDeviation(values: ArrayLike<number>): number | null {
  const mean = computeMean(values)
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
  return new Float64Array(values).sort()
}

/** Linear interpolation between closest ranks of ascending values; `share` is 0 to 1. */
export function computeQuantile(ascending: ArrayLike<number>, share: number): number | null {
  if (ascending.length === 0) return null
  const position = (ascending.length - 1) * share
  const low = Math.floor(position)
  const left = ascending[low]!
  return left + (position - low) * ((ascending[low + 1] ?? left) - left)
}

/** The median, or null of nothing. */
export function computeMedian(values: ArrayLike<number>): number | null {
  if (values.length === 0) return null
  const own = new Float64Array(values)
  const middle = (own.length - 1) / 2
  const low = Math.floor(middle)
  const left = placeInOrder(own, low)
  if (low === middle) return left
  // What stands behind the place is not less than what stands there, in no order.
  let right = Infinity
  for (let at = low + 1; at < own.length; at += 1) if (own[at]! < right) right = own[at]!
  return left + (right - left) / 2
}

/**
 * The value that would stand at a place if the values were in ascending order. It is put there,
 * smaller ones before and larger ones behind it, which takes a walk or two (Hoare 1961).
 */
function placeInOrder(values: Float64Array, place: number): number {
  let [first, last] = [0, values.length - 1]
  while (first < last) {
    const pivot = pickMiddle(values[first]!, values[(first + last) >>> 1]!, values[last]!)
    let [low, high] = [first, last]
    while (low <= high) {
      while (values[low]! < pivot) low += 1
      while (values[high]! > pivot) high -= 1
      if (low > high) break
      const moved = values[low]!
      values[low++] = values[high]!
      values[high--] = moved
    }
    if (place <= high) last = high
    else if (place >= low) first = low
    else break
  }
  return values[place]!
}

function pickMiddle(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
}

/** Median of the slopes of all pairs (Theil 1950, Sen 1968), per step; null below two values. */
export function theilSenSlope(values: ArrayLike<number>): number | null {
  const slopes: number[] = []
  for (let left = 0; left < values.length; left += 1) {
    for (let right = left + 1; right < values.length; right += 1) {
      slopes.push((values[right]! - values[left]!) / (right - left))
    }
  }
  return computeMedian(slopes)
}

/** `numerator / denominator`, or null when either is unknown or the denominator is zero. */
export function computeRatio(numerator: number | null, denominator: number | null): number | null {
  if (numerator === null || denominator === null || denominator === 0) return null
  return numerator / denominator
}

/** Digits that a double holds of a decimal; what comes after them is the error of the binary. */
const DIGITS = 15

/** A number with this many decimals, halves away from zero; null stays null. */
export function roundNumber(value: number | null, decimals: number): number | null {
  if (value === null) return null
  const scaled = Number((value * 10 ** decimals).toPrecision(DIGITS))
  return Number((roundHalfAway(scaled) / 10 ** decimals).toFixed(decimals))
}
