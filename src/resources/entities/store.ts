import type { Attribute, Entity, Source } from '../../core/entities/entity.ts'
import type { Context } from '../../platform/context.ts'
import { randomUUIDv7 } from '../../platform/crypto/tokens.ts'
import { json, sql } from '../../platform/db/sql.ts'

/** What a row says: everything of a tenant's own, only what it sets for a layer. */
export type EntityBody = Partial<
  Pick<Entity, 'label' | 'description' | 'cardinality' | 'identityAttributes' | 'order'>
>
export type AttributeBody = Partial<Omit<Attribute, 'id' | 'name' | 'sources'>>
export type SourceBody = Omit<Source, 'id' | 'isBuiltin'>

interface Row<Body> {
  id: string
  name: string
  isBuiltin: boolean
  body: Body
  createdAt: string
  updatedAt: string
}

export type EntityRow = Row<EntityBody>
export interface AttributeRow extends Row<AttributeBody> {
  entityId: string
}
export interface SourceRow {
  id: string
  attributeId: string
  body: SourceBody
  createdAt: string
}

export async function listEntityRows(ctx: Context): Promise<EntityRow[]> {
  return ctx.db.rows<EntityRow>(sql`
    select id, name, is_builtin, body, created_at, updated_at from entities
    where environment_id = ${ctx.environment.id} order by name`)
}

export async function listAttributeRows(ctx: Context): Promise<AttributeRow[]> {
  return ctx.db.rows<AttributeRow>(sql`
    select id, entity_id, name, is_builtin, body, created_at, updated_at from entity_attributes
    where environment_id = ${ctx.environment.id} order by created_at, id`)
}

export async function listSourceRows(ctx: Context): Promise<SourceRow[]> {
  return ctx.db.rows<SourceRow>(sql`
    select id, attribute_id, body, created_at from attribute_sources
    where environment_id = ${ctx.environment.id} order by created_at, id`)
}

/** Makes the row, or changes the fields of its body that are given. */
export async function upsertEntity(
  ctx: Context,
  own: { id: string; name: string; isBuiltin: boolean; body: EntityBody },
): Promise<void> {
  const { id, name, isBuiltin, body } = own
  await ctx.db.run(sql`
    insert into entities (environment_id, id, name, is_builtin, body)
    values (${ctx.environment.id}, ${id}, ${name}, ${isBuiltin}, ${json(body)}::jsonb)
    on conflict (environment_id, id) do update
    set body = entities.body || excluded.body, updated_at = excluded.updated_at`)
}

/** Its attributes and their sources go with it. */
export async function deleteEntity(ctx: Context, id: string): Promise<void> {
  await ctx.db.run(sql`
    delete from entities where environment_id = ${ctx.environment.id} and id = ${id}`)
}

/** Makes the row, or changes the fields of its body that are given. */
export async function upsertAttribute(
  ctx: Context,
  own: { id: string; entityId: string; name: string; isBuiltin: boolean; body: AttributeBody },
): Promise<void> {
  const { id, entityId, name, isBuiltin, body } = own
  await ctx.db.run(sql`
    insert into entity_attributes (environment_id, id, entity_id, name, is_builtin, body)
    values (${ctx.environment.id}, ${id}, ${entityId}, ${name}, ${isBuiltin}, ${json(body)}::jsonb)
    on conflict (environment_id, id) do update
    set body = entity_attributes.body || excluded.body, updated_at = excluded.updated_at`)
}

export async function deleteAttribute(ctx: Context, id: string): Promise<void> {
  await ctx.db.run(sql`
    delete from entity_attributes where environment_id = ${ctx.environment.id} and id = ${id}`)
}

export async function insertSource(
  ctx: Context,
  { attributeId, body }: { attributeId: string; body: SourceBody },
): Promise<string> {
  const id = randomUUIDv7()
  await ctx.db.run(sql`
    insert into attribute_sources (environment_id, id, attribute_id, body)
    values (${ctx.environment.id}, ${id}, ${attributeId}, ${json(body)}::jsonb)`)
  return id
}

export async function deleteSources(ctx: Context, attributeId: string): Promise<void> {
  await ctx.db.run(sql`
    delete from attribute_sources
    where environment_id = ${ctx.environment.id} and attribute_id = ${attributeId}`)
}

/** How many values people set of an entity, or of one attribute of it. */
export async function countOverrides(
  ctx: Context,
  { entity, attribute }: { entity: string; attribute: string | null },
): Promise<number> {
  const row = await ctx.db.row<{ count: number }>(sql`
    select count(*) as count from attribute_overrides
    where environment_id = ${ctx.environment.id} and entity = ${entity}
      and (${attribute}::text is null or attribute = ${attribute})`)
  return row!.count
}

/** Runs a part of the transaction; when it throws, what it wrote is taken back before. */
export async function attempt<T>(ctx: Context, work: () => Promise<T>): Promise<T> {
  await ctx.db.run(sql`savepoint attempt`)
  try {
    const result = await work()
    await ctx.db.run(sql`release savepoint attempt`)
    return result
  } catch (error) {
    await ctx.db.run(sql`rollback to savepoint attempt`)
    throw error
  }
}
