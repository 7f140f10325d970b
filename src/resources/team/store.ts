import type { Role } from '../../core/values/access/roles.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Db } from '../../platform/db/transaction.ts'

export interface Member {
  id: string
  email: string
  name: string
  role: Role
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
  { tenantId, userId, role }: { tenantId: string; userId: string; role: Role | null },
): Promise<boolean> {
  const row = await db.row<{ done: boolean }>(
    sql`select system_change_membership(${tenantId}::uuid, ${userId}::uuid, ${role}) as done`,
  )
  return row!.done
}

export interface Invitation {
  id: string
  email: string
  role: Role
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

export interface NewInvitation {
  id: string
  tenantId: string
  email: string
  role: Role
  tokenHash: string
  createdBy: string
  seconds: number
}

export async function insertInvitation(db: Db, invitation: NewInvitation): Promise<void> {
  const { id, tenantId, email, role, tokenHash, createdBy, seconds } = invitation
  await db.run(sql`
    select system_insert_invitation(${id}::uuid, ${tenantId}::uuid, ${email}, ${role}, ${tokenHash},
      ${createdBy}, ${seconds})`)
}

/** False for one that is not open. */
export async function revokeInvitation(db: Db, tenantId: string, id: string): Promise<boolean> {
  const row = await db.row<{ gone: boolean }>(
    sql`select system_revoke_invitation(${tenantId}::uuid, ${id}::uuid) as gone`,
  )
  return row!.gone
}
