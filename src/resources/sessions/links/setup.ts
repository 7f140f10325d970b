import { audit } from '../../../platform/audit.ts'
import type { Context, OutsideContext } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { BrowserRequest } from '../../../platform/http/connection/browser.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { findEnvironment } from '../../tenants/store.ts'
import { hashPassword } from '../../users/passwords/hash.ts'
import { requireStrongPassword } from '../../users/passwords/strength.ts'
import { findUser, hasOwner, insertUser, setUpOrganization } from '../../users/store.ts'
import { getThrottle } from '../../users/throttle.ts'
import { openSession } from '../open.ts'
import { actAs } from '../session.ts'
import { checkSetupToken, dropSetupToken } from './setup-token.ts'

export interface SetupInput {
  token: string
  organization: string
  name: string
  email: string
  password: string
}

/**
 * Makes the owner of a new copy and names the organization; returns the secret of the owner’s
 * session. The link is dead after this. Throws `setup_token_invalid`, `already_set_up` or
 * `weak_password`.
 */
export async function setUp(
  ctx: OutsideContext,
  browser: BrowserRequest,
  input: SetupInput,
): Promise<string> {
  const { house } = ctx
  await getThrottle(house).admit(browser.ip, 'setup')
  if (await house.database.withSystem(hasOwner)) throw new ApiError('already_set_up')
  const tenantId = checkSetupToken(house.config, input.token, house.now())
  if (tenantId === null) throw new ApiError('setup_token_invalid')
  const { name, email } = input
  await requireStrongPassword(input.password, [name, email, input.organization])
  const hash = await hashPassword(input.password)
  const liveId = await findEnvironment(house.database, { tenantId, mode: 'live' })
  if (liveId === null) throw new ApiError('setup_token_invalid')
  const who = { id: randomUUIDv7(), name }
  const acting = actAs(ctx, browser, { who, where: { tenantId, liveId } })
  await acting.transaction(async (own) => makeOwner(own, { ...input, id: who.id, hash, tenantId }))
  dropSetupToken(house.config)
  return openSession(ctx, { who, browser, hasMfa: false, summary: 'Set up the organization' })
}

async function makeOwner(
  ctx: Context,
  owner: SetupInput & { id: string; hash: string; tenantId: string },
): Promise<void> {
  const { id, name, hash: passwordHash, tenantId, organization } = owner
  const email = owner.email.trim()
  if ((await findUser(ctx.db, email)) !== null) throw new ApiError('already_set_up')
  await insertUser(ctx.db, { id, email, name, passwordHash })
  const isDone = await setUpOrganization(ctx.db, { tenantId, name: organization, userId: id })
  if (!isDone) throw new ApiError('already_set_up')
  const entry = { action: 'created', resourceType: 'membership', resourceId: id } as const
  await audit(ctx, { ...entry, summary: 'The first owner was made with the setup link' })
}
