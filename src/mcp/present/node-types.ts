import type { Json } from './trim.ts'

interface Schema {
  type?: string
  enum?: Json[]
  items?: Schema
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
}

interface NodeType {
  type: string
  category: string
  description: string
  config_schema: Schema
  output_schema: Schema
  output_ports: string[]
  requires: string[]
  is_runnable: boolean
}

/** More types than one category has: then only the names of what each takes fit. */
const DETAILED_MAX = 15
const ENUM_MAX = 8
const WORDS: Readonly<Record<string, string>> = { string: 'text', integer: 'whole number' }

/**
 * The types of nodes that can run, in a line each: a JSON schema of each would cost a model more
 * than the rest of its work.
 */
export function shortenNodeTypes(data: Json): Json {
  const types = (data as unknown as NodeType[]).filter((one) => one.is_runnable)
  const isDetailed = types.length <= DETAILED_MAX
  return types.map(({ type, description, config_schema, output_schema, ...rest }) => ({
    type,
    ...(isDetailed ? { does: description } : { category: rest.category }),
    config: listFields(config_schema, isDetailed ? 2 : 0),
    ports: rest.output_ports.join(' '),
    ...(isDetailed ? { output: listFields(output_schema, 0), requires: rest.requires } : {}),
  }))
}

/** `amount: number, direction?: inflow|outflow`, or `amount, direction?` at no depth. */
function listFields({ properties = {}, required = [] }: Schema, depth: number): string {
  return Object.entries(properties)
    .map(([name, field]) => {
      const mark = required.includes(name) ? '' : '?'
      return depth === 0 ? name + mark : `${name}${mark}: ${describe(field, depth - 1)}`
    })
    .join(', ')
}

function describe(schema: Schema, depth: number): string {
  const { type = 'any', enum: values, items, anyOf, properties } = schema
  if (values !== undefined) return listValues(values)
  if (anyOf !== undefined) return anyOf.map((one) => describe(one, depth)).join('|')
  if (type === 'array') return `[${describe(items ?? {}, depth)}]`
  if (properties !== undefined) return `{${listFields(schema, depth)}}`
  return WORDS[type] ?? type
}

function listValues(values: readonly Json[]): string {
  const rest = values.length > ENUM_MAX ? '|…' : ''
  return values.slice(0, ENUM_MAX).map(String).join('|') + rest
}
