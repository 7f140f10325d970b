import type { TSchema } from 'typebox'
import type { RouteOutline } from '../src/mcp/catalogue.ts'
import type { Shape } from '../src/mcp/tools/declare.ts'
import { TOOLS } from '../src/mcp/tools/index.ts'
import type { Route } from '../src/platform/route.ts'
import { ROUTES } from '../src/resources/index.ts'

/** A list of more values costs more than it helps; a refusal names the nearest one. */
const ENUM_MAX = 16
const DEPTH_MAX = 2

interface JsonSchema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
}

/** The outlines of the routes that tools pick from, as `src/mcp/routes.json` keeps them. */
export function outlineRoutes(): Record<string, RouteOutline> {
  const wanted = new Set(TOOLS.flatMap(({ endpoint, confirms }) => [endpoint, confirms]))
  const served = ROUTES.filter(({ endpoint }) => wanted.has(endpoint))
  return Object.fromEntries(served.map((declared) => [declared.endpoint, outline(declared)]))
}

function outline({ shapes }: Route): RouteOutline {
  return {
    path: readFields(shapes.params),
    query: readFields(shapes.query),
    body: readFields(shapes.body),
    required: [
      ...listRequired(shapes.params),
      ...listRequired(shapes.query),
      ...listRequired(shapes.body),
    ],
  }
}

function readFields(schema: TSchema | undefined): Record<string, Shape> {
  const { properties = {} } = toPlain(schema)
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, trim(field, 0)]),
  )
}

function listRequired(schema: TSchema | undefined): readonly string[] {
  return toPlain(schema).required ?? []
}

function toPlain(schema: TSchema | undefined): JsonSchema {
  return schema === undefined ? {} : (schema as JsonSchema)
}

function trim(schema: JsonSchema, depth: number): Shape {
  const options = schema.anyOf?.filter(({ type }) => type !== 'null')
  if (options?.length === 1) return trim(options[0]!, depth)
  if (options !== undefined) return {}
  const type = [schema.type].flat().find((name) => name !== 'null' && name !== undefined)
  const listed = schema.enum?.filter((value) => value !== null)
  if (listed !== undefined) {
    return { type: 'string', ...(listed.length <= ENUM_MAX ? { enum: listed } : {}) }
  }
  if (type === 'array') return { type, ...trimItems(schema, depth) }
  if (type === 'object') return { type, ...trimFields(schema, depth) }
  return type === undefined ? {} : { type }
}

function trimItems({ items }: JsonSchema, depth: number): Shape {
  const shape = items === undefined || depth >= DEPTH_MAX ? {} : trim(items, depth + 1)
  return Object.keys(shape).length === 0 ? {} : { items: shape }
}

function trimFields({ properties, required = [] }: JsonSchema, depth: number): Shape {
  if (properties === undefined || depth >= DEPTH_MAX) return {}
  const fields = Object.entries(properties).map(([name, field]) => [name, trim(field, depth + 1)])
  return { properties: Object.fromEntries(fields), ...(required.length > 0 ? { required } : {}) }
}
