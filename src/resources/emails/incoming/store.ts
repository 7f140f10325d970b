import type { Context, Environment, House, Mode } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { CompanyInfo } from '../../records/submissions/store.ts'

/** More than these are no match of one deal. */
const CANDIDATES_MAX = 50

/** Deals of businesses with one of these EINs, without those in the archive. */
export async function listByEin(
  ctx: Context,
  einBlinds: readonly string[],
): Promise<{ id: string }[]> {
  return ctx.db.rows<{ id: string }>(sql`
    select id from submissions
    where environment_id = ${ctx.environment.id} and ein_blind = any(${einBlinds}::text[])
      and status <> 'archived' limit 2`)
}

/** The newest deals that share a word of their name with a subject. */
export async function listByMatchKeys(
  ctx: Context,
  keys: readonly string[],
): Promise<{ id: string; companyInfo: CompanyInfo }[]> {
  return ctx.db.rows<{ id: string; companyInfo: CompanyInfo }>(sql`
    select id, company_info from submissions
    where environment_id = ${ctx.environment.id} and match_keys && ${keys}::text[]
      and status <> 'archived'
    order by created_at desc limit ${CANDIDATES_MAX}`)
}

/** Marks what was sent under these Message-IDs as undelivered; returns how many there were. */
export async function markBounced(ctx: Context, messageIds: readonly string[]): Promise<number> {
  return ctx.db.run(sql`
    update emails
    set status = 'bounced', updated_at = now(),
      error = jsonb_build_object('code', 'bounced', 'message', 'The mail could not be delivered.')
    where environment_id = ${ctx.environment.id} and direction = 'outbound' and status = 'sent'
      and message_id = any(${messageIds}::text[])`)
}

/** Whether the sender got a mail that nobody wrote within an hour. */
export async function hasRecentReply(ctx: Context, address: string): Promise<boolean> {
  const row = await ctx.db.row(sql`
    select id from emails
    where environment_id = ${ctx.environment.id} and direction = 'outbound' and is_automatic
      and created_at > now() - interval '1 hour'
      and recipients @> jsonb_build_object('to', jsonb_build_array(
        jsonb_build_object('address', ${address}::text)))
    limit 1`)
  return row !== null
}

/** Sets the address at which a mail service hands over mails; the one before no longer works. */
export async function putHook(ctx: Context, tokenHash: string): Promise<void> {
  await ctx.db.run(sql`
    insert into mail_hooks (environment_id, token_hash) values (${ctx.environment.id}, ${tokenHash})
    on conflict (environment_id) do update set token_hash = excluded.token_hash, created_at = excluded.created_at`)
}

interface FoundEnvironment {
  environmentId: string
  tenantId: string
  mode: Mode
}

/** The environment of such an address; null for none. */
export async function findEnvironmentOfHook(
  { database }: Pick<House, 'database'>,
  tokenHash: string,
): Promise<Environment | null> {
  const row = await database.withSystem((db) =>
    db.row<FoundEnvironment>(sql`select * from system_find_mail_hook(${tokenHash})`),
  )
  return row && { id: row.environmentId, tenantId: row.tenantId, mode: row.mode }
}
