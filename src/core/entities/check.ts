import type { Attribute, Entity } from './entity.ts'
import { parseExpression, singleNames, type Name } from './expression.ts'

const NUMERIC: readonly Attribute['type'][] = ['integer', 'number', 'decimal', 'money']

/** An attribute by the entity's name and its own. */
interface Place {
  entity: Entity
  attribute: Attribute
}

/**
 * The first problem in the expressions of these entities, in one sentence: a syntax error, an
 * unknown name, a name that is no number, one value expected of many things, or a circle. Null when
 * all of them can be computed.
 */
export function expressionProblem(entities: readonly Entity[]): string | null {
  const edges = new Map<string, string[]>()
  const stated = entities.flatMap((entity) =>
    entity.attributes.flatMap((attribute) =>
      listExpressions(attribute).map((text) => ({ text, place: { entity, attribute } })),
    ),
  )
  for (const { text, place } of stated) {
    const name = qualifyName(place)
    const checked = check(text, place, entities)
    if ('problem' in checked) return `The expression of ${name}: ${checked.problem}.`
    edges.set(name, [...(edges.get(name) ?? []), ...checked.names])
  }
  const circle = circleIn(edges)
  return circle && `The expressions of ${circle.join(', ')} refer to each other in a circle.`
}

function listExpressions({ sources }: Attribute): string[] {
  return sources.flatMap(({ type, config }) =>
    type === 'expression' ? [config.expression ?? ''] : [],
  )
}

function check(
  text: string,
  { entity, attribute }: Place,
  entities: readonly Entity[],
): { names: string[] } | { problem: string } {
  if (!NUMERIC.includes(attribute.type) || attribute.isList)
    return { problem: `its result is a number, but the attribute is ${attribute.type}` }
  const parsed = parseExpression(text)
  if ('problem' in parsed) return parsed
  const names: string[] = []
  for (const name of parsed.names) {
    const found = find(name, entity, entities)
    const qualifiedName = name.entity === null ? name.attribute : `${name.entity}.${name.attribute}`
    if (!found) return { problem: `${qualifiedName} is not an attribute` }
    if (!NUMERIC.includes(found.attribute.type) || found.attribute.isList)
      return { problem: `${qualifiedName} is not a number` }
    names.push(qualifyName(found))
  }
  const several = singleNames(parsed.expression).find(
    (name) => name.entity !== null && find(name, entity, entities)?.entity.cardinality === 'many',
  )
  return several
    ? { problem: `${several.entity}.${several.attribute} has many values; use sum, min or max` }
    : { names }
}

function find(name: Name, own: Entity, entities: readonly Entity[]): Place | null {
  const entity = name.entity === null ? own : entities.find((each) => each.name === name.entity)
  const attribute = entity?.attributes.find((each) => each.name === name.attribute)
  return entity && attribute ? { entity, attribute } : null
}

function qualifyName({ entity, attribute }: Place): string {
  return `${entity.name}.${attribute.name}`
}

/** Names that lead back to themselves; null when none do. */
function circleIn(edges: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>()
  const walk = (name: string, path: readonly string[]): string[] | null => {
    if (path.includes(name)) return path.slice(path.indexOf(name))
    if (done.has(name)) return null
    for (const next of edges.get(name) ?? []) {
      const circle = walk(next, [...path, name])
      if (circle) return circle
    }
    done.add(name)
    return null
  }
  for (const name of edges.keys()) {
    const circle = walk(name, [])
    if (circle) return circle
  }
  return null
}
