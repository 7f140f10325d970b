import { json, sql } from '../../../platform/db/sql.ts'
import type { Db } from '../../../platform/db/transaction.ts'

/** A passkey as its public half is kept. */
export interface PasskeyRecord {
  /** That of the credential, in base64url. */
  id: string
  publicKey: string
  counter: number
  transports: string[]
}

export interface Factor {
  id: string
  kind: 'totp' | 'passkey'
  name: string
  secretSealed: string | null
  passkey: PasskeyRecord | null
  createdAt: string
  /** Null until its first code was shown. */
  confirmedAt: string | null
  lastUsedAt: string | null
}

export function listFactors(db: Db, userId: string): Promise<Factor[]> {
  return db.rows(sql`select * from system_list_factors(${userId}::uuid)`)
}

export interface NewFactor {
  userId: string
  id: string
  name: string
  secretSealed: string | null
  passkey: PasskeyRecord | null
}

/** One whose first code was never shown gives way to it. */
export async function insertFactor(db: Db, factor: NewFactor): Promise<void> {
  const { userId, id, name, secretSealed, passkey } = factor
  const kind = passkey === null ? 'totp' : 'passkey'
  await db.run(sql`
    select system_insert_factor(${userId}::uuid, ${id}::uuid, ${kind}, ${name}, ${secretSealed},
      ${json(passkey)}::jsonb)`)
}

export async function deleteFactor(db: Db, userId: string, id: string): Promise<boolean> {
  const row = await db.row<{ gone: boolean }>(
    sql`select system_delete_factor(${userId}::uuid, ${id}::uuid) as gone`,
  )
  return row!.gone
}

export interface Step {
  userId: string
  id: string
  step: number
}

/** False when this step of the generator, or a later one, was taken before. */
export async function takeStep(db: Db, { userId, id, step }: Step): Promise<boolean> {
  const row = await db.row<{ taken: boolean }>(
    sql`select system_take_step(${userId}::uuid, ${id}::uuid, ${step}) as taken`,
  )
  return row!.taken
}

export function findPasskey(
  db: Db,
  credentialId: string,
): Promise<{ userId: string; id: string; passkey: PasskeyRecord } | null> {
  return db.row(sql`select * from system_find_passkey(${credentialId})`)
}

export async function usePasskey(
  db: Db,
  { userId, id, counter }: { userId: string; id: string; counter: number },
): Promise<void> {
  await db.run(sql`select system_use_passkey(${userId}::uuid, ${id}::uuid, ${counter})`)
}

export async function replaceRecoveryCodes(
  db: Db,
  userId: string,
  hashes: string[],
): Promise<void> {
  await db.run(sql`select system_replace_recovery_codes(${userId}::uuid, ${hashes}::text[])`)
}

/** False for a code that is wrong or was used. */
export async function useRecoveryCode(db: Db, userId: string, hash: string): Promise<boolean> {
  const row = await db.row<{ used: boolean }>(
    sql`select system_use_recovery_code(${userId}::uuid, ${hash}) as used`,
  )
  return row!.used
}

/** Takes every factor and recovery code from a person and ends each session; how many factors. */
export async function resetFactors(db: Db, userId: string): Promise<number> {
  const row = await db.row<{ count: string }>(
    sql`select system_reset_factors(${userId}::uuid) as count`,
  )
  return Number(row!.count)
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const row = await db.row<{ count: string }>(
    sql`select system_count_recovery_codes(${userId}::uuid) as count`,
  )
  return Number(row!.count)
}
