import { daysBetween, isPlainDate } from '../values/dates.ts'
import { jaroWinkler, normalizeName } from '../values/text.ts'
import type { Attribute } from './entity.ts'

/** The parts of an attribute that decide whether two values agree. */
type Compared = Pick<Attribute, 'type' | 'tolerance'>

/**
 * Whether two values agree. Texts are compared without case, spaces and punctuation, and as
 * names when the attribute has a tolerance; of objects the parts that both have.
 */
export function agree(left: unknown, right: unknown, attribute: Compared): boolean {
  const tolerance = attribute.tolerance ?? 0
  if (typeof left === 'number' && typeof right === 'number')
    return Math.abs(left - right) <= tolerance + Number.EPSILON * Math.abs(left)
  if (typeof left === 'string' && typeof right === 'string')
    return attribute.type === 'date' && isPlainDate(left) && isPlainDate(right)
      ? Math.abs(daysBetween(left, right)) <= tolerance
      : agreeTexts(left, right, tolerance)
  if (isRecord(left) && isRecord(right)) return agreeObjects(left, right)
  return JSON.stringify(left) === JSON.stringify(right)
}

/**
 * Whether two values may name the same thing: all words of the one text are in the other, so that a
 * middle name does not make another person. A different letter does.
 */
export function mayBeSame(left: unknown, right: unknown): boolean {
  if (typeof left !== 'string' || typeof right !== 'string')
    return JSON.stringify(left) === JSON.stringify(right)
  const [few, many] = [splitName(left), splitName(right)].toSorted((a, b) => a.length - b.length)
  return few!.length > 0 && few!.every((word) => many!.includes(word))
}

function agreeTexts(left: string, right: string, tolerance: number): boolean {
  if (compact(left) === compact(right)) return true
  return tolerance > 0 && jaroWinkler(normalizeName(left), normalizeName(right)) >= 1 - tolerance
}

function agreeObjects(left: Record<string, unknown>, right: Record<string, unknown>): boolean {
  return Object.entries(left).every(([key, value]) => {
    const other = right[key]
    if (value === null || value === undefined || other === null || other === undefined) return true
    return typeof value === 'string' && typeof other === 'string'
      ? compact(value) === compact(other)
      : JSON.stringify(value) === JSON.stringify(other)
  })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Letters and digits alone; a text without any is only trimmed. */
function compact(text: string): string {
  const kept = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
  return kept === '' ? text.trim() : kept
}

function splitName(text: string): string[] {
  return normalizeName(text).split(' ').filter(Boolean)
}
