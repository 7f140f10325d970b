/**
 * A JSON value in a form in which the order of keys does not count: an object is the list of its
 * entries.
 */
export function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (value === null || typeof value !== 'object') return value
  return sortedEntries(value).map(([key, held]) => [key, canonical(held)])
}

/** The JSON of the canonical form. */
export function canonicalText(value: unknown): string {
  return JSON.stringify(canonical(value)) ?? 'null'
}

/** The same text in pieces: what stands in the lists of an object comes item by item. */
export function* canonicalPieces(value: unknown, depth = 2): Generator<string> {
  if (depth === 0 || value === null || typeof value !== 'object') {
    yield canonicalText(value)
    return
  }
  yield '['
  let comma = ''
  for (const [key, held] of Array.isArray(value) ? value.entries() : sortedEntries(value)) {
    yield typeof key === 'number' ? comma : `${comma}[${JSON.stringify(key)},`
    yield* canonicalPieces(held, depth - 1)
    if (typeof key === 'string') yield ']'
    comma = ','
  }
  yield ']'
}

function sortedEntries(value: object): [string, unknown][] {
  return Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1))
}
