import { sql } from '../../platform/db/sql.ts'
import type { Db } from '../../platform/db/transaction.ts'
import type { Place } from './place.ts'

export interface Member extends Place {
  id: string
  email: string
  name: string
  status: 'active' | 'disabled'
  hasMfa: boolean
  createdAt: string
  lastLoginAt: string | null
}

export function listMembers(db: Db, tenantId: string): Promise<Member[]> {
  return db.rows(sql`select * from system_list_members(${tenantId}::uuid, null::uuid)`)
}

export function findMember(db: Db, tenantId: string, userId: string): Promise<Member | null> {
  return db.row(sql`select * from system_list_members(${tenantId}::uuid, ${userId}::uuid)`)
}

/** Null ends the membership. False for the last owner, who stays one. */
export async function changeMembership(
  db: Db,
  { tenantId, userId }: { tenantId: string; userId: string },
  place: Place | null,
): Promise<boolean> {
  const { role = null, brokerId = null } = place ?? {}
  const row = await db.row<{ done: boolean }>(sql`
    select system_change_membership(${tenantId}::uuid, ${userId}::uuid, ${role}, ${brokerId}::uuid)
      as done`)
  return row!.done
}

export interface Invitation extends Place {
  id: string
  email: string
  status: 'pending' | 'accepted' | 'revoked' | 'expired'
  createdAt: string
  expiresAt: string
  acceptedAt: string | null
}

export function listInvitations(db: Db, tenantId: string): Promise<Invitation[]> {
  return db.rows(sql`select * from system_list_invitations(${tenantId}::uuid, null::uuid)`)
}

export function findInvitation(db: Db, tenantId: string, id: string): Promise<Invitation | null> {
  return db.row(sql`select * from system_list_invitations(${tenantId}::uuid, ${id}::uuid)`)
}

export interface NewInvitation extends Place {
  id: string
  tenantId: string
  email: string
  tokenHash: string
  createdBy: string
  seconds: number
}

export async function insertInvitation(db: Db, invitation: NewInvitation): Promise<void> {
  const { id, tenantId, email, role, brokerId, tokenHash, createdBy, seconds } = invitation
  await db.run(sql`
    select system_insert_invitation(${id}::uuid, ${tenantId}::uuid, ${email}, ${role}, ${tokenHash},
      ${createdBy}, ${seconds}, ${brokerId}::uuid)`)
}

/** False for one that is not open. */
export async function revokeInvitation(db: Db, tenantId: string, id: string): Promise<boolean> {
  const row = await db.row<{ gone: boolean }>(
    sql`select system_revoke_invitation(${tenantId}::uuid, ${id}::uuid) as gone`,
  )
  return row!.gone
}
