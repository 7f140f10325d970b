import type { Contribution, Facet } from './contribution.ts'

/** The counters that packs speak of, by number; a number once given stays. */
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
export function packOf(names: CounterNames, counters: readonly Contribution[]): Pack {
  return {
    numbers: Uint32Array.from(counters, ([facet, key]) => numberOf(names, facet, key)),
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
  return names.flatMap(([facet, key], number) => {
    const [count, sum] = [counts[number]!, sums[number]!]
    return count === 0 && sum === 0 ? [] : [[facet, key, count, sum] satisfies Contribution]
  })
}

/** The counters of a pack that are of some facets. */
export function contributionsIn(
  { names }: CounterNames,
  { numbers, counts, sums }: Pack,
  facets: readonly Facet[],
): Contribution[] {
  const found: Contribution[] = []
  numbers.forEach((number, at) => {
    const [facet, key] = names[number]!
    if (facets.includes(facet)) found.push([facet, key, counts[at]!, sums[at]!])
  })
  return found
}

function numberOf({ numbers, names }: CounterNames, facet: Facet, key: string): number {
  const name = `${facet}\n${key}`
  const known = numbers.get(name)
  if (known !== undefined) return known
  numbers.set(name, names.length)
  names.push([facet, key])
  return names.length - 1
}
