import type { TSchema } from 'typebox'

const DEPTH_MAX = 6
const FIELDS_MAX = 50
const ITEMS_MAX = 3
const TEXT_MAX = 64

interface Shape {
  type?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Shape[]
  items?: Shape
  properties?: Record<string, Shape>
}

/**
 * The form of a body without what it says: a value stays when the schema lists it, or is a switch
 * or an id; of a text its length is kept, of a number that it is one. Names that the schema does
 * not know are counted only, since a name may be a value too.
 */
export function outlineBody(value: unknown, schema: TSchema | undefined): unknown {
  return outline(value, schema === undefined ? [] : listAlternatives(schema as Shape), 0)
}

function outline(value: unknown, shapes: Shape[], depth: number): unknown {
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'string') return textOutline(value, shapes)
  if (typeof value !== 'object') return typeof value
  if (depth >= DEPTH_MAX) return Array.isArray(value) ? 'list' : 'object'
  if (Array.isArray(value)) return listOutline(value, shapes, depth)
  return objectOutline(value as Record<string, unknown>, shapes, depth)
}

function textOutline(text: string, shapes: Shape[]): string {
  const isListed = shapes.some((shape) => shape.enum?.includes(text) || shape.const === text)
  const isId = shapes.some(({ format }) => format === 'uuid')
  const isShown = isListed || (isId && /^[0-9a-f-]{36}$/i.test(text))
  return isShown ? text.slice(0, TEXT_MAX) : `text(${text.length})`
}

function listOutline(list: unknown[], shapes: Shape[], depth: number): unknown[] {
  const items = shapes.flatMap((shape) => (shape.items ? listAlternatives(shape.items) : []))
  const shown = list.slice(0, ITEMS_MAX).map((item) => outline(item, items, depth + 1))
  const left = list.length - shown.length
  return left > 0 ? [...shown, `${left} more`] : shown
}

function objectOutline(
  object: Record<string, unknown>,
  shapes: Shape[],
  depth: number,
): Record<string, unknown> {
  const known: Record<string, unknown> = {}
  let unknownCount = 0
  for (const [name, value] of Object.entries(object)) {
    const own = shapes.flatMap(({ properties }) =>
      properties && Object.hasOwn(properties, name) ? listAlternatives(properties[name]!) : [],
    )
    if (own.length === 0 || Object.keys(known).length >= FIELDS_MAX) unknownCount += 1
    else known[name] = outline(value, own, depth + 1)
  }
  return unknownCount === 0 ? known : { ...known, '(other fields)': unknownCount }
}

function listAlternatives(schema: Shape): Shape[] {
  return schema.anyOf ? schema.anyOf.flatMap(listAlternatives) : [schema]
}
