import { Value } from 'typebox/value'
import type { TSchema } from 'typebox'
import type { Described } from './describe.ts'

const BY_FORMAT: Readonly<Record<string, string>> = {
  uuid: '0199a2f4-5c1e-7b52-9d7e-2f6a4c1d8e90',
  date: '2025-09-30',
  'date-time': '2025-10-02T14:05:00.000Z',
  email: 'ops@example.com',
}

/**
 * An example of a text, a number, or a list of them: the first that its schema takes, else one of
 * its format. The values of an enum show themselves, and what has fields is shown by theirs.
 */
export function findExample(schema: Described, given: readonly unknown[]): unknown {
  if (!needsExample(schema)) return undefined
  const formats = listFormats(schema).map((format) => BY_FORMAT[format])
  const candidates = [...given, ...formats].flatMap((one) => [one, parseText(one), [one]])
  return candidates.find((one) => one !== undefined && fits(schema, one))
}

/** Whether a schema holds texts or numbers that no list of values shows. */
export function needsExample(schema: Described): boolean {
  if (schema.anyOf) return schema.anyOf.some(needsExample)
  if (schema.items) return !Array.isArray(schema.items) && needsExample(schema.items)
  if (schema.enum || schema.const !== undefined) return false
  return ['string', 'number', 'integer'].some((type) => [schema.type].flat().includes(type))
}

function fits(schema: Described, value: unknown): boolean {
  return value !== null && !hasHole(value) && Value.Check(schema as TSchema, value)
}

function hasHole(value: unknown): boolean {
  return Array.isArray(value) && value.some((one) => one === undefined || one === null)
}

function listFormats(schema: Described & { format?: string }): string[] {
  const inner = [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])]
  return [...(schema.format ? [schema.format] : []), ...inner.flatMap(listFormats)]
}

/** `["a"]` and `12.5` of a table are values; anything else is a text. */
function parseText(value: unknown): unknown {
  if (typeof value !== 'string') return undefined
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}
