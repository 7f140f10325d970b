import type { Context } from '../../../platform/context.ts'
import { inserted, sql } from '../../../platform/db/sql.ts'

/** Where the ids of a provider stand. */
export interface ProviderRecords {
  submissionId: string
  provider: string
  /** Of rows that come by a link; each link is a source of its own. */
  link?: { id: string; itemId: string | null; name: string }
}

/** The accounts that a provider means by its ids, and what they were merged into. */
export async function listProviderAccounts(
  ctx: Context,
  { submissionId, provider }: ProviderRecords,
): Promise<Map<string, string>> {
  const rows = await ctx.db.rows<{ externalId: string; id: string }>(sql`
    select p.external_id, coalesce(a.merged_into, a.id) as id
    from provider_accounts p
    join accounts a on a.environment_id = p.environment_id and a.id = p.account_id
    where p.environment_id = ${ctx.environment.id} and p.submission_id = ${submissionId}
      and p.provider = ${provider}`)
  return new Map(rows.map(({ externalId, id }) => [externalId, id]))
}

export async function insertProviderAccount(
  ctx: Context,
  { submissionId, provider }: ProviderRecords,
  { externalId, accountId }: { externalId: string; accountId: string },
): Promise<void> {
  await ctx.db.run(sql`
    insert into provider_accounts (environment_id, submission_id, provider, external_id, account_id)
    values (${ctx.environment.id}, ${submissionId}, ${provider}, ${externalId}, ${accountId})
    on conflict do nothing`)
}

export interface KnownAccount {
  id: string
  last4: string | null
  currency: string
  institutionName: string | null
}

export async function listAccounts(ctx: Context, submissionId: string): Promise<KnownAccount[]> {
  return ctx.db.rows<KnownAccount>(sql`
    select id, last4, currency, institution_name from accounts
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and merged_into is null`)
}

export type ProviderChange = 'modified' | 'removed'

/** What a provider changed or took back of these rows. */
export async function listChanges(
  ctx: Context,
  { submissionId, provider }: ProviderRecords,
  externalIds: readonly string[],
): Promise<Map<string, ProviderChange>> {
  const rows = await ctx.db.rows<{ externalId: string; change: ProviderChange }>(sql`
    select external_id, change from provider_changes
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and provider = ${provider} and external_id = any (${externalIds}::text[])`)
  return new Map(rows.map(({ externalId, change }) => [externalId, change]))
}

/** A row that was taken back stays so, whatever is heard of it later. */
export async function upsertChanges(
  ctx: Context,
  { submissionId, provider }: ProviderRecords,
  { externalIds, change }: { externalIds: readonly string[]; change: ProviderChange },
): Promise<void> {
  if (externalIds.length === 0) return
  await ctx.db.run(sql`
    insert into provider_changes as c (environment_id, submission_id, provider, external_id, change)
    select ${ctx.environment.id}, ${submissionId}, ${provider}, id, ${change}
    from unnest(${[...new Set(externalIds)]}::text[]) as id
    on conflict (environment_id, submission_id, provider, external_id) do update
    set change = excluded.change where c.change <> 'removed'`)
}

export async function deleteChanges(
  ctx: Context,
  { submissionId, provider }: ProviderRecords,
  externalIds: readonly string[],
): Promise<void> {
  await ctx.db.run(sql`
    delete from provider_changes
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and provider = ${provider} and external_id = any (${externalIds}::text[])`)
}

/** Deletes rows of the provider by their ids; returns how many there were. */
export async function deleteRows(
  ctx: Context,
  { submissionId, provider }: ProviderRecords,
  externalIds: readonly string[],
): Promise<number> {
  if (externalIds.length === 0) return 0
  const rows = await ctx.db.rows<{ id: string }>(sql`
    delete from transactions
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and source = ${provider} and external_id = any (${externalIds}::text[])
    returning id`)
  return rows.length
}

/** Deletes the provider's rows of these accounts but those with these ids; returns how many. */
export async function deleteOtherRows(
  ctx: Context,
  { submissionId, provider }: ProviderRecords,
  { accountIds, keptIds }: { accountIds: readonly string[]; keptIds: readonly string[] },
): Promise<number> {
  const rows = await ctx.db.rows<{ id: string }>(sql`
    delete from transactions
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and source = ${provider} and account_id = any (${accountIds}::uuid[])
      and not external_id = any (${keptIds}::text[])
    returning id`)
  return rows.length
}

export interface ProviderSource {
  id: string
  status: string
}

export async function findSource(
  ctx: Context,
  { submissionId, provider, link }: ProviderRecords,
): Promise<ProviderSource | null> {
  const which = link
    ? sql`type = 'integration_link' and link_id = ${link.id}`
    : sql`type = 'api' and provider = ${provider}`
  return ctx.db.row<ProviderSource>(sql`
    select id, status from data_sources
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId} and ${which}`)
}

export async function insertSource(
  ctx: Context,
  { submissionId, provider, link }: ProviderRecords,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const kind = link
    ? { type: 'integration_link', link_id: link.id, external_id: link.itemId }
    : { type: 'api' }
  const row = { id, submission_id: submissionId, provider, name, ...kind }
  await ctx.db.run(
    sql`insert into data_sources ${inserted({ environment_id: ctx.environment.id, ...row })}`,
  )
}

export async function updateSynced(ctx: Context, id: string): Promise<void> {
  await ctx.db.run(sql`
    update data_sources
    set last_synced_at = now(), status = 'active', error = null, updated_at = now()
    where environment_id = ${ctx.environment.id} and id = ${id}`)
}

/** Deletes a period of a source that is stated anew; its document counts one less. */
export async function deletePeriod(
  ctx: Context,
  dataSourceId: string,
  period: { accountId: string; startDate: string | null; endDate: string | null },
): Promise<void> {
  const { id: environmentId } = ctx.environment
  await ctx.db.run(sql`
    with gone as (
      delete from statements
      where environment_id = ${environmentId} and data_source_id = ${dataSourceId}
        and account_id = ${period.accountId} and start_date is not distinct from ${period.startDate}
        and end_date is not distinct from ${period.endDate}
      returning document_id)
    update documents d
    set statements_count = d.statements_count - n.count, updated_at = now()
    from (select document_id, count(*)::integer as count from gone group by document_id) n
    where d.environment_id = ${environmentId} and d.id = n.document_id`)
}

/** The document of a payload that came before with the same bytes. */
export async function findPayload(
  ctx: Context,
  submissionId: string,
  sha256: string,
): Promise<string | null> {
  const row = await ctx.db.row<{ id: string }>(sql`
    select id from documents
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and sha256 = ${sha256} and source = 'provider'
    order by created_at, id limit 1`)
  return row?.id ?? null
}

/** Where the next statement of the document stands. */
export async function findNextIndex(ctx: Context, documentId: string): Promise<number> {
  const row = await ctx.db.row<{ index: number }>(sql`
    select coalesce(max(index) + 1, 0) as index from statements
    where environment_id = ${ctx.environment.id} and document_id = ${documentId}`)
  return row!.index
}
