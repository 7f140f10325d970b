import { roundHalfAway, toMajor, getExponent } from '../values/money.ts'
import type { Attribute, Entity, Source, Claim } from './entity.ts'
import { evaluate, parseExpression, type Name } from './expression.ts'
import {
  listCandidates,
  emptyThing,
  collectThings,
  getIdentity,
  findThing,
  type Thing,
} from './things.ts'
import { reconcile, type Candidate, type Origin } from './reconcile.ts'
import { toTyped } from './typed.ts'

/** The value that a person set for one attribute; it overrides every source. */
export interface Override {
  entity: string
  entityIndex: number
  attribute: string
  value: unknown
  /** What identified the thing at that time, so that it is found again after a new reading. */
  identity: Readonly<Record<string, unknown>>
  /** Why, in the person's words. */
  reason: string | null
  actorName: string
  updatedAt: string
}

export type ValueStatus = 'resolved' | 'conflict' | 'missing' | 'overridden'

/** One attribute of one thing with its value and the reason for it. */
export interface ResolvedValue {
  entity: Entity
  entityIndex: number
  attribute: Attribute
  value: unknown
  rawValue: string | null
  status: ValueStatus
  confidence: number | null
  source: Origin | null
  candidates: readonly Candidate[]
  /** It is an identifier, or one of its candidates is. */
  isSensitive: boolean
  override: Override | null
  updatedAt: string | null
}

/** A thing with what identifies it; overrides keep this. */
export interface ResolvedThing {
  entity: Entity
  index: number
  identity: Readonly<Record<string, unknown>>
  values: readonly ResolvedValue[]
}

/**
 * Every attribute of every thing of these entities, also the missing ones; an entity of one has its
 * thing even when nothing is known of it. The result does not depend on the order in which
 * expressions refer to each other; a circle of references has no value.
 */
export function resolveEntities(
  entities: readonly Entity[],
  claims: readonly Claim[],
  overrides: readonly Override[] = [],
): ResolvedThing[] {
  const placed = entities.map((entity) => {
    const things = collectThings(entity, claims)
    const thingOverrides = placeOverrides(
      entity,
      things,
      overrides.filter(({ entity: name }) => name === entity.name),
    )
    return { entity, things: things.toSorted((a, b) => a.index - b.index), thingOverrides }
  })
  const resolver = new Resolver(placed)
  return placed.flatMap(({ entity, things }) =>
    things.map((thing) => ({
      entity,
      index: thing.index,
      identity: Object.fromEntries(getIdentity(entity, thing.heard)),
      values: entity.attributes.map((attribute) => resolver.value(entity, thing, attribute)),
    })),
  )
}

interface Placed {
  entity: Entity
  things: Thing[]
  /** Overrides by thing and attribute. */
  thingOverrides: Map<Thing, Map<string, Override>>
}

/**
 * Finds the thing of each override: the one with the same identity, else the one at the same index
 * when it had no identity, else a new thing.
 */
function placeOverrides(
  entity: Entity,
  things: Thing[],
  overrides: readonly Override[],
): Placed['thingOverrides'] {
  const thingOverrides: Placed['thingOverrides'] = new Map()
  const claimed = [...things]
  for (const own of Map.groupBy(overrides, ({ entityIndex }) => entityIndex).values()) {
    const thing = findOverrideTarget(entity, { things, claimed }, own)
    const values = thingOverrides.get(thing) ?? new Map<string, Override>()
    for (const each of own) values.set(each.attribute, each)
    thingOverrides.set(thing, values)
  }
  return thingOverrides
}

function findOverrideTarget(
  entity: Entity,
  { things, claimed }: { things: Thing[]; claimed: readonly Thing[] },
  own: readonly Override[],
): Thing {
  if (entity.cardinality === 'one') return things[0]!
  const index = own[0]!.entityIndex
  const kept = new Map(own.flatMap(({ identity }) => Object.entries(identity)))
  const known = findThing(entity, claimed, kept)
  if (known) return known
  const there = things.find((thing) => thing.index === index)
  const isUnidentified = kept.size === 0 || entity.identityAttributes.length === 0
  if (there && isUnidentified) return there
  const free = there ? Math.max(...things.map((thing) => thing.index)) + 1 : index
  const made = emptyThing(free)
  things.push(made)
  return made
}

/** Resolves on demand, each value once, so that expressions find the values they refer to. */
class Resolver {
  private readonly placed: readonly Placed[]
  private readonly done = new Map<Thing, Map<string, ResolvedValue | null>>()

  constructor(placed: readonly Placed[]) {
    this.placed = placed
  }

