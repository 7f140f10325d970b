import type { FieldShape, TypeShape } from './read-schema.ts'
import { pascalCase, singular } from './words.ts'

/** A type with a name: an object, or a set of strings to which newer servers may add. */
export interface NamedType {
  name: string
  /** The resource in whose file it stands: the first that has it. */
  resource: string
  fields?: FieldShape[]
  values?: string[]
}

export interface TypeRegistry {
  /** The type with every object and enum in it named; `name` is for the outermost object. */
  register(type: TypeShape, name: string, resource: string): TypeShape
  /** A type of its own, also when another one has the same shape. */
  define(fields: FieldShape[], name: string, resource: string): string
  /** One type for two shapes: the short one is the long one without what may be absent. */
  merge(short: TypeShape, long: TypeShape, named: { name: string; resource: string }): void
  list(): NamedType[]
  /** How often each shape was met, for the names of a second pass. */
  uses: ReadonlyMap<string, number>
}

/**
 * Gives each distinct shape one name, after where it is met first: `ScorecardSection` is the section
 * of a scorecard. Two shapes that want the same name differ by the resource or a number.
 */
export function createTypeRegistry(uses: ReadonlyMap<string, number> = new Map()): TypeRegistry {
  const counted = new Map<string, number>()
  const byShape = new Map<string, string>()
  const byName = new Map<string, NamedType>()

  function add(shape: string, wanted: string, rest: Omit<NamedType, 'name'>): TypeShape {
    const known = byShape.get(shape)
    if (known !== undefined) return { ref: known }
    const name = findFree(wanted, rest.values ? 'Value' : 'Result', byName)
    byShape.set(shape, name)
    byName.set(name, { name, ...rest })
    return { ref: name }
  }

  function register(type: TypeShape, name: string, resource: string): TypeShape {
    if (typeof type === 'object' && ('fields' in type || 'enum' in type))
      counted.set(toKey(type), (counted.get(toKey(type)) ?? 0) + 1)
    if (typeof type === 'string' || 'ref' in type) return type
    if ('enum' in type) return add(toKey(type), name, { resource, values: type.enum })
    if ('list' in type) return { list: register(type.list, singular(name), resource) }
    if ('map' in type) return { map: register(type.map, `${name}Value`, resource) }
    if ('nullable' in type) return { nullable: register(type.nullable, name, resource) }
    if ('union' in type) return { union: type.union.map((one) => register(one, name, resource)) }
    return registerObject(type.fields, name, resource)
  }

  function registerObject(given: FieldShape[], name: string, resource: string): TypeShape {
    const key = toKey({ fields: given })
    const known = byShape.get(key)
    if (known !== undefined) return { ref: known }
    // Reserved before its parts, so that the whole has the short name and the parts the longer ones.
    const reference = add(key, name, { resource, fields: [] }) as { ref: string }
    fill(reference.ref, given, resource)
    return reference
  }

  function fill(name: string, fields: FieldShape[], resource: string): void {
    byName.get(name)!.fields = fields.map((field) => ({
      ...field,
      type: register(field.type, nameField(field, name, resource), resource),
    }))
  }

  /** What several types have is named after the resource, what one has after that one. */
  function nameField({ name, type }: FieldShape, owner: string, resource: string): string {
    const isShared = (uses.get(toKey(findCore(type))) ?? 0) > 1
    return `${isShared ? pascalCase(singular(resource)) : owner}${pascalCase(name)}`
  }

  function define(fields: FieldShape[], wanted: string, resource: string): string {
    const name = findFree(wanted, 'Result', byName)
    byName.set(name, { name, resource, fields: [] })
    fill(name, fields, resource)
    return name
  }

  function merge(
    short: TypeShape,
    long: TypeShape,
    named: { name: string; resource: string },
  ): void {
    const { ref } = register(long, named.name, named.resource) as { ref: string }
    byShape.set(toKey(short), ref)
  }

  return { register, define, merge, list: () => [...byName.values()], uses: counted }
}

/** The shape within lists, maps and null. */
function findCore(type: TypeShape): TypeShape {
  if (typeof type === 'string') return type
  if ('list' in type) return findCore(type.list)
  if ('map' in type) return findCore(type.map)
  return 'nullable' in type ? findCore(type.nullable) : type
}

/** What the clients have of their own, written by hand. */
const OWN_NAMES = new Set(
  `Client Error ErrorKind FieldError File FileContent Iterator NoParams OneOrMore Option Page RateLimit
  RequestOption Response ServerSentEvent Stream VerifyOptions WebhookEvent`.split(/\s+/),
)

function findFree(name: string, suffix: string, taken: ReadonlyMap<string, unknown>): string {
  if (!taken.has(name) && !OWN_NAMES.has(name)) return name
  if (!taken.has(name + suffix)) return name + suffix
  let number = 2
  while (taken.has(`${name}${number}`)) number += 1
  return `${name}${number}`
}

/** A shape without its words: the same thing described twice is one type. */
function toKey(type: TypeShape): string {
  return JSON.stringify(type, (key, value: unknown) => (key === 'description' ? undefined : value))
}
