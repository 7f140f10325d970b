import { parseArgs } from 'node:util'
import { ConfigError, loadConfig, type Config } from '../../config.ts'
import { ROLES, type Role } from '../../core/values/access/roles.ts'
import {
  outside,
  SYSTEM_ACTOR,
  type Context,
  type House,
  type OutsideContext,
} from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { makeResetLink } from '../../resources/sessions/links/reset-password.ts'
import { keepSetupToken, setupLink } from '../../resources/sessions/links/setup-token.ts'
import { listSessions } from '../../resources/sessions/store.ts'
import { BROKERS } from '../../resources/brokers/store.ts'
import { noteReset } from '../../resources/team/reset-factors.ts'
import { invite } from '../../resources/team/invitations.ts'
import { readFirstKeys } from '../../resources/tenants/first-keys.ts'
import { resetFactors } from '../../resources/users/factors/store.ts'
import {
  findUser,
  hasOwner,
  listMemberships,
  listUsers,
  setUserStatus,
  type ListedUser,
  type Person,
} from '../../resources/users/store.ts'
import { findTenant } from '../keys/find.ts'
import { openFromConfig } from '../open.ts'

interface Call {
  config: Config
  house: House
  flags: { tenant?: string; role?: string; broker?: string; json?: boolean }
  email: string | undefined
}

const ACTIONS: Readonly<Record<string, (call: Call) => Promise<string>>> = {
  list,
  invite: inviteByMail,
  'reset-link': printResetLink,
  'reset-mfa': resetMfa,
  sessions: printSessions,
  disable: (call) => changeStatus(call, 'disabled'),
  enable: (call) => changeStatus(call, 'active'),
}

/**
 * `users list | invite EMAIL | reset-link EMAIL | reset-mfa EMAIL | sessions EMAIL |
 * disable EMAIL | enable EMAIL [--role ROLE] [--broker ID] [--tenant ID] [--json]`: the way in for
 * who has the machine.
 */
export async function runUsers(args: string[]): Promise<void> {
  await withHouse((place) => actOnUsers(place, args))
}

/** `setup-link`: another link for the first owner, while there is none. */
export async function runSetupLink(): Promise<void> {
  await withHouse(makeSetupLink)
}

async function withHouse(work: (place: Pick<Call, 'config' | 'house'>) => Promise<string>) {
  const config = { ...loadConfig(), logLevel: 'warn' }
  const { house, close } = await openFromConfig(config)
  try {
    process.stdout.write(`${await work({ config, house })}\n`)
  } finally {
    await close()
  }
}

/** What the command prints. Throws what a user can mend as a `ConfigError`. */
export async function actOnUsers(
  place: Pick<Call, 'config' | 'house'>,
  args: string[],
): Promise<string> {
  const text = { type: 'string' } as const
  const options = { tenant: text, role: text, broker: text, json: { type: 'boolean' } } as const
  const { values: flags, positionals } = parseArgs({ args, allowPositionals: true, options })
  const [action = 'list', email, ...rest] = positionals
  const run = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined
  if (!run || rest.length > 0) {
    const known = Object.keys(ACTIONS).join(', ')
    throw new ConfigError([`users takes one of ${known}, and all but list an address.`])
  }
  try {
    return await run({ ...place, flags, email })
  } catch (error) {
    throw error instanceof ApiError ? new ConfigError([error.message]) : error
  }
}

async function list({ house, flags }: Call): Promise<string> {
  const users = await house.database.withSystem(listUsers)
  const shown = flags.tenant ? users.filter((one) => one.tenantId === flags.tenant) : users
  if (flags.json) return JSON.stringify(shown)
  if (shown.length === 0) return 'There is nobody yet; `setup-link` prints the way in.'
  return shown.map(formatUser).join('\n')
}

function formatUser({ email, name, role, tenantId, status, lastLoginAt }: ListedUser): string {
  const seen = lastLoginAt === null ? 'never signed in' : `signed in ${lastLoginAt}`
  const place = tenantId === null ? 'in no organization' : `${role} of ${tenantId}`
  return [email, name, place, status, seen].join('  ')
}

