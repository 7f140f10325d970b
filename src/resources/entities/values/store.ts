import type { Override } from '../../../core/entities/resolve.ts'
import type { Context } from '../../../platform/context.ts'
import { sealedColumn } from '../../../platform/crypto/sealed-column.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { sql } from '../../../platform/db/sql.ts'
import { withRoutingNumbers } from '../../records/documents/account-numbers.ts'

const BOUND_TO = ['submission_id', 'entity', 'entity_index', 'attribute']

export const OVERRIDE_VALUE = sealedColumn({
  table: 'attribute_overrides',
  column: 'value_sealed',
  holds: 'an attribute’s value set by hand, which may be any identifier',
  place: 'attribute_overrides',
  boundTo: BOUND_TO,
})

export const OVERRIDE_IDENTITY = sealedColumn({
  table: 'attribute_overrides',
  column: 'identity_sealed',
  holds: 'the identity of the record that was overridden',
  place: 'attribute_overrides',
  boundTo: BOUND_TO,
  suffix: '/identity',
})

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
  const rows = await ctx.db.rows<StatedAccountRow & { routingSealed: string | null }>(sql`
    select a.id, a.institution_name, a.holder_names, a.last4, a.routing_sealed, a.type, a.currency,
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
  return withRoutingNumbers(ctx, rows, ({ id }) => id)
}

type Place = Pick<Override, 'entity' | 'entityIndex' | 'attribute'>

interface SealedOverride extends Omit<Override, 'value' | 'identity'> {
  valueSealed: string
  identitySealed: string | null
}

export async function listOverrides(ctx: Context, submissionId: string): Promise<Override[]> {
  const rows = await ctx.db.rows<SealedOverride>(sql`
    select entity, entity_index, attribute, value_sealed, identity_sealed, reason, actor_name, updated_at
    from attribute_overrides
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
    order by entity, entity_index, attribute`)
  return rows.map(({ valueSealed, identitySealed, ...row }) => {
    const ids = listKeyParts(submissionId, row)
    const value: unknown = JSON.parse(OVERRIDE_VALUE.at(ctx, ...ids).open(valueSealed))
    const identity =
      identitySealed === null
        ? {}
        : (JSON.parse(OVERRIDE_IDENTITY.at(ctx, ...ids).open(identitySealed)) as object)
    return { ...row, value, identity: identity as Override['identity'] }
  })
}

export async function upsertOverride(
  ctx: Context,
  submissionId: string,
  own: Omit<Override, 'updatedAt'> & { updatedAt: string | null },
): Promise<void> {
  const { entity, entityIndex, attribute, value, identity, reason, actorName, updatedAt } = own
  const ids = listKeyParts(submissionId, own)
  const sealed = OVERRIDE_VALUE.at(ctx, ...ids).seal(JSON.stringify(value))
  const identitySealed = OVERRIDE_IDENTITY.at(ctx, ...ids).seal(JSON.stringify(identity))
  await ctx.db.run(sql`
    insert into attribute_overrides (environment_id, id, submission_id, entity, entity_index, attribute,
      value_sealed, identity_sealed, reason, actor_name, updated_at)
    values (${ctx.environment.id}, ${randomUUIDv7()}, ${submissionId}, ${entity}, ${entityIndex}, ${attribute},
      ${sealed}, ${identitySealed}, ${reason}, ${actorName}, ${updatedAt ?? sql`now()`})
    on conflict (environment_id, submission_id, entity, entity_index, attribute) do update
    set value_sealed = excluded.value_sealed, identity_sealed = excluded.identity_sealed,
      reason = excluded.reason, actor_name = excluded.actor_name, updated_at = excluded.updated_at`)
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

function listKeyParts(
  submissionId: string,
  { entity, entityIndex, attribute }: Place,
): (string | number)[] {
  return [submissionId, entity, entityIndex, attribute]
}
