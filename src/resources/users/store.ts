import type { Role } from '../../core/values/access/roles.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Db } from '../../platform/db/transaction.ts'

export interface Person {
  id: string
  email: string
  name: string
  /** Null until the person has chosen one. */
  passwordHash: string | null
  status: 'active' | 'disabled'
}

export interface Profile extends Person {
  locale: string | null
  passwordChangedAt: string | null
  createdAt: string
  lastLoginAt: string | null
}

/** An organization that a person belongs to. */
export interface Membership {
  tenantId: string
  tenantName: string
  role: Role
  liveId: string
  testId: string
}

/** An address is the same in every spelling of its letters. */
export function findUser(db: Db, email: string): Promise<Person | null> {
  return db.row(sql`select * from system_find_user(${email})`)
}

export function getUser(db: Db, id: string): Promise<Profile | null> {
  return db.row(sql`select * from system_get_user(${id}::uuid)`)
}

export interface ListedUser extends Omit<Profile, 'passwordHash' | 'locale' | 'passwordChangedAt'> {
  /** Null of who belongs to no organization. */
  tenantId: string | null
  role: Role | null
}

/** A row for each membership, and one for who has none. */
export function listUsers(db: Db): Promise<ListedUser[]> {
  return db.rows(sql`select * from system_list_users()`)
}

export async function insertUser(db: Db, user: Omit<Person, 'status'>): Promise<void> {
  const { id, email, name, passwordHash } = user
  await db.run(sql`select system_insert_user(${id}::uuid, ${email}, ${name}, ${passwordHash})`)
}

/** Ends every session of the person but the one that is kept. */
export async function setPassword(
  db: Db,
  { id, hash, keptSession }: { id: string; hash: string; keptSession: string | null },
): Promise<void> {
  await db.run(sql`select system_set_password(${id}::uuid, ${hash}, ${keptSession}::uuid)`)
}

export async function rehashPassword(db: Db, user: Person, hash: string): Promise<void> {
  await db.run(sql`select system_rehash_password(${user.id}::uuid, ${user.passwordHash}, ${hash})`)
}

/** Who changes a person waits for who changes them already, and reads what that one wrote. */
export async function holdUser(db: Db, id: string): Promise<void> {
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended('user ' || ${id}::text, 0))`)
}

export async function updateProfile(
  db: Db,
  { id, name, locale }: Pick<Profile, 'id' | 'name' | 'locale'>,
): Promise<void> {
  await db.run(sql`select system_update_profile(${id}::uuid, ${name}, ${locale})`)
}

/** Who is disabled has no session left. */
export async function setUserStatus(db: Db, id: string, status: Person['status']): Promise<void> {
  await db.run(sql`select system_set_user_status(${id}::uuid, ${status})`)
}

/** In the order in which the person joined. */
export function listMemberships(db: Db, userId: string): Promise<Membership[]> {
  return db.rows(sql`select * from system_list_memberships(${userId}::uuid)`)
}

interface NewMembership {
  tenantId: string
  userId: string
  role: Role
  /** For whom a person with the role of a broker acts. */
  brokerId?: string | null
  createdBy: string
}

/** Makes the person a member; a member's role stays as it is. */
export async function putMembership(
  db: Db,
  { tenantId, userId, role, brokerId = null, createdBy }: NewMembership,
): Promise<void> {
  await db.run(sql`
    select system_put_membership(${tenantId}::uuid, ${userId}::uuid, ${role}, ${createdBy},
      ${brokerId}::uuid)`)
}

/** Whether anybody owns an organization of this copy. */
export async function hasOwner(db: Db): Promise<boolean> {
  const row = await db.row<{ has: boolean }>(sql`select system_has_owner() as has`)
  return row!.has
}

/** Names the organization of a first start and makes its owner; false where there is an owner. */
export async function setUpOrganization(
  db: Db,
  { tenantId, name, userId }: { tenantId: string; name: string; userId: string },
): Promise<boolean> {
  const row = await db.row<{ done: boolean }>(
    sql`select system_set_up(${tenantId}::uuid, ${name}, ${userId}::uuid) as done`,
  )
  return row!.done
}

export function findTenant(db: Db, id: string): Promise<{ id: string; name: string } | null> {
  return db.row(sql`select * from system_find_tenant(${id}::uuid)`)
}

/** An invitation that can be accepted now. */
export interface OpenInvitation {
  id: string
  tenantId: string
  tenantName: string
  email: string
  role: Role
  brokerId: string | null
  liveId: string
}

export function findOpenInvitation(db: Db, tokenHash: string): Promise<OpenInvitation | null> {
  return db.row(sql`select * from system_find_invitation(${tokenHash})`)
}

/** Whether this call was the one that used it. */
export async function useInvitation(db: Db, id: string): Promise<boolean> {
  const row = await db.row<{ used: boolean }>(
    sql`select system_accept_invitation(${id}::uuid) as used`,
  )
  return row!.used
}
