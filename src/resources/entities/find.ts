import { didYouMean } from '../../core/values/text.ts'
import type { Context } from '../../platform/context.ts'
import { slicePage } from '../../platform/db/page.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { listBody, parsePage } from '../../platform/wire/list-query.ts'
import {
  listEntities,
  type AttributeRecord,
  type EntityRecord,
  type SourceRecord,
} from './in-force.ts'
import type { EntityQuery } from './schemas.ts'

/** An entity by its id or name. Throws `entity_not_found`. */
export async function getEntity(ctx: Context, ref: string): Promise<EntityRecord> {
  const wanted = ref.toLowerCase()
  const found = (await listEntities(ctx)).find(({ id, name }) => id === wanted || name === wanted)
  if (!found) throw new ApiError('entity_not_found')
  return found
}

/** An attribute of the entity by its id or name. Throws `attribute_not_found`. */
export function getAttribute(entity: EntityRecord, ref: string): AttributeRecord {
  const wanted = ref.toLowerCase()
  const found = entity.attributes.find(({ id, name }) => id === wanted || name === wanted)
  if (!found) throw new ApiError('attribute_not_found')
  return found
}

/**
 * The entities of these names, all of them for none. Throws `invalid_parameter` with the nearest
 * name for one that is not there.
 */
export async function entitiesNamed(
  ctx: Context,
  names: readonly string[] | undefined,
  param: string,
): Promise<EntityRecord[]> {
  const entities = await listEntities(ctx)
  if (names === undefined) return entities
  const unknown = names.find((name) => !entities.some((each) => each.name === name))
  if (unknown === undefined) return entities.filter(({ name }) => names.includes(name))
  const known = entities.map(({ name }) => name)
  const hint = didYouMean(unknown, known)
  throw new ApiError('invalid_parameter', `${param}: ${unknown} is no entity.${hint}`, { param })
}

/** The entities a query selects, in their order. */
export async function listMatching(ctx: Context, query: EntityQuery): Promise<object> {
  const { isBuiltin, q, expand = [] } = query
  const page = parsePage(ctx, query, ['order'])
  const selected = (await listEntities(ctx)).filter(
    (each) =>
      (isBuiltin === undefined || each.isBuiltin === isBuiltin) &&
      (q === undefined || toSearchText(each).includes(q.toLowerCase())),
  )
  const show = (each: EntityRecord) => {
    const { attributes, ...entity } = presentEntity(each)
    return expand.includes('attributes') ? { ...entity, attributes } : entity
  }
  return listBody(slicePage(selected, page, ctx.house.cursors), show)
}

export function presentEntity(entity: EntityRecord) {
  return {
    ...entity,
    attributes: entity.attributes.map(presentAttribute),
    attributesCount: entity.attributes.length,
  }
}

export function presentAttribute(attribute: AttributeRecord) {
  return {
    ...attribute,
    reconciliationStrategy: attribute.strategy,
    sources: attribute.sources.map((source) => presentSource(attribute, source)),
  }
}

export function presentSource({ id, entityId }: AttributeRecord, source: SourceRecord) {
  return { ...source, entityId, attributeId: id }
}

function toSearchText({ name, label, description }: EntityRecord): string {
  return [name, label, description].join('\n').toLowerCase()
}
