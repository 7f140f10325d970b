import type { TSchema } from 'typebox'
import { toSnake } from '../../../core/values/text.ts'
import type { Route, Shapes } from '../../../platform/route.ts'
import { toTag } from '../tags.ts'
import { findExample } from './example.ts'
import { findField, UNITS, type FieldRow } from './table.ts'

/** What of a schema is read here. */
export interface Described {
  type?: string | string[]
  enum?: readonly unknown[]
  const?: unknown
  description?: string
  examples?: unknown[]
  anyOf?: Described[]
  items?: Described
  properties?: Record<string, Described>
  patternProperties?: Record<string, Described>
}

/**
 * The route with shapes whose fields have a description, a unit and an example, as the tables
 * beside this file have them: for documents, since a check needs none of it.
 */
export function describeRoute(declared: Route): Route {
  const shapes = Object.entries(declared.shapes).map(([name, shape]) => [
    name,
    describeSchema(shape as TSchema, getRoot(declared, name as keyof Shapes)),
  ])
  return { ...declared, shapes: Object.fromEntries(shapes) as Shapes }
}

/** Where the fields of a shape begin: `webhooks:body`, and `webhooks` for a response. */
export function getRoot(declared: Route, name: keyof Shapes): string {
  return name === 'returns' ? toTag(declared) : `${toTag(declared)}:${name}`
}

/** A schema with a description of each field. `root` is the tag that it belongs to. */
export function describeSchema(schema: TSchema, root: string): TSchema {
  return describeInner(schema as Described, [root]) as TSchema
}

function describeInner(schema: Described, chain: readonly string[]): Described {
  const { anyOf, items, properties, patternProperties } = schema
  return {
    ...schema,
    ...(anyOf && { anyOf: anyOf.map((option) => describeInner(option, chain)) }),
    // A tuple has a list of them; the description of the whole says what its places are.
    ...(items && !Array.isArray(items) && { items: describeInner(items, chain) }),
    ...(patternProperties && { patternProperties: describeEach(patternProperties, chain) }),
    ...(properties && { properties: describeFields(properties, chain) }),
  }
}

function describeEach(
  schemas: Record<string, Described>,
  chain: readonly string[],
): Record<string, Described> {
  return Object.fromEntries(
    Object.entries(schemas).map(([key, schema]) => [key, describeInner(schema, chain)]),
  )
}

function describeFields(
  properties: Record<string, Described>,
  chain: readonly string[],
): Record<string, Described> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const { own, inner } = extendChain(chain, name)
      return [name, { ...describeInner(schema, inner), ...noteField(schema, own) }]
    }),
  )
}

/** Where a field stands, and where those within it do: an envelope is no part of that. */
export function extendChain(
  chain: readonly string[],
  name: string,
): Record<'own' | 'inner', readonly string[]> {
  const own = [...chain, toField(name)]
  return { own, inner: name === 'data' && chain.length === 1 ? chain : own }
}

interface Notes {
  description?: string
  examples?: unknown[]
}

const NONE: FieldRow = { field: '', unit: null, description: '', null: null, example: null }

/** By schema and row: shapes are shared, and each stands at many fields. */
const notes = new WeakMap<Described, Map<FieldRow, Notes>>()

/** What a schema itself states comes before its row. */
function noteField(schema: Described, chain: readonly string[]): Notes {
  const row = findField(chain) ?? NONE
  const known = notes.get(schema) ?? new Map<FieldRow, Notes>()
  notes.set(schema, known)
  let own = known.get(row)
  if (!own) known.set(row, (own = writeNotes(schema, row)))
  return own
}

function writeNotes(schema: Described, row: FieldRow): Notes {
  const description = schema.description ?? writeDescription(schema, row)
  const example = findExample(schema, [row.example, UNITS[row.unit ?? '']?.example])
  return {
    ...(description && { description }),
    ...(example !== undefined && { examples: [example] }),
  }
}

/** Meaning, unit, and when it is null where it can be. */
function writeDescription(schema: Described, row: FieldRow): string {
  const note = UNITS[row.unit ?? '']?.note
  const absent = row.null && canBeNull(schema) ? `Null ${row.null}.` : ''
  return [row.description, note, absent].filter(Boolean).join(' ')
}

export function canBeNull({ type, anyOf = [] }: Described): boolean {
  return [type].flat().includes('null') || anyOf.some(canBeNull)
}

/** Grades are fields in capitals: `A` stays what it is. */
function toField(name: string): string {
  return name.length === 1 ? name : toSnake(name)
}
