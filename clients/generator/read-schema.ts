/**
 * A type as the three languages can all write it. Bounds, formats and patterns are the server's to
 * check: a client that checked them too would refuse what a newer server accepts.
 */
export type TypeShape =
  | 'string'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'unknown'
  | 'file'
  | { enum: string[] }
  | { list: TypeShape }
  | { map: TypeShape }
  | { nullable: TypeShape }
  | { union: TypeShape[] }
  | { fields: FieldShape[] }
  | { ref: string }

export interface FieldShape {
  name: string
  type: TypeShape
  isOptional: boolean
  isDeprecated?: boolean
  description?: string
}

export interface Schema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  format?: string
  description?: string
  deprecated?: boolean
  $ref?: string
}

/** Follows `$ref`s of one document; what refers to nothing is a fault of the document. */
export function createResolver(document: object): <Node>(node: Node) => Node {
  return function resolve<Node>(node: Node): Node {
    const { $ref } = node as { $ref?: string }
    if ($ref === undefined) return node
    let target: unknown = document
    for (const key of $ref.split('/').slice(1)) target = (target as Record<string, unknown>)[key]
    if (target === undefined) throw new Error(`${$ref} leads nowhere`)
    // What stands beside a reference, such as a description, is of this place.
    const { $ref: _, ...own } = node as Record<string, unknown>
    return { ...(resolve(target) as object), ...own } as Node
  }
}

/** The type of a JSON schema; what no language could check is `unknown`. */
export function readSchema(given: Schema, resolve: <Node>(node: Node) => Node): TypeShape {
  const schema = resolve(given)
  const read = (one: Schema) => readSchema(one, resolve)
  if (schema.const !== undefined) return readEnum([schema.const])
  if (schema.enum) return readEnum(schema.enum)
  if (Array.isArray(schema.type)) {
    return unite(schema.type.map((type) => (type === 'null' ? null : read({ ...schema, type }))))
  }
  if (schema.allOf) return readAll(schema, read)
  const options = schema.anyOf ?? schema.oneOf
  if (options && !schema.properties) {
    return unite(options.map((one) => (resolve(one).type === 'null' ? null : read(one))))
  }
  if (schema.format === 'binary') return 'file'
  return readTyped(schema, { read, resolve })
}

interface Reader {
  read: (one: Schema) => TypeShape
  resolve: <Node>(node: Node) => Node
}

function readTyped(schema: Schema, reader: Reader): TypeShape {
  switch (schema.type) {
    case 'string':
    case 'integer':
    case 'number':
    case 'boolean':
      return schema.type
    case 'array':
      return { list: schema.items ? reader.read(schema.items) : 'unknown' }
    case 'object':
      return readObject(schema, reader)
    default:
      return schema.properties ? readObject(schema, reader) : 'unknown'
  }
}

function readObject(schema: Schema, { read, resolve }: Reader): TypeShape {
  const { properties = {}, required = [], additionalProperties } = schema
  if (Object.keys(properties).length === 0) {
    const isTyped = typeof additionalProperties === 'object'
    return { map: isTyped ? read(additionalProperties) : 'unknown' }
  }
  const fields = Object.entries(properties).map(([name, property]) => {
    const { deprecated, description } = resolve(property)
    return {
      name,
      type: read(property),
      isOptional: !required.includes(name),
      ...(deprecated ? { isDeprecated: true } : {}),
      ...(description ? { description } : {}),
    }
  })
  return { fields }
}

/** Conditions such as "one of these two" stay with the server; what is left are the fields. */
function readAll(schema: Schema, read: (one: Schema) => TypeShape): TypeShape {
  const { allOf = [], ...own } = schema
  const parts = [read(own), ...allOf.map(read)]
  const fields = parts.flatMap((one) =>
    typeof one === 'object' && 'fields' in one ? one.fields : [],
  )
  if (fields.length === 0) return parts.find((one) => one !== 'unknown') ?? 'unknown'
  const byName = new Map(fields.toReversed().map((field) => [field.name, field]))
  return { fields: [...byName.values()].toReversed() }
}

function readEnum(values: unknown[]): TypeShape {
  const isNullable = values.includes(null)
  const texts = values.filter((value) => typeof value === 'string')
  const others = values.filter((value) => typeof value === 'number' || typeof value === 'boolean')
  const kinds = [...new Set(others.map((value) => typeof value as 'number' | 'boolean'))]
  const types: TypeShape[] = texts.length > 0 ? [{ enum: texts }, ...kinds] : kinds
  return unite([...types, ...(isNullable ? [null] : [])])
}

/** A union without doubles; null stands around it. */
function unite(options: (TypeShape | null)[]): TypeShape {
  const flat = options.flatMap(flatten)
  const isNullable = flat.includes(null)
  const types = dropDoubles(flat.filter((one) => one !== null))
  const type: TypeShape =
    types.length === 0 || types.includes('unknown')
      ? 'unknown'
      : types.length === 1
        ? types[0]!
        : { union: types }
  return isNullable && type !== 'unknown' ? { nullable: type } : type
}

function flatten(type: TypeShape | null): (TypeShape | null)[] {
  if (type === null || typeof type === 'string') return [type]
  if ('nullable' in type) return [...flatten(type.nullable), null]
  return 'union' in type ? type.union : [type]
}

function dropDoubles(types: TypeShape[]): TypeShape[] {
  const isText = types.includes('string')
  const isNumber = types.includes('number')
  const kept = types.filter(
    (one) =>
      !(isText && typeof one === 'object' && 'enum' in one) && !(isNumber && one === 'integer'),
  )
  const enums = kept.flatMap((one) => (typeof one === 'object' && 'enum' in one ? one.enum : []))
  const others = kept.filter((one) => !(typeof one === 'object' && 'enum' in one))
  const all = enums.length > 0 ? [...others, { enum: [...new Set(enums)] }] : others
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()]
}
