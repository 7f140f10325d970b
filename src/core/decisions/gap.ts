/** How far a value is from what it should be, and the bound that it misses. */
export interface Gap {
  /** `HOLDS`, `FAILS`, NaN when a bound is not known, else the distance from 0. */
  gap: number
  reference: number
}

/** The value is as it should be. */
export const HOLDS = -1
/** It is not, and there is no distance to speak of: a text, or a number that must not be one. */
export const FAILS = Infinity

export interface Range {
  low: number
  high: number
  /** The ends do not belong to it. */
  isOpen: boolean
}

/** The gap of a value that should be in a range. */
export function gapWithin(value: number, { low, high, isOpen }: Range): Gap {
  if (Number.isNaN(low) || Number.isNaN(high)) return { gap: Number.NaN, reference: 0 }
  if (value < low) return { gap: low - value, reference: low }
  if (value > high) return { gap: value - high, reference: high }
  const isAtEnd = isOpen && (value === low || value === high)
  return { gap: isAtEnd ? 0 : HOLDS, reference: value }
}

/** The gap of a value that should not be in a range; a single value has no near side. */
export function gapOf(value: number, { low, high, isOpen }: Range): Gap {
  if (Number.isNaN(low) || Number.isNaN(high)) return { gap: Number.NaN, reference: 0 }
  const isAtEnd = isOpen && (value === low || value === high)
  if (value < low || value > high || isAtEnd) return { gap: HOLDS, reference: value }
  if (low === high) return { gap: FAILS, reference: low }
  const [below, above] = [value - low, high - value]
  return below <= above ? { gap: below, reference: low } : { gap: above, reference: high }
}

/** The gap of a number that should be, or should not be, one of a list. */
export function gapToOptions(value: number, options: readonly number[], isNegated: boolean): Gap {
  if (options.includes(value)) return { gap: isNegated ? FAILS : HOLDS, reference: value }
  if (isNegated) return { gap: HOLDS, reference: value }
  const reference = options.reduce((best, option) =>
    Math.abs(option - value) < Math.abs(best - value) ? option : best,
  )
  return { gap: Math.abs(reference - value), reference }
}
