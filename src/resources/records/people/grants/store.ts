import type { Role } from '../../../../core/values/access/roles.ts'
import type { Mode } from '../../../../platform/context.ts'
import { sql } from '../../../../platform/db/sql.ts'
import type { Db } from '../../../../platform/db/transaction.ts'

/** How long a program may act without being let in again. */
export const GRANT_DAYS = 30

/** Whom a program acts for: a person, in one organization, in one mode. */
export interface Account {
  userId: string
  tenantId: string
  mode: Mode
}

export interface NewGrant extends Account {
  id: string
  clientId: string
  clientName: string
  redirectHost: string
  scopes: readonly string[]
  sessionId: string
}

/** False where the person is no member any more, or the session is over. */
export async function insertGrant(db: Db, grant: NewGrant): Promise<boolean> {
  const row = await db.row<{ isDone: boolean }>(sql`
    select system_insert_oauth_grant(${grant.id}::uuid, ${grant.userId}::uuid, ${grant.tenantId}::uuid,
      ${grant.mode}, ${grant.clientId}, ${grant.clientName}, ${grant.redirectHost},
      ${[...grant.scopes]}, ${grant.sessionId}::uuid, ${GRANT_DAYS}::integer) as is_done`)
  return row!.isDone
}

export interface GrantHolder extends Account {
  clientName: string
  scopes: string[]
  role: Role
}

/** Null for a grant that has ended, or whose person or membership has. */
export function findGrant(
  db: Db,
  { id, isOfCode }: { id: string; isOfCode: boolean },
): Promise<GrantHolder | null> {
  return db.row(sql`select * from system_find_oauth_grant(${id}::uuid, ${isOfCode})`)
}

export interface ListedGrant {
  id: string
  userId: string
  userName: string
  clientId: string
  clientName: string
  redirectHost: string
  mode: string
  scopes: string[]
  createdAt: string
  expiresAt: string
  lastUsedAt: string | null
}

/** The newest first; of everybody in the organization where no person is named. */
export function listGrants(
  db: Db,
  { tenantId, userId }: { tenantId: string; userId: string | null },
): Promise<ListedGrant[]> {
  return db.rows(sql`select * from system_list_oauth_grants(${tenantId}::uuid, ${userId}::uuid)`)
}

/** Ends a grant and everything that was issued under it; false where there is none to end. */
export async function endGrant(
  db: Db,
  { id, tenantId, userId }: { id: string; tenantId: string | null; userId: string | null },
): Promise<boolean> {
  const row = await db.row<{ isDone: boolean }>(sql`
    select system_end_oauth_grant(${id}::uuid, ${tenantId}::uuid, ${userId}::uuid) as is_done`)
  return row!.isDone
}
