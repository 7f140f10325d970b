/** One field of the form of an app, as its JSON Schema has it. */
export interface SchemaField {
  name: string
  label: string
  note: string | undefined
  kind: 'text' | 'secret' | 'number' | 'check' | 'choice' | 'list'
  options: readonly string[]
  isRequired: boolean
}

interface Property {
  title?: string
  description?: string
  type?: string
  format?: string
  enum?: unknown[]
  anyOf?: Property[]
  const?: unknown
  writeOnly?: boolean
  items?: Property
}

interface Schema {
  properties?: Record<string, Property>
  required?: string[]
}

/** The fields of a form, those that are required first. */
export function readFields(schema: Record<string, unknown>): SchemaField[] {
  const { properties = {}, required = [] } = schema as Schema
  const fields = Object.entries(properties).map(([name, property]) => ({
    name,
    label: property.title ?? toLabel(name),
    note: property.description,
    kind: toKind(property),
    options: listOptions(property.type === 'array' ? (property.items ?? {}) : property),
    isRequired: required.includes(name),
  }))
  return fields.toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired))
}

function toLabel(name: string): string {
  const text = name.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function listOptions({ enum: values, anyOf }: Property): string[] {
  return (values ?? anyOf?.map((one) => one.const) ?? []).filter(
    (value): value is string => typeof value === 'string',
  )
}

function toKind(property: Property): SchemaField['kind'] {
  if (property.writeOnly) return 'secret'
  if (property.type === 'boolean') return 'check'
  if (property.type === 'number' || property.type === 'integer') return 'number'
  if (property.type === 'array') return 'list'
  return listOptions(property).length > 0 ? 'choice' : 'text'
}

/** What was filled in, as the API takes it; what is empty is left out. */
export function toConfig(
  fields: readonly SchemaField[],
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const given = fields.map(({ name, kind }) => [name, toValue(kind, values[name])] as const)
  return Object.fromEntries(given.filter(([, value]) => value !== undefined))
}

function toValue(kind: SchemaField['kind'], value: unknown): unknown {
  if (value === undefined || value === '') return undefined
  if (kind === 'number') return Number(value)
  if (kind === 'list' && typeof value === 'string')
    return value
      .split(/[\n,]+/)
      .map((one) => one.trim())
      .filter(Boolean)
  return value
}