async function inviteByMail(call: Call): Promise<string> {
  const { house, flags } = call
  const role = (flags.role ?? 'admin') as Role
  if (!ROLES.includes(role)) throw new ConfigError([`--role is one of ${ROLES.join(', ')}.`])
  const tenantId = flags.tenant ?? readFirstKeys(call.config)?.tenant_id
  if (tenantId === undefined)
    throw new ConfigError(['--tenant ID is needed; `keys list` has them.'])
  return inviteTo(house, tenantId, { email: requireEmail(call), role, brokerId: flags.broker })
}

/** The link with which somebody joins a tenant; it works once, for seven days. */
export async function inviteTo(
  house: House,
  tenantId: string,
  invited: { email: string; role: Role; brokerId?: string | undefined },
): Promise<string> {
  const tenant = await findTenant(house, tenantId)
  if (!tenant) throw new ConfigError([`There is no tenant ${tenantId}.`])
  const ctx = actInLive(house, { tenantId, liveId: tenant.liveId })
  return ctx.transaction(async (own) => {
    if (invited.brokerId !== undefined) await requireBroker(own, invited.brokerId)
    return (await invite(own, invited)).inviteUrl
  })
}

/** As who has the machine, in the live mode of a tenant. */
function actInLive(
  house: House,
  { tenantId, liveId }: { tenantId: string; liveId: string },
): OutsideContext {
  const environment = { id: liveId, tenantId, mode: 'live' as const }
  return outside({ house, environment, actor: SYSTEM_ACTOR, requestId: 'command-line' })
}

async function requireBroker(ctx: Context, id: string): Promise<void> {
  const isId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
  if (!isId) throw new ConfigError(['--broker is the id of one of GET /v1/brokers.'])
  await BROKERS.get(ctx, id)
}

function requireEmail({ email }: Call): string {
  return requireAddress(email)
}

/** Throws a `ConfigError` for what no mail server takes as an address. */
export function requireAddress(email: string | undefined): string {
  if (email === undefined || !/^[^\s@]+@[^\s@]+$/.test(email))
    throw new ConfigError(['Name the address of a person.'])
  return email
}

async function getPerson(call: Call): Promise<Person> {
  const email = requireEmail(call)
  const person = await call.house.database.withSystem((db) => findUser(db, email))
  if (person === null) throw new ConfigError([`Nobody has the address ${email}; see users list.`])
  return person
}

async function printResetLink(call: Call): Promise<string> {
  return makeResetLink(call.house, await getPerson(call))
}

/** For who has lost every factor: the password alone opens the account until another is added. */
async function resetMfa({ house, ...call }: Call): Promise<string> {
  const { id, email } = await getPerson({ house, ...call })
  const { count, memberships } = await house.database.withSystem(async (db) => ({
    count: await resetFactors(db, id),
    memberships: await listMemberships(db, id),
  }))
  if (count === 0) return `${email} has no second factor.`
  for (const where of memberships)
    await actInLive(house, where).transaction((own) => noteReset(own, { id, email }, count))
  return `${email} has no second factor now and is signed out everywhere.`
}

async function printSessions(call: Call): Promise<string> {
  const { id } = await getPerson(call)
  const sessions = await call.house.database.withSystem((db) =>
    listSessions(db, { userId: id, tenantId: null }),
  )
  if (call.flags.json) return JSON.stringify(sessions)
  const lines = sessions.map(
    ({ ip, lastSeenAt, userAgent }) => `${ip}  last seen ${lastSeenAt}  ${userAgent ?? ''}`,
  )
  return lines.length === 0 ? 'No sessions.' : lines.join('\n')
}

/** Who is disabled loses every session, felt by other processes within a second. */
async function changeStatus(call: Call, status: Person['status']): Promise<string> {
  const { id, email } = await getPerson(call)
  await call.house.database.withSystem((db) => setUserStatus(db, id, status))
  return `${email} is ${status}.`
}

/** The link of a copy that has no owner yet; the one before is dead. */
export async function makeSetupLink({
  config,
  house,
}: Pick<Call, 'config' | 'house'>): Promise<string> {
  if (await house.database.withSystem(hasOwner))
    throw new ConfigError(['There is an owner already; `users invite EMAIL` makes others.'])
  const tenantId = readFirstKeys(config)?.tenant_id
  if (tenantId === undefined)
    throw new ConfigError(['This copy has not made its first tenant; start it once.'])
  const token = keepSetupToken(config, { tenantId, nowMs: house.now() })
  return setupLink(config, token)
}
