import type { Fields } from './kinds.ts'

/** `value: 3 → 2` for each place in which a file differs from what is there. */
export function listChanges(live: Fields, file: Fields): string[] {
  return Object.keys(file).flatMap((name) => compare(name, live[name] ?? null, file[name] ?? null))
}

function compare(place: string, before: unknown, after: unknown): string[] {
  if (isDeepEqual(before, after)) return []
  if (Array.isArray(before) && Array.isArray(after)) {
    const length = Math.max(before.length, after.length)
    return Array.from({ length }, (_, at) =>
      compare(`${place}[${at}]`, before[at], after[at]),
    ).flat()
  }
  if (isFields(before) && isFields(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)])
    return [...names].flatMap((name) => compare(`${place}.${name}`, before[name], after[name]))
  }
  return [`${place}: ${show(before)} → ${show(after)}`]
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The order of fields means nothing. */
function isDeepEqual(a: unknown, b: unknown): boolean {
  if (isFields(a) && isFields(b)) {
    const names = new Set([...Object.keys(a), ...Object.keys(b)])
    return [...names].every((name) => isDeepEqual(a[name], b[name]))
  }
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((one, at) => isDeepEqual(one, b[at]))
  return a === b
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value)
}
