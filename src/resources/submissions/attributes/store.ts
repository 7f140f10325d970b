import type { Context } from '../../../platform/context.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { sql } from '../../../platform/db/sql.ts'

export interface StatedAccountRow {
  id: string
  institutionName: string | null
  holderNames: string[]
  last4: string | null
  routingNumber: string | null
  type: string
  currency: string
  createdAt: string
  /** The document with the account's latest statement; null for accounts the client gave. */
  documentId: string | null
  page: number | null
}

export async function listStatedAccounts(
  ctx: Context,
  submissionId: string,
): Promise<StatedAccountRow[]> {
  return ctx.db.rows<StatedAccountRow>(sql`
    select a.id, a.institution_name, a.holder_names, a.last4, a.routing_number, a.type, a.currency,
      a.created_at, s.document_id, s.page_start as page
    from accounts a
    left join lateral (
      select document_id, page_start from statements
      where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
        and account_id = a.id
      order by end_date desc nulls last, id limit 1) s on true
    where a.environment_id = ${ctx.environment.id} and a.submission_id = ${submissionId}
      and a.merged_into is null
    order by a.created_at, a.id`)
}

/** What a person said of one attribute. */
export interface Override {
  entity: string
  entityIndex: number
  attribute: string
  value: unknown
  reason: string | null
  actorName: string
  updatedAt: string
}

type Place = Pick<Override, 'entity' | 'entityIndex' | 'attribute'>

export async function listOverrides(ctx: Context, submissionId: string): Promise<Override[]> {
  const rows = await ctx.db.rows<Omit<Override, 'value'> & { valueSealed: string }>(sql`
    select entity, entity_index, attribute, value_sealed, reason, actor_name, updated_at
    from attribute_overrides
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
    order by entity, entity_index, attribute`)
  return rows.map(({ valueSealed, ...row }) => {
    const text = ctx.house.keyRing.open(valueSealed, placeOf(ctx, submissionId, row))
    return { ...row, value: JSON.parse(text) as unknown }
  })
}

export async function upsertOverride(
  ctx: Context,
  submissionId: string,
  own: Place & { value: unknown; reason: string | null },
): Promise<void> {
  const { entity, entityIndex, attribute, value, reason } = own
  const sealed = ctx.house.keyRing.seal(JSON.stringify(value), placeOf(ctx, submissionId, own))
  await ctx.db.run(sql`
    insert into attribute_overrides (environment_id, id, submission_id, entity, entity_index, attribute,
      value_sealed, reason, actor_name)
    values (${ctx.environment.id}, ${randomUUIDv7()}, ${submissionId}, ${entity}, ${entityIndex}, ${attribute},
      ${sealed}, ${reason}, ${ctx.actor.name})
    on conflict (environment_id, submission_id, entity, entity_index, attribute) do update
    set value_sealed = excluded.value_sealed, reason = excluded.reason, actor_name = excluded.actor_name,
      updated_at = now()`)
}

export async function deleteOverride(
  ctx: Context,
  submissionId: string,
  { entity, entityIndex, attribute }: Place,
): Promise<void> {
  await ctx.db.run(sql`
    delete from attribute_overrides
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and entity = ${entity} and entity_index = ${entityIndex} and attribute = ${attribute}`)
}

function placeOf(
  { environment }: Context,
  submissionId: string,
  { entity, entityIndex, attribute }: Place,
): string {
  return `attribute_overrides/${environment.id}/${submissionId}/${entity}/${entityIndex}/${attribute}`
}
