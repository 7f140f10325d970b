import type { Credential } from '../../../../core/values/access/actor.ts'
import type { House, Mode } from '../../../../platform/context.ts'
import { formatKeyHint } from '../../../../platform/crypto/api-key.ts'
import { mintAccessToken } from '../../../../platform/crypto/access-token.ts'
import { sql } from '../../../../platform/db/sql.ts'
import type { Db } from '../../../../platform/db/transaction.ts'

export interface NewAccessToken {
  /** The session of a person, or the grant that a person gave to a program. */
  credential: Credential & { kind: 'session' | 'grant' }
  userId: string
  tenantId: string
  mode: Mode
  /** `*` for whatever the role has. */
  scopes: readonly string[]
  client: { id: string; name: string } | null
  seconds: number
}

export interface IssuedAccessToken {
  token: string
  expiresAt: string
}

/** A token that is shown now and never again; null for whoever is no member of the organization. */
export async function issueAccessToken(
  house: Pick<House, 'apiKeys'>,
  db: Db,
  wanted: NewAccessToken,
): Promise<IssuedAccessToken | null> {
  const token = mintAccessToken(wanted.mode)
  const expiresAt = await insertAccessToken(house, db, { ...wanted, token })
  return expiresAt === null ? null : { token, expiresAt }
}

/** The same for a token that was made before; returns when it expires. */
export async function insertAccessToken(
  { apiKeys }: Pick<House, 'apiKeys'>,
  db: Db,
  { token, credential, client, ...rest }: NewAccessToken & { token: string },
): Promise<string | null> {
  const row = await db.row<{ expiresAt: string | null }>(sql`
    select system_insert_access_token(${apiKeys.hash(token)}, ${credential.kind}, ${credential.id},
      ${rest.userId}, ${rest.tenantId}, ${rest.mode}, ${formatKeyHint(token)}, ${[...rest.scopes]},
      ${client?.id ?? null}, ${client?.name ?? null}, ${rest.seconds}::integer) as expires_at`)
  return row!.expiresAt
}

/**
 * Ends every token of a session or a grant, or the one that is named; here with the commit, in
 * other processes within a second. Returns how many they were.
 */
export async function revokeAccessTokens(
  house: Pick<House, 'apiKeys' | 'forgetApiKeys'>,
  db: Db,
  { credentialId, token }: { credentialId: string; token?: string },
): Promise<number> {
  const hash = token === undefined ? null : house.apiKeys.hash(token)
  const row = await db.row<{ count: number }>(
    sql`select system_revoke_access_tokens(${credentialId}, ${hash}) as count`,
  )
  db.afterCommit(house.forgetApiKeys)
  return row!.count
}
