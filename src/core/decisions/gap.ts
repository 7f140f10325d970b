/** The condition is met. */
export const HOLDS = -1
/** It is not met, and there is no distance: a text, or a number that must not be equal. */
export const FAILS = Infinity

/** Numbers from one end to another; an end that is not known is NaN. */
export interface Range {
  low: number
  high: number
  /** The ends do not belong to it. */
  isOpen: boolean
}

/** By how much a value misses a range it should be in: `HOLDS`, a distance from 0, or NaN. */
export function gapWithin(value: number, { low, high, isOpen }: Range): number {
  if (value > low && value < high) return HOLDS
  if (value < low) return high === high ? low - value : Number.NaN
  if (value > high) return low === low ? value - high : Number.NaN
  if (low !== low || high !== high) return Number.NaN
  return isOpen ? 0 : HOLDS
}

/** The same for a range it should not be in; a single value has no near side. */
export function gapOutside(value: number, { low, high, isOpen }: Range): number {
  if (low !== low || high !== high) return Number.NaN
  if (value < low || value > high) return HOLDS
  if (isOpen && (value === low || value === high)) return HOLDS
  return low === high ? FAILS : Math.min(value - low, high - value)
}

/** The end of a range that is nearest to a value. */
export function nearestEnd(value: number, { low, high }: Range): number {
  return Math.abs(value - low) <= Math.abs(high - value) ? low : high
}

/** The option that is nearest to a value. */
export function nearestOption(value: number, options: readonly number[]): number {
  return options.reduce((best, option) =>
    Math.abs(option - value) < Math.abs(best - value) ? option : best,
  )
}
