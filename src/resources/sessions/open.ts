import { audit } from '../../platform/audit.ts'
import type { OutsideContext } from '../../platform/context.ts'
import type { BrowserRequest } from '../../platform/http/connection/browser.ts'
import { randomUUIDv7 } from '../../platform/crypto/tokens.ts'
import type { Db } from '../../platform/db/transaction.ts'
import { listMemberships, type Membership } from '../users/store.ts'
import { actAs, findSession, hashSessionSecret, mintSessionSecret, type Who } from './session.ts'
import { insertSession, revokeSessions } from './store.ts'

export interface Opening {
  who: Who
  browser: BrowserRequest
  /** Whether a factor was shown that needs no other, such as a passkey. */
  hasMfa: boolean
  /** How, for the audit log. */
  summary: string
}

/**
 * Opens a session of its own for a person, whatever cookie the request came with: what that one
 * opened ends, so that nobody can place a session before it is signed in to. Returns its secret.
 */
export async function openSession(ctx: OutsideContext, opening: Opening): Promise<string> {
  const { who, browser } = opening
  const { house } = ctx
  const former = await findSession(house, browser)
  const memberships = await house.database.withSystem((db) => listMemberships(db, who.id))
  const secret = mintSessionSecret()
  const write = async (db: Db): Promise<string> => {
    if (former !== null)
      await revokeSessions(db, { userId: former.userId, id: former.id, kept: null })
    return insert(db, opening, { secretHash: hashSessionSecret(house, secret), memberships })
  }
  const [first] = memberships
  if (first === undefined) await house.database.withSystem(write)
  else {
    const acting = actAs(ctx, browser, { who, where: first })
    await acting.transaction(async (own) => {
      const id = await write(own.db)
      const entry = { action: 'login', resourceType: 'session', resourceId: id } as const
      await audit(own, { ...entry, summary: opening.summary })
    })
  }
  return secret
}

/** Who belongs to one organization works in it; others choose. */
async function insert(
  db: Db,
  { who, browser, hasMfa }: Opening,
  { secretHash, memberships }: { secretHash: string; memberships: Membership[] },
): Promise<string> {
  const id = randomUUIDv7()
  const tenantId = memberships.length === 1 ? memberships[0]!.tenantId : null
  const { ip, userAgent } = browser
  await insertSession(db, { id, userId: who.id, secretHash, tenantId, ip, userAgent, hasMfa })
  return id
}