  value(entity: Entity, thing: Thing, attribute: Attribute): ResolvedValue {
    const known = this.getDone(thing)
    const found = known.get(attribute.name)
    if (found) return found
    // Null while it is being resolved: a reference to it then is a circle.
    known.set(attribute.name, null)
    const resolved = this.resolve(entity, thing, attribute)
    known.set(attribute.name, resolved)
    return resolved
  }

  private getDone(thing: Thing): Map<string, ResolvedValue | null> {
    const known = this.done.get(thing) ?? new Map<string, ResolvedValue | null>()
    this.done.set(thing, known)
    return known
  }

  private resolve(entity: Entity, thing: Thing, attribute: Attribute): ResolvedValue {
    const candidates = [
      ...listCandidates(thing, attribute),
      ...attribute.sources.flatMap((source) => this.computed(source, { entity, thing, attribute })),
    ]
    const isSensitive = attribute.isPii || candidates.some((each) => each.isSensitive)
    const base = { entity, entityIndex: thing.index, attribute, candidates, isSensitive }
    const override = this.placed
      .find((each) => each.entity === entity)
      ?.thingOverrides.get(thing)
      ?.get(attribute.name)
    return override ? { ...base, ...fromPerson(override) } : { ...base, ...standing(base) }
  }

  /** The candidate of a source without claims: a fixed value, or an expression. */
  private computed(
    { id, type, config, isActive }: Source,
    place: { entity: Entity; thing: Thing; attribute: Attribute },
  ): Candidate[] {
    if (!isActive || (type !== 'static_value' && type !== 'expression')) return []
    const { attribute } = place
    const value =
      type === 'static_value' ? config.value : this.calculated(config.expression ?? '', place)
    if (value === null || value === undefined) return []
    const typed = toTyped(value, attribute)
    const source = { ...NOWHERE, id, type }
    return [
      {
        value: typed ?? value,
        raw: null,
        confidence: 1,
        at: null,
        source,
        currency: null,
        isUsable: typed !== undefined,
        isSensitive: attribute.isPii,
      },
    ]
  }

  private calculated(
    text: string,
    { entity, thing, attribute }: { entity: Entity; thing: Thing; attribute: Attribute },
  ): number | null {
    const parsed = parseExpression(text)
    if ('problem' in parsed) return null
    const all = (name: Name) => this.numbers(name, { entity, thing })
    const one = (name: Name) => {
      const found = all(name)
      return found.length === 1 ? found[0]! : null
    }
    const result = evaluate(parsed.expression, { one, all })
    if (result === null || attribute.type !== 'money') return result
    return toMajor(roundHalfAway(result * 10 ** getExponent('USD')))
  }

  /** The numbers of an attribute: of this thing, or of all things of a named entity. */
  private numbers(
    { entity: named, attribute: name }: Name,
    { entity, thing }: { entity: Entity; thing: Thing },
  ): (number | null)[] {
    const placed = this.placed.find((each) => each.entity.name === (named ?? entity.name))
    const attribute = placed?.entity.attributes.find((each) => each.name === name)
    if (!placed || !attribute) return [null]
    const things = named === null ? [thing] : placed.things
    return things.map((each) => {
      if (this.getDone(each).get(name) === null) return null
      const { value, status } = this.value(placed.entity, each, attribute)
      return typeof value === 'number' && status !== 'conflict' ? value : null
    })
  }
}

const NOWHERE: Origin = {
  id: null,
  type: 'user',
  documentId: null,
  page: null,
  bbox: null,
  enricher: null,
}

type Standing = Omit<
  ResolvedValue,
  'entity' | 'entityIndex' | 'attribute' | 'candidates' | 'isSensitive'
>

function fromPerson(override: Override): Standing {
  const { value, updatedAt } = override
  return {
    value,
    rawValue: null,
    status: 'overridden',
    confidence: 1,
    source: NOWHERE,
    override,
    updatedAt,
  }
}

function standing({
  attribute,
  candidates,
}: Pick<ResolvedValue, 'attribute' | 'candidates'>): Standing {
  const { value, chosen, confidence, isConflict } = reconcile(candidates, attribute)
  const status = isConflict ? 'conflict' : value === null ? 'missing' : 'resolved'
  const hasDefault = status === 'missing' && attribute.defaultValue !== null
  return {
    value: hasDefault ? attribute.defaultValue : value,
    rawValue: chosen?.raw ?? null,
    status: hasDefault ? 'resolved' : status,
    confidence,
    source: hasDefault ? { ...NOWHERE, type: 'static_value' } : (chosen?.source ?? null),
    override: null,
    updatedAt: latest(candidates),
  }
}

function latest(candidates: readonly Candidate[]): string | null {
  const times = candidates.flatMap(({ at }) => (at === null ? [] : [at]))
  return times.toSorted().at(-1) ?? null
}
