import { toAddressToken } from '../../../core/mail/token.ts'
import type { Context, Environment, House, Mode } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/sql.ts'

/** What an address stands for: a deal, a broker, or with neither the whole environment. */
export interface AddressOwner {
  submissionId: string | null
  brokerId: string | null
}

export interface MailAddressRow extends AddressOwner {
  token: string
}

/** The same for the same owner at any time; it says nothing of its id. */
export function computeToken(
  { house, environment }: Pick<Context, 'house' | 'environment'>,
  { submissionId, brokerId }: AddressOwner,
): string {
  const hash = house.blindIndex.of(`mail ${submissionId} ${brokerId}`, environment.id)
  return toAddressToken(Buffer.from(hash, 'base64url'))
}

/** `deal+k3x9q2mh7ap@in.acme.example`; null where the operator takes no mail in. */
export function toMailAddress(
  { config }: Pick<House, 'config'>,
  { token, submissionId }: Omit<MailAddressRow, 'brokerId'>,
): string | null {
  const domain = config.inboundMailDomain
  if (domain === null) return null
  return `${submissionId === null ? 'deals' : 'deal'}+${token}@${domain}`
}

/** The token of an owner, which takes mails from the commit on. */
export async function openAddress(ctx: Context, owner: AddressOwner): Promise<string> {
  const token = computeToken(ctx, owner)
  const { submissionId, brokerId } = owner
  await ctx.db.run(sql`
    insert into mail_addresses (environment_id, tag, submission_id, broker_id)
    values (${ctx.environment.id}, ${token}, ${submissionId}, ${brokerId})
    on conflict do nothing`)
  return token
}

/** The owners of tokens of this environment. */
export async function findAddresses(
  ctx: Context,
  tokens: readonly string[],
): Promise<MailAddressRow[]> {
  return ctx.db.rows<MailAddressRow>(sql`
    select tag as token, submission_id, broker_id from mail_addresses
    where environment_id = ${ctx.environment.id} and tag = any(${tokens}::text[])`)
}

interface FoundEnvironment {
  environmentId: string
  tenantId: string
  mode: Mode
}

/** The environment whose address has the token; null for no address. */
export async function findEnvironmentOfToken(
  { database }: Pick<House, 'database'>,
  token: string,
): Promise<Environment | null> {
  const row = await database.withSystem((db) =>
    db.row<FoundEnvironment>(sql`select * from system_find_mail_address(${token})`),
  )
  return row && { id: row.environmentId, tenantId: row.tenantId, mode: row.mode }
}
