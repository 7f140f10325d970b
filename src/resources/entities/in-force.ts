import { BUILTIN_ENTITIES } from '../../core/entities/builtin/index.ts'
import type { Attribute, Entity, Source } from '../../core/entities/entity.ts'
import type { Context } from '../../platform/context.ts'
import { derivedId } from '../../platform/crypto/derived-id.ts'
import {
  listAttributeRows,
  listEntityRows,
  listSourceRows,
  type AttributeRow,
  type EntityRow,
  type SourceRow,
} from './store.ts'

/** Null for what is built in and was never changed here. */
interface Times {
  createdAt: string | null
  updatedAt: string | null
}

export interface SourceRecord extends Source {
  createdAt: string | null
}

export interface AttributeRecord extends Attribute, Times {
  entityId: string
  isBuiltin: boolean
  sources: readonly SourceRecord[]
}

export interface EntityRecord extends Entity, Times {
  isBuiltin: boolean
  attributes: readonly AttributeRecord[]
}

interface Rows {
  attributes: Map<string, AttributeRow[]>
  sources: Map<string, SourceRow[]>
}

/** Every entity as the tenant sees it: built-in ones under its layers, and its own, in order. */
export async function listEntities(ctx: Context): Promise<EntityRecord[]> {
  const entities = await listEntityRows(ctx)
  const rows = {
    attributes: Map.groupBy(await listAttributeRows(ctx), ({ entityId }) => entityId),
    sources: Map.groupBy(await listSourceRows(ctx), ({ attributeId }) => attributeId),
  }
  const layers = new Map(entities.filter((row) => row.isBuiltin).map((row) => [row.name, row]))
  const own = entities.filter((row) => !row.isBuiltin)
  return [
    ...BUILTIN_ENTITIES.map((each) => layered(each, layers.get(each.name), rows)),
    ...own.map((row) => ownEntity(row, rows)),
  ].toSorted((a, b) => a.order - b.order)
}

function layered(builtin: Entity, layer: EntityRow | undefined, rows: Rows): EntityRecord {
  const id = derivedId('entity', builtin.id)
  const own = rows.attributes.get(id) ?? []
  const layers = new Map(own.filter((row) => row.isBuiltin).map((row) => [row.name, row]))
  const attributes = builtin.attributes.map((attribute): AttributeRecord => {
    const attributeId = derivedId('entity-attribute', attribute.id)
    const over = layers.get(attribute.name)
    return {
      ...attribute,
      ...over?.body,
      id: attributeId,
      entityId: id,
      isBuiltin: true,
      sources: inOrder([
        ...attribute.sources.map((source) => ({
          ...source,
          id: derivedId('attribute-source', source.id),
          createdAt: null,
        })),
        ...listSources(attributeId, rows),
      ]),
      createdAt: over?.createdAt ?? null,
      updatedAt: over?.updatedAt ?? null,
    }
  })
  return {
    ...builtin,
    ...layer?.body,
    id,
    isBuiltin: true,
    attributes: inOrder([
      ...attributes,
      ...own.filter((row) => !row.isBuiltin).map((row) => ownAttribute(row, rows)),
    ]),
    createdAt: layer?.createdAt ?? null,
    updatedAt: layer?.updatedAt ?? null,
  }
}

/** Where a tenant's own stands that says no order: behind what is built in. */
export const LAST_ORDER = 1000

function ownEntity({ body, ...row }: EntityRow, rows: Rows): EntityRecord {
  return {
    description: '',
    cardinality: 'one',
    identityAttributes: [],
    order: LAST_ORDER,
    label: row.name,
    ...body,
    ...row,
    attributes: inOrder(
      (rows.attributes.get(row.id) ?? []).map((attribute) => ownAttribute(attribute, rows)),
    ),
  }
}

function ownAttribute({ body, ...row }: AttributeRow, rows: Rows): AttributeRecord {
  return {
    label: row.name,
    description: '',
    type: 'string',
    enum: [],
    pattern: null,
    isRequired: false,
    isPii: false,
    isList: false,
    order: LAST_ORDER,
    strategy: 'first_by_order',
    tolerance: null,
    postProcessors: [],
    crmField: null,
    defaultValue: null,
    ...body,
    ...row,
    sources: inOrder(listSources(row.id, rows)),
  }
}

function listSources(attributeId: string, { sources }: Rows): SourceRecord[] {
  return (sources.get(attributeId) ?? []).map(({ id, body, createdAt }) => ({
    ...body,
    id,
    isBuiltin: false,
    createdAt,
  }))
}

/** By order; of equals the older one first. */
function inOrder<Item extends { order: number }>(items: readonly Item[]): Item[] {
  return items.toSorted((a, b) => a.order - b.order)
}
