import { Numeral } from './parse.ts'

/** A value of a payload and the JSON pointer to it. */
export interface Place {
  value: unknown
  pointer: string
}

export type Named = Record<string, unknown>

export function isNamed(value: unknown): value is Named {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Numeral)
  )
}

export function rootPlace(value: unknown): Place {
  return { value, pointer: '' }
}

/** The value under these names, one within the other; its value is undefined where it is absent. */
export function child(place: Place, ...names: string[]): Place {
  return names.reduce<Place>(
    ({ value, pointer }, name) => ({
      value: isNamed(value) && Object.hasOwn(value, name) ? value[name] : undefined,
      pointer: `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    }),
    place,
  )
}

/** The first of these names that has a value; the first of all where none has. */
export function firstChild(place: Place, names: readonly string[]): Place {
  const places = names.map((name) => child(place, name))
  return places.find(({ value }) => value !== undefined && value !== null) ?? places[0]!
}

/** The members of a list, or the values of an object whose names are ids; none of anything else. */
export function items(place: Place): Place[] {
  const { value, pointer } = place
  if (Array.isArray(value))
    return value.map((each, index) => ({ value: each as unknown, pointer: `${pointer}/${index}` }))
  return isNamed(value) ? Object.keys(value).map((name) => child(place, name)) : []
}

/** Whether a list or an object of ids stands there. */
export function isListed({ value }: Place): boolean {
  return Array.isArray(value) || isNamed(value)
}

/** A text, or a number as it is written; null for anything else and for blanks. */
export function readText({ value }: Place): string | null {
  const text = value instanceof Numeral ? value.text : asText(value)
  if (typeof text !== 'string') return null
  const plain = text.replaceAll('\u0000', '').toWellFormed().replace(/\s+/g, ' ').trim()
  return plain === '' ? null : plain
}

/** A payload whose numbers were not kept as they are written is only looked at for its names. */
function asText(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value
}

/** The first text among these names. */
export function textAt(place: Place, ...names: string[]): string | null {
  for (const name of names) {
    const text = readText(child(place, name))
    if (text !== null) return text
  }
  return null
}

/** `true`, `"true"`, `1`. */
export function flagAt(place: Place, name: string): boolean {
  const { value } = child(place, name)
  return value === true || /^(?:true|1|yes)$/i.test(readText({ value, pointer: '' }) ?? '')
}

/** The texts of a list, or the one text. */
export function textsAt(place: Place, name: string): string[] {
  const own = child(place, name)
  const places = Array.isArray(own.value) ? items(own) : [own]
  return places.flatMap((each) => readText(each) ?? [])
}
