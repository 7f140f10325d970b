import { didYouMean } from '../../core/values/text.ts'
import type { ToolInput } from '../catalogue.ts'
import type { Shape } from '../tools/declare.ts'
import { toText } from '../text.ts'

export interface Checked {
  values: Record<string, unknown>
  /** What was read in another form than it came in. */
  notes: string[]
  /** Sentences; a call with any of them is not made. */
  faults: string[]
}

/**
 * The arguments of a call in the types of its tool. Models send `"50"` for 50, JSON in a string and
 * one value for a list: what can mean only one thing is taken as that, and noted.
 */
export function checkArguments(input: ToolInput, given: Record<string, unknown>): Checked {
  const checked: Checked = { values: {}, notes: [], faults: [] }
  const names = Object.keys(input.properties)
  for (const [name, value] of Object.entries(given)) {
    const shape = input.properties[name]
    if (shape === undefined) {
      checked.faults.push(
        `There is no argument ${shorten(name)}.${didYouMean(name, names)} Arguments: ${listed(names)}.`,
      )
    } else if (value !== undefined) {
      takeValue(checked, { name, shape, value })
    }
  }
  for (const name of input.required ?? []) {
    const isLacking = given[name] === undefined || given[name] === null
    if (isLacking && name !== 'confirm') checked.faults.push(`${name} is missing.`)
  }
  return checked
}

interface Given {
  name: string
  shape: Shape
  value: unknown
}

function takeValue(checked: Checked, { name, shape, value }: Given): void {
  const read = value === null ? null : coerce(shape, value)
  if (read === undefined) {
    checked.faults.push(`${name} must be ${describe(shape)}, not ${describeValue(value)}.`)
    return
  }
  const fault = checkEnum(name, shape, read)
  if (fault !== null) {
    checked.faults.push(fault)
    return
  }
  if (read !== value) checked.notes.push(`${name} was read as ${shorten(JSON.stringify(read))}`)
  checked.values[name] = read
}

function coerce({ type, items }: Shape, value: unknown): unknown {
  switch (type) {
    case 'integer':
    case 'number':
      return toNumber(value, type)
    case 'boolean':
      return typeof value === 'boolean' ? value : { true: true, false: false }[String(value)]
    case 'array':
      return toList(items ?? {}, value)
    case 'object':
      return toRecord(value)
    case 'string':
      return typeof value === 'number'
        ? String(value)
        : typeof value === 'string'
          ? value
          : undefined
    default:
      return value
  }
}

function toNumber(value: unknown, type: string): number | undefined {
  const isText = typeof value === 'string' && value.trim() !== ''
  const number = isText ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) return undefined
  return type === 'integer' && !Number.isInteger(number) ? undefined : number
}

/** A list, JSON of one, or one value in place of a list of one. */
function toList(items: Shape, value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value
  const parsed = typeof value === 'string' ? parseJson(value) : undefined
  if (Array.isArray(parsed)) return parsed
  const one = coerce(items, value)
  return one === undefined ? undefined : [one]
}

function toRecord(value: unknown): object | undefined {
  const found = typeof value === 'string' ? parseJson(value) : value
  return typeof found === 'object' && found !== null && !Array.isArray(found) ? found : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function checkEnum(name: string, shape: Shape, value: unknown): string | null {
  const values = shape.enum ?? shape.items?.enum
  if (values === undefined || value === null) return null
  const wrong = [value].flat().find((one) => !values.includes(one))
  if (wrong === undefined) return null
  const options = values.map(String)
  const near = didYouMean(toText(wrong), options)
  return `${name} cannot be ${describeValue(wrong)}.${near} It takes: ${listed(options)}.`
}

function describe({ type, items }: Shape): string {
  if (type === 'array') return `a list of ${items?.type ?? 'value'}s`
  return { integer: 'a whole number', object: 'an object' }[type ?? ''] ?? `a ${type}`
}

function describeValue(value: unknown): string {
  return shorten(JSON.stringify(value) ?? String(value))
}

function listed(names: readonly string[]): string {
  return names.join(', ')
}

function shorten(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 79)}…`
}
