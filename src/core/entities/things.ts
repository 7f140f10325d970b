import { mayBeSame } from './agree.ts'
import type { Attribute, Entity, Fact, Source, Claim } from './entity.ts'
import { postProcess } from './post-process.ts'
import type { Candidate } from './reconcile.ts'
import { toTyped } from './typed.ts'

/** A candidate with the place of its source among those of the attribute. */
interface PlacedCandidate {
  candidate: Candidate
  order: number
}

/** One thing of an entity, with the candidates of each of its attributes. */
export interface Thing {
  index: number
  groups: Set<string>
  heard: Map<string, PlacedCandidate[]>
}

/**
 * The things that the claims are of, in order of first claim. All claims of an entity of one are of
 * the same thing; of an entity of many, a claim joins the thing whose identity it may share, if
 * there is exactly one.
 */
export function collectThings(entity: Entity, claims: readonly Claim[]): Thing[] {
  const things: Thing[] = entity.cardinality === 'one' ? [emptyThing(0)] : []
  for (const claim of claims) {
    const heard = readClaim(entity, claim)
    if (heard.size === 0) continue
    const thing =
      entity.cardinality === 'one'
        ? things[0]!
        : ensureThing(entity, things, { heard, group: claim.group })
    thing.groups.add(claim.group)
    for (const [name, entries] of heard) {
      thing.heard.set(name, [...(thing.heard.get(name) ?? []), ...entries])
    }
  }
  return things
}

/** The candidates of an attribute of a thing, in the order of the attribute's sources. */
export function listCandidates(thing: Thing, attribute: Attribute): Candidate[] {
  const heard = thing.heard.get(attribute.name) ?? []
  return heard.toSorted((a, b) => a.order - b.order).map(({ candidate }) => candidate)
}

export function emptyThing(index: number): Thing {
  return { index, groups: new Set(), heard: new Map() }
}

/** The one thing that may have these identifying values; null for none or several. */
export function findThing(
  entity: Entity,
  things: readonly Thing[],
  identity: ReadonlyMap<string, unknown>,
): Thing | null {
  const [first] = entity.identityAttributes
  if (first === undefined || !identity.has(first)) return null
  const possible = things.filter((thing) => {
    const own = getIdentity(entity, thing.heard)
    if (!own.has(first)) return false
    return entity.identityAttributes.every(
      (name) =>
        !own.has(name) || !identity.has(name) || mayBeSame(own.get(name), identity.get(name)),
    )
  })
  return possible.length === 1 ? possible[0]! : null
}

/** The known identifying values of a thing. */
export function getIdentity(
  { identityAttributes }: Entity,
  heard: ReadonlyMap<string, readonly PlacedCandidate[]>,
): Map<string, unknown> {
  return new Map(
    identityAttributes.flatMap((name): [string, unknown][] => {
      const usable = heard.get(name)?.find(({ candidate }) => candidate.isUsable)
      return usable ? [[name, usable.candidate.value]] : []
    }),
  )
}

function ensureThing(
  entity: Entity,
  things: Thing[],
  { heard, group }: { heard: Map<string, PlacedCandidate[]>; group: string },
): Thing {
  const open = things.filter(({ groups }) => !groups.has(group))
  const known = findThing(entity, open, getIdentity(entity, heard))
  if (known) return known
  const made = emptyThing(things.length)
  things.push(made)
  return made
}

function readClaim(entity: Entity, claim: Claim): Map<string, PlacedCandidate[]> {
  const heard = new Map<string, PlacedCandidate[]>()
  for (const attribute of entity.attributes) {
    const entries = attribute.sources.flatMap((source, order): PlacedCandidate[] => {
      const fact = factFor(source, claim)
      return fact ? [{ candidate: toCandidate(fact, { attribute, source, claim }), order }] : []
    })
    if (entries.length > 0) heard.set(attribute.name, entries)
  }
  return heard
}

/** The fact of the claim that this source reads. */
function factFor(source: Source, claim: Claim): Fact | null {
  const { isActive, minConfidence } = source
  const { type, of } = getClaimKind(source)
  if (!isActive || type !== claim.type || of !== claim.of) return null
  const fact = claim.facts[getFactKey(source)]
  if (!fact || fact.value === null || fact.value === undefined) return null
  return fact.confidence >= minConfidence ? fact : null
}

/** The claims that a source reads; an ISO application is a parsed document. */
function getClaimKind({ type, config }: Source): Pick<Claim, 'type' | 'of'> {
  if (type === 'iso_application') return { type: 'parsed_document', of: type }
  return { type, of: config.documentClass ?? config.enricher ?? null }
}

/** The name under which a source finds its fact. */
export function getFactKey({ config }: Pick<Source, 'config'>): string {
  const { field, path, metric, dateRange } = config
  if (metric !== undefined) return dateRange === undefined ? metric : `${metric}@${dateRange}`
  return field ?? path ?? ''
}

function toCandidate(
  fact: Fact,
  from: { attribute: Attribute; source: Source; claim: Claim },
): Candidate {
  const { attribute, source, claim } = from
  const steps = [...source.postProcessors, ...attribute.postProcessors]
  const typed = toTyped(postProcess(fact.value, steps), attribute)
  return {
    value: typed === undefined ? fact.value : typed,
    raw: fact.raw ?? (typeof fact.value === 'string' ? fact.value : null),
    confidence: fact.confidence,
    at: claim.at,
    source: {
      id: claim.originId,
      type: source.type,
      documentId: claim.documentId,
      page: fact.page,
      bbox: fact.box,
      enricher: claim.type === 'enricher' ? claim.of : null,
    },
    currency: attribute.type === 'money' ? fact.currency : null,
    isUsable: typed !== undefined,
    isSensitive: attribute.isPii || fact.isSensitive,
  }
}
