import { nearest } from '../text.ts'

/** Throws with the reason why a cell is wrong, and its place. */
export type Refuse = (why: string) => never

/** Reads one cell; `row` has the cells to the left of it. */
export type Cell<Value> = (
  text: string,
  refuse: Refuse,
  row: Readonly<Record<string, unknown>>,
) => Value

/** A text, with one blank between its words. */
export const text: Cell<string> = (written, refuse) => {
  if (written === '') refuse('is empty')
  if (written.trim() !== written || written.includes('  ')) {
    refuse(`"${written}" has blanks too many`)
  }
  return written
}

/** A text in capitals, as descriptors are compared. */
export const capitals: Cell<string> = (written, refuse, row) => {
  if (written !== written.toUpperCase()) refuse(`"${written}" is not in capitals`)
  return text(written, refuse, row)
}

/** `yes`, or nothing for no. */
export const flag: Cell<boolean> = (written, refuse) => {
  if (written !== '' && written !== 'yes') refuse(`"${written}" is neither yes nor empty`)
  return written === 'yes'
}

/** Null for an empty cell. */
export function optional<Value>(cell: Cell<Value>): Cell<Value | null> {
  return (text, refuse, row) => (text === '' ? null : cell(text, refuse, row))
}

/** One of the known values of a kind, such as `a category`. */
export function choice<const Value extends string>(
  values: readonly Value[],
  kind: string,
): Cell<Value> {
  const known = new Set<string>(values)
  return (text, refuse) => {
    if (known.has(text)) return text as Value
    const near = nearest(text, values)
    return refuse(
      `"${text}" is not ${kind}${near === null ? '' : `; the nearest one is "${near}"`}`,
    )
  }
}

/** A number between two bounds, which are allowed. */
export function numberWithin(least: number, most: number): Cell<number> {
  return (text, refuse) => {
    const value = Number(text)
    if (text !== '' && value >= least && value <= most) return value
    return refuse(`"${text}" is not a number from ${least} to ${most}`)
  }
}

/** `5811-5814`, or one number alone: from and to, which are allowed. */
export function range(least: number, most: number): Cell<readonly [number, number]> {
  const bound = numberWithin(least, most)
  return (text, refuse, row) => {
    const [from, to = from] = text.split('-').map((part) => bound(part, refuse, row))
    if (from! > to!) refuse(`"${text}" ends before it begins`)
    return [from!, to!]
  }
}

/** Several values, each once, separated by a semicolon and a blank; none for an empty cell. */
export function list<Value>(cell: Cell<Value>): Cell<Value[]> {
  return (text, refuse, row) => {
    if (text === '') return []
    const parts = text.split('; ')
    const again = parts.find((part, place) => parts.indexOf(part) < place)
    if (again !== undefined) refuse(`"${again}" stands in it twice`)
    return parts.map((part) => cell(part, refuse, row))
  }
}
