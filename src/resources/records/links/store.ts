import type { Context } from '../../../platform/context.ts'
import { inserted, joinConditions, json, sql } from '../../../platform/db/sql.ts'

/** The links of a submission or of an integration, or one of them. */
export interface AccessFilter {
  submissionId?: string
  integrationId?: string
  linkId?: string
}

export interface AccessRow {
  linkId: string
  integrationId: string
  provider: string
  externalItemId: string | null
  baseUrl: string
  accessTokenSealed: string
  credentialsSealed: string
}

/** Links that a provider knows: neither invented ones nor those that nobody has finished. */
export async function listAccess(ctx: Context, filter: AccessFilter): Promise<AccessRow[]> {
  const { submissionId, integrationId, linkId } = filter
  return ctx.db.rows<AccessRow>(sql`
    select l.id as link_id, l.integration_id, l.provider, l.external_item_id,
      i.config ->> 'base_url' as base_url, l.access_token_sealed, i.credentials_sealed
    from links l
    join integrations i on i.environment_id = l.environment_id and i.id = l.integration_id
    where l.environment_id = ${ctx.environment.id} and l.access_token_sealed is not null
      and l.external_item_id is not null and i.credentials_sealed is not null
      and not i.is_synthetic and ${joinConditions([
        submissionId && sql`l.submission_id = ${submissionId}`,
        integrationId && sql`l.integration_id = ${integrationId}`,
        linkId && sql`l.id = ${linkId}`,
      ])}
    order by l.id`)
}

interface NewRemoval {
  id: string
  provider: string
  externalItemId: string | null
  accessSealed: string
}

export async function insertRemoval(ctx: Context, removal: NewRemoval): Promise<void> {
  const row = {
    id: removal.id,
    provider: removal.provider,
    external_item_id: removal.externalItemId,
    access_sealed: removal.accessSealed,
    status: 'queued',
  }
  await ctx.db.run(sql`insert into item_removals
    ${inserted({ environment_id: ctx.environment.id, ...row })}`)
}

interface RemovalRow {
  provider: string
  accessSealed: string
}

/** Null when it is done, or given up. */
export async function findRemoval(ctx: Context, id: string): Promise<RemovalRow | null> {
  return ctx.db.row<RemovalRow>(sql`
    select provider, access_sealed from item_removals
    where environment_id = ${ctx.environment.id} and id = ${id} and access_sealed is not null`)
}

export async function deleteRemoval(ctx: Context, id: string): Promise<void> {
  await ctx.db.run(sql`
    delete from item_removals where environment_id = ${ctx.environment.id} and id = ${id}`)
}

/** Notes how the last attempt ended; with the end of all attempts the secrets go. */
export async function updateRemoval(
  ctx: Context,
  id: string,
  { error, isOver }: { error: object; isOver: boolean },
): Promise<void> {
  await ctx.db.run(sql`
    update item_removals
    set error = ${json(error)}, status = case when ${isOver} then 'failed' else status end,
      access_sealed = case when ${isOver} then null else access_sealed end
    where environment_id = ${ctx.environment.id} and id = ${id}`)
}
