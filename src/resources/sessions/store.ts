import type { Role } from '../../core/values/access/roles.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Mode } from '../../platform/context.ts'
import type { Db } from '../../platform/db/transaction.ts'

/** A session that holds now. */
export interface Session {
  id: string
  userId: string
  email: string
  name: string
  /** The organization that the person works in; null until it is chosen, or after leaving it. */
  tenantId: string | null
  tenantName: string | null
  role: Role | null
  mode: Mode | null
  /** The live environment of the organization. */
  liveId: string | null
  /** Whether a second factor must still be shown. */
  needsMfa: boolean
  /** When the password or a factor was shown last, and whether that was within ten minutes. */
  verifiedAt: string
  isRecent: boolean
  createdAt: string
}

export interface NewSession {
  id: string
  userId: string
  secretHash: string
  tenantId: string | null
  ip: string
  userAgent: string | null
  hasMfa: boolean
}

export async function insertSession(db: Db, session: NewSession): Promise<void> {
  const { id, userId, secretHash, tenantId, ip, userAgent, hasMfa } = session
  const mode = tenantId === null ? null : 'test'
  await db.run(sql`
    select system_insert_session(${id}::uuid, ${userId}::uuid, ${secretHash}, ${tenantId}::uuid, ${mode},
      ${ip}, ${userAgent}, ${hasMfa})`)
}

/** Null for one that has ended, was idle for half an hour or is twelve hours old. */
export function findSessionByHash(db: Db, secretHash: string): Promise<Session | null> {
  return db.row(sql`select * from system_find_session(${secretHash})`)
}

/** Gives the session another secret; the old one opens nothing any more. */
export async function raiseSession(
  db: Db,
  { id, secretHash, byFactor }: { id: string; secretHash: string; byFactor: boolean },
): Promise<void> {
  await db.run(sql`select system_raise_session(${id}::uuid, ${secretHash}, ${byFactor})`)
}

export async function chooseTenant(
  db: Db,
  { id, tenantId, mode }: { id: string; tenantId: string; mode: Mode },
): Promise<void> {
  await db.run(sql`select system_choose_tenant(${id}::uuid, ${tenantId}::uuid, ${mode})`)
}

export interface ListedSession {
  id: string
  userId: string
  email: string
  ip: string | null
  userAgent: string | null
  createdAt: string
  lastSeenAt: string
}

/** Of a person, of the members of an organization, or of a member. */
export function listSessions(
  db: Db,
  { userId, tenantId }: { userId: string | null; tenantId: string | null },
): Promise<ListedSession[]> {
  return db.rows(sql`select * from system_list_sessions(${userId}::uuid, ${tenantId}::uuid)`)
}

/** Ends one session of a person, or all but one; how many there were. */
export async function revokeSessions(
  db: Db,
  { userId, id, kept }: { userId: string; id: string | null; kept: string | null },
): Promise<number> {
  const row = await db.row<{ count: string }>(
    sql`select system_revoke_sessions(${userId}::uuid, ${id}::uuid, ${kept}::uuid) as count`,
  )
  return Number(row!.count)
}

/** Whether the person has shown the password or a factor within ten minutes. */
export async function isRecent(db: Db, id: string, userId: string): Promise<boolean> {
  const row = await db.row<{ recent: boolean }>(
    sql`select system_is_recent(${id}::uuid, ${userId}::uuid) as recent`,
  )
  return row!.recent
}

/** The session in which a factor was confirmed has shown it. */
export async function markFactorShown(db: Db, id: string): Promise<void> {
  await db.run(sql`select system_mark_mfa(${id}::uuid)`)
}
