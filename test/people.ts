import { FACTOR_SECRET } from '../src/resources/records/people/factor-secret.ts'
import { randomUUIDv7 } from '../src/platform/crypto/tokens.ts'
import type { TestHouse } from './context.ts'

/** A person with a second factor, written as the stores write one. */
export async function insertPersonWithFactor(
  { house }: TestHouse,
  secret: string,
): Promise<string> {
  const [userId, id] = [randomUUIDv7(), randomUUIDv7()]
  const sealed = FACTOR_SECRET.at(house, userId, id).seal(secret)
  const { pool } = house.database
  await pool.query('insert into users (id, email, name) values ($1, $2, $3)', [
    userId,
    `${userId}@example.com`,
    'A person',
  ])
  await pool.query(
    `insert into mfa_factors (user_id, id, kind, name, secret_sealed) values ($1, $2, 'totp', 'Phone', $3)`,
    [userId, id, sealed],
  )
  return userId
}
