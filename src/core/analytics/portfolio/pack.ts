import type { Contribution, Facet } from './contribution.ts'

/** The numbers by which packs name counters; a number once given stays. */
export interface CounterNames {
  numbers: Map<string, number>
  names: (readonly [facet: Facet, key: string])[]
}

/** Counters by number, side by side, so that adding a thousand packs is a walk over arrays. */
export interface Pack {
  numbers: Uint32Array
  counts: Float64Array
  sums: Float64Array
}

/** Names of no counter yet. */
export function noCounterNames(): CounterNames {
  return { numbers: new Map(), names: [] }
}

/** The same counters as a pack; counters that have no number yet get one. */
export function packCounters(names: CounterNames, counters: readonly Contribution[]): Pack {
  return {
    numbers: Uint32Array.from(counters, ([facet, key]) => resolveCounterNumber(names, facet, key)),
    counts: Float64Array.from(counters, ([, , count]) => count),
    sums: Float64Array.from(counters, ([, , , sum]) => sum),
  }
}

/** The sums of packs of one set of names; counters of nothing are left out. */
export function sumPacks({ names }: CounterNames, packs: readonly Pack[]): Contribution[] {
  const counts = new Float64Array(names.length)
  const sums = new Float64Array(names.length)
  for (const pack of packs) {
    for (let at = 0; at < pack.numbers.length; at += 1) {
      const number = pack.numbers[at]!
      counts[number]! += pack.counts[at]!
      sums[number]! += pack.sums[at]!
    }
  }
  const totals: Contribution[] = []
  for (const [number, [facet, key]] of names.entries()) {
    const [count, sum] = [counts[number]!, sums[number]!]
    if (count !== 0 || sum !== 0) totals.push([facet, key, count, sum])
  }
  return totals
}

/** Some of the counters of a pack; those that it does not have are left out. */
export function contributionsIn(
  { numbers: known }: CounterNames,
  { numbers, counts, sums }: Pack,
  wanted: readonly (readonly [facet: Facet, key: string])[],
): Contribution[] {
  return wanted.flatMap(([facet, key]) => {
    const at = numbers.indexOf(known.get(toCounterName(facet, key)) ?? -1)
    return at < 0 ? [] : [[facet, key, counts[at]!, sums[at]!] satisfies Contribution]
  })
}

function resolveCounterNumber({ numbers, names }: CounterNames, facet: Facet, key: string): number {
  const name = toCounterName(facet, key)
  const known = numbers.get(name)
  if (known !== undefined) return known
  numbers.set(name, names.length)
  names.push([facet, key])
  return names.length - 1
}

function toCounterName(facet: Facet, key: string): string {
  return `${facet}\n${key}`
}
