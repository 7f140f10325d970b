import { parseNumber } from '../../../format/region.ts'
import { formatCents, formatCount, formatDay, UNKNOWN } from '../../../format/values.ts'

/** The type of a field as its class has it. */
export type FieldType = string

/** A value as it is shown. */
export function printField(value: unknown, type: FieldType): string {
  if (value === null || value === undefined || value === '') return UNKNOWN
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return type === 'money' ? formatCents(value) : formatCount(value)
  if (typeof value !== 'string') return JSON.stringify(value)
  return type === 'date' ? formatDay(value) : value
}

/** What was typed as the service takes it; null for nothing, undefined for no value of the type. */
export function readField(text: string, type: FieldType): unknown {
  if (text === '') return null
  if (type === 'boolean') return WORDS[text.trim().toLowerCase()]
  // An amount comes as a plain number from its own field.
  if (type === 'money') return Number(text)
  if (type !== 'integer' && type !== 'number') return text
  const number = parseNumber(text)
  return number === null || Number.isNaN(number) ? undefined : number
}

const WORDS: Record<string, boolean> = { yes: true, no: false, true: true, false: false }
