/** The value that a share of the values does not exceed; throws on an empty list. */
export function percentile(values: readonly number[], share: number): number {
  if (values.length === 0) throw new Error('Nothing was measured')
  const ascending = values.toSorted((left, right) => left - right)
  return ascending[Math.min(ascending.length - 1, Math.ceil(share * ascending.length) - 1)]!
}

/** How long each of so many calls takes, one after the other, in milliseconds. */
export async function measureTimes(
  count: number,
  call: (index: number) => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = []
  for (let index = 0; index < count; index += 1) {
    const startedAt = performance.now()
    await call(index)
    times.push(performance.now() - startedAt)
  }
  return times
}
