/** The part of JSON Schema that the settings of nodes are written in. */
export interface Schema {
  type?: string | string[]
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  maxLength?: number
  anyOf?: Schema[]
}

export type Control = 'text' | 'long' | 'number' | 'switch' | 'choice' | 'lines' | 'group' | 'json'

const LONG_FROM = 500
const GROUP_MAX = 6

/** How a setting is typed; what has no form of its own is JSON. */
export function chooseControl(schema: Schema, value: unknown): Control {
  // Any field may hold a text that is filled in when the step runs.
  if (typeof value === 'string' && value.includes('{{')) return 'long'
  if (schema.enum !== undefined) return 'choice'
  if (schema.type === 'boolean') return 'switch'
  if (schema.type === 'number' || schema.type === 'integer') return 'number'
  if (schema.type === 'string') return (schema.maxLength ?? 0) > LONG_FROM ? 'long' : 'text'
  if (schema.type === 'array' && schema.items?.type === 'string') return 'lines'
  const properties = Object.values(schema.properties ?? {})
  const isFlat = properties.every((one) => one.type !== 'object' && one.type !== 'array')
  return properties.length > 0 && properties.length <= GROUP_MAX && isFlat ? 'group' : 'json'
}

/** The value as it is typed. */
export function toText(control: Control, value: unknown): string {
  if (value === undefined || value === null) return ''
  if (control === 'lines' && Array.isArray(value)) return value.join('\n')
  if (control === 'json') return JSON.stringify(value, null, 2)
  return typeof value === 'object'
    ? JSON.stringify(value)
    : String(value as string | number | boolean)
}

/** What was typed, as the setting holds it; undefined for nothing, null where it is no JSON. */
export function fromText(control: Control, text: string): unknown {
  if (text.trim() === '') return undefined
  if (control === 'lines')
    return text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
  if (control === 'number') {
    const number = Number(text)
    return Number.isNaN(number) ? text : number
  }
  if (control === 'json') return parseJson(text)
  return text
}

/** A bare expression such as `{{ nodes.a.output }}` is a text; other words need no quotes either. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return /^\s*[[{](?!\{)/.test(text) ? null : text
  }
}
