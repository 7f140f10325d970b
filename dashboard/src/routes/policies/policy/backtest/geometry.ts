/** Operators of which the threshold can be dragged: each splits the numbers at one place. */
const COMPARES: Record<string, (actual: number, threshold: number) => boolean> = {
  greater_than: (actual, threshold) => actual > threshold,
  greater_than_or_equal: (actual, threshold) => actual >= threshold,
  less_than: (actual, threshold) => actual < threshold,
  less_than_or_equal: (actual, threshold) => actual <= threshold,
}

export function isDraggable(operator: string | null, value: unknown): value is number {
  return typeof value === 'number' && operator !== null && operator in COMPARES
}

export function isMet(operator: string, actual: number, threshold: number): boolean {
  return COMPARES[operator]?.(actual, threshold) ?? false
}

/** Whether the numbers that do not pass lie above the threshold. */
export function failsAbove(operator: string): boolean {
  return operator.startsWith('less')
}

const STEPS_WANTED = 120

/** By how much the threshold moves: whole things by one, a share by a half percent, money roundly. */
export function chooseStep(unit: string, [low, high]: readonly [number, number]): number {
  if (unit === 'ratio') return 0.005
  if (unit !== 'amount' && unit !== 'multiple') return 1
  const rough = Math.max((high - low) / STEPS_WANTED, Number.EPSILON)
  const power = 10 ** Math.floor(Math.log10(rough))
  const factor = [1, 2, 5, 10].find((one) => one * power >= rough) ?? 10
  return factor * power
}

const MARGIN = 0.06

/** From the least to the greatest number and threshold, with some room on both sides. */
export function findDomain(
  values: readonly number[],
  thresholds: readonly number[],
): [number, number] {
  const all = [...values, ...thresholds]
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const room = high === low ? Math.max(1, Math.abs(high) * 0.5) : (high - low) * MARGIN
  return [low - room, high + room]
}

export function snap(value: number, step: number): number {
  return Number((Math.round(value / step) * step).toPrecision(12))
}

export interface Dot<T> {
  item: T
  x: number
  /** How many dots are below it. */
  level: number
}

/** Dots side by side along the axis; those that would cover one another stand on one another. */
export function stackDots<T extends { value: number }>(
  items: readonly T[],
  toX: (value: number) => number,
  width: number,
): Dot<T>[] {
  const levels = new Map<number, number>()
  return items
    .toSorted((one, other) => one.value - other.value)
    .map((item) => {
      const column = Math.round(toX(item.value) / width)
      const level = levels.get(column) ?? 0
      levels.set(column, level + 1)
      return { item, x: toX(item.value), level }
    })
}
