import { randomBytes } from 'node:crypto'
import type { House, OutsideContext } from '../../platform/context.ts'
import { outside } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { sessionCookie, type BrowserRequest } from '../../platform/http/connection/browser.ts'
import { Reply } from '../../platform/route.ts'
import { hashSecret } from '../users/link-token.ts'
import { listFactors } from '../users/factors/store.ts'
import { listMemberships, type Membership } from '../users/store.ts'
import { findSessionByHash, type Session } from './store.ts'

/** The session cookie’s content: 256 bits, of which the database has a keyed hash. */
export function mintSessionSecret(): string {
  return randomBytes(32).toString('base64url')
}

export function hashSessionSecret(house: Pick<House, 'apiKeys'>, secret: string): string {
  return hashSecret(house, 'session', secret)
}

/** The session of a request, complete or not; null where nobody is signed in. */
export async function findSession(
  house: House,
  { sessionSecret }: Pick<BrowserRequest, 'sessionSecret'>,
): Promise<Session | null> {
  if (sessionSecret === null) return null
  const hash = hashSessionSecret(house, sessionSecret)
  return house.database.withSystem((db) => findSessionByHash(db, hash))
}

/** The same, with its second factor; throws `session_expired` or `mfa_required`. */
export async function requireSession(house: House, browser: BrowserRequest): Promise<Session> {
  const session = await findSession(house, browser)
  if (session === null) throw new ApiError('session_expired')
  if (session.needsMfa) throw new ApiError('mfa_required')
  return session
}

/** What a person who is signing in is known by. */
export interface Who {
  id: string
  name: string
}

/** Where it is done: the live environment of an organization. */
export interface Where {
  tenantId: string
  liveId: string
}

/** The same request as a person’s in an organization, whose log keeps what is done. */
export function actAs(
  ctx: OutsideContext,
  browser: Pick<BrowserRequest, 'ip' | 'userAgent'>,
  { who, where }: { who: Who; where: Where },
): OutsideContext {
  const { house, requestId, trace } = ctx
  return outside({
    house,
    requestId,
    trace,
    environment: { id: where.liveId, tenantId: where.tenantId, mode: 'live' },
    actor: {
      type: 'user',
      id: who.id,
      userId: who.id,
      credential: null,
      name: who.name,
      keyHint: null,
      scopes: [],
      ip: browser.ip,
      userAgent: browser.userAgent,
    },
  })
}

/** What the pages of this service read about who is signed in. */
export interface SignedIn {
  user: { id: string; email: string; name: string } | null
  organizations: Pick<Membership, 'tenantId' | 'tenantName' | 'role'>[]
  tenantId: string | null
  role: string | null
  mfaRequired: boolean
  kinds: string[]
  verifiedAt: string | null
}

const NOBODY: SignedIn = {
  user: null,
  organizations: [],
  tenantId: null,
  role: null,
  mfaRequired: false,
  kinds: [],
  verifiedAt: null,
}

/** Before the second factor nothing is shown but what it can be. */
export async function presentSession(house: House, session: Session | null): Promise<SignedIn> {
  if (session === null) return NOBODY
  const { userId, needsMfa } = session
  const { memberships, kinds } = await house.database.withSystem(async (db) => ({
    memberships: needsMfa ? [] : await listMemberships(db, userId),
    kinds: needsMfa ? await listKinds(db, userId) : [],
  }))
  return {
    user: needsMfa ? null : { id: userId, email: session.email, name: session.name },
    organizations: memberships,
    tenantId: needsMfa ? null : session.tenantId,
    role: needsMfa ? null : session.role,
    mfaRequired: needsMfa,
    kinds,
    verifiedAt: session.verifiedAt,
  }
}

async function listKinds(db: Parameters<typeof listFactors>[0], userId: string): Promise<string[]> {
  const factors = await listFactors(db, userId)
  const confirmed = factors.filter(({ confirmedAt }) => confirmedAt !== null)
  return [...new Set(confirmed.map(({ kind }) => kind)), 'recovery_code']
}

/** A response that gives the browser this secret and shows what it opens. */
export async function replyWithSession(house: House, secret: string): Promise<Reply> {
  const session = await findSession(house, { sessionSecret: secret })
  const headers = sessionCookie(house.config.publicUrl, secret)
  return new Reply({ headers, body: { data: await presentSession(house, session) } })
}
