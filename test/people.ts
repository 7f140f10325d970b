import type { Role } from '../src/core/values/access/roles.ts'
import type { Mode } from '../src/platform/context.ts'
import { randomUUIDv7 } from '../src/platform/crypto/tokens.ts'
import { issueAccessToken } from '../src/resources/records/people/access-tokens/store.ts'
import { FACTOR_SECRET } from '../src/resources/records/people/factor-secret.ts'
import { createCaller, type Caller, type TestHouse, type TestTenant } from './context.ts'

/** A member of a tenant, signed in. */
export interface TestPerson {
  userId: string
  sessionId: string
  tenant: TestTenant
  role: Role
}

/** A person, written as the stores write one. */
export async function insertPerson({ house }: TestHouse, name = 'A person'): Promise<string> {
  const userId = randomUUIDv7()
  await house.database.pool.query('insert into users (id, email, name) values ($1, $2, $3)', [
    userId,
    `${userId}@example.com`,
    name,
  ])
  return userId
}

export async function insertPersonWithFactor(house: TestHouse, secret: string): Promise<void> {
  const [userId, id] = [await insertPerson(house), randomUUIDv7()]
  const sealed = FACTOR_SECRET.at(house.house, userId, id).seal(secret)
  await house.house.database.pool.query(
    `insert into mfa_factors (user_id, id, kind, name, secret_sealed) values ($1, $2, 'totp', 'Phone', $3)`,
    [userId, id, sealed],
  )
}

/** A member with a session of the web interface. */
export async function signIn(
  house: TestHouse,
  tenant: TestTenant,
  role: Role,
): Promise<TestPerson> {
  const [userId, sessionId] = [await insertPerson(house, `The ${role}`), randomUUIDv7()]
  const { pool } = house.house.database
  const brokerId = role === 'broker' ? await insertBroker(house, tenant, userId) : null
  await pool.query(
    'insert into memberships (tenant_id, user_id, role, broker_id) values ($1, $2, $3, $4)',
    [tenant.tenantId, userId, role, brokerId],
  )
  await pool.query(
    'insert into sessions (id, user_id, secret_hash, tenant_id) values ($1, $2, $3, $4)',
    [sessionId, userId, sessionId, tenant.tenantId],
  )
  return { userId, sessionId, tenant, role }
}

/** A broker of the live mode, of the id and the address of its only person. */
async function insertBroker(
  { house }: TestHouse,
  { environments }: TestTenant,
  id: string,
): Promise<string> {
  await house.database.pool.query(
    'insert into brokers (environment_id, id, name, email) values ($1, $2, $3, $4)',
    [environments.live, id, 'A broker', `${id}@example.com`],
  )
  return id
}

interface TokenOptions {
  mode?: Mode
  scopes?: readonly string[]
  seconds?: number
  /** Of a program instead of the session. */
  client?: { id: string; name: string }
  /** What the person granted to the program. */
  grantId?: string
}

/** A token of the person's session, or of a program that the person let in. */
export async function mintToken(
  { house }: TestHouse,
  person: TestPerson,
  {
    mode = 'live',
    scopes = ['*'],
    seconds = 600,
    client,
    grantId = randomUUIDv7(),
  }: TokenOptions = {},
): Promise<string> {
  const credential = client
    ? ({ kind: 'grant', id: grantId } as const)
    : ({ kind: 'session', id: person.sessionId } as const)
  const { userId, tenant } = person
  const wanted = { credential, userId, tenantId: tenant.tenantId, mode, scopes, seconds }
  const issued = await house.database.withSystem((db) =>
    issueAccessToken(house, db, { ...wanted, client: client ?? null }),
  )
  return issued!.token
}

export async function callAs(
  house: TestHouse,
  person: TestPerson,
  options?: TokenOptions,
): Promise<Caller> {
  return createCaller(house.app, await mintToken(house, person, options))
}
