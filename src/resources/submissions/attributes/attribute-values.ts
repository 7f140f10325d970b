import { toSnake } from '../../../core/values/text.ts'
import { normalizeName } from '../duplicates/keys.ts'
import { jaroWinkler } from '../duplicates/similarity.ts'
import { ENTITIES, type Attribute, type Entity, type SourceType } from './registry.ts'

export interface Source {
  id: string | null
  type: SourceType
  documentId: string | null
  page: number | null
  bbox?: readonly number[] | null
}

export interface Candidate {
  value: unknown
  source: Source
  confidence: number
  at: string | null
}

/** What one source says of one thing: fields as the registry names them. */
export interface Statement {
  entity: Entity['name']
  entityIndex: number
  fields: object
  source: Source
  confidence: number
  at: string | null
}

export interface AttributeValue {
  id: string
  entity: { id: string; name: string; label: string }
  entityIndex: number
  attribute: { id: string; name: string; label: string; type: string }
  value: unknown
  rawValue: string | null
  status: 'resolved' | 'conflict' | 'missing' | 'overridden'
  confidence: number | null
  source: Source | null
  candidates: Candidate[]
  strategy: string
  isOverridden: boolean
  overriddenBy: string | null
  updatedAt: string | null
}

/** What a person said of one attribute; it stands over every source. */
export interface OverrideValue {
  entity: string
  entityIndex: number
  attribute: string
  value: unknown
  actorName: string
  updatedAt: string
}

/** What the client said stands before what a document prints; among documents the first one. */
const STRATEGY = 'application_first'

/**
 * Two prints of one name below this likeness contradict each other (formulas §7.2 uses the same
 * bound).
 */
const SAME_NAME = 0.85

/**
 * Every attribute of every thing that is spoken of, with the value that stands and where it comes
 * from. The company's attributes are listed whether known or not; so is what is missing.
 */
export function resolveAttributes(statements: readonly Statement[]): AttributeValue[] {
  return ENTITIES.flatMap((entity) => {
    const own = statements.filter((statement) => statement.entity === entity.name)
    const indexes = [...new Set(own.map(({ entityIndex }) => entityIndex))].toSorted(
      (a, b) => a - b,
    )
    return indexes.flatMap((index) =>
      entity.attributes.map((attribute) =>
        resolve(
          { entity, index, attribute },
          own.filter(({ entityIndex }) => entityIndex === index),
        ),
      ),
    )
  })
}

function resolve(
  place: { entity: Entity; index: number; attribute: Attribute },
  statements: readonly Statement[],
): AttributeValue {
  const { entity, index, attribute } = place
  const name = toSnake(attribute.field)
  const candidates = statements.flatMap((statement) => candidateOf(statement, attribute))
  const chosen = candidates[0]
  const isContradicted =
    chosen !== undefined && candidates.some(({ value }) => !agrees(value, chosen.value))
  return {
    id: `${entity.name}.${index}.${name}`,
    entity: { id: entity.name, name: entity.name, label: entity.label },
    entityIndex: index,
    attribute: { id: `${entity.name}.${name}`, name, label: attribute.label, type: attribute.type },
    value: chosen?.value ?? null,
    rawValue: typeof chosen?.value === 'string' ? chosen.value : null,
    status: chosen === undefined ? 'missing' : isContradicted ? 'conflict' : 'resolved',
    confidence: chosen?.confidence ?? null,
    source: chosen?.source ?? null,
    candidates,
    strategy: STRATEGY,
    isOverridden: false,
    overriddenBy: null,
    updatedAt: chosen?.at ?? null,
  }
}

/** The values with people's own over them; the sources' stay as candidates. */
export function withOverrides(
  values: readonly AttributeValue[],
  overrides: readonly OverrideValue[],
): AttributeValue[] {
  const own = new Map(
    overrides.map((each) => [`${each.entity}.${each.entityIndex}.${each.attribute}`, each]),
  )
  return values.map((value) => {
    const override = own.get(value.id)
    if (!override) return value
    return {
      ...value,
      value: override.value,
      rawValue: typeof override.value === 'string' ? override.value : null,
      status: 'overridden',
      confidence: 1,
      source: null,
      isOverridden: true,
      overriddenBy: override.actorName,
      updatedAt: override.updatedAt,
    }
  })
}

function candidateOf(
  { fields, source, confidence, at }: Statement,
  { field }: Attribute,
): Candidate[] {
  const value = (fields as Record<string, unknown>)[field]
  return value === null || value === undefined ? [] : [{ value, source, confidence, at }]
}

function agrees(left: unknown, right: unknown): boolean {
  if (typeof left !== 'string' || typeof right !== 'string')
    return JSON.stringify(left) === JSON.stringify(right)
  return jaroWinkler(normalizeName(left), normalizeName(right)) >= SAME_NAME
}
