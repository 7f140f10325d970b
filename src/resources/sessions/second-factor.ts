import { audit } from '../../platform/audit.ts'
import type { OutsideContext } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { BrowserRequest } from '../../platform/http/connection/browser.ts'
import type { Db } from '../../platform/db/transaction.ts'
import { FACTOR_SECRET } from '../records/people/factor-secret.ts'
import { hashRecoveryCode } from '../users/factors/recovery-codes.ts'
import { listFactors, takeStep, useRecoveryCode } from '../users/factors/store.ts'
import { findTotpStep } from '../users/factors/totp.ts'
import { getThrottle } from '../users/throttle.ts'
import { listMemberships } from '../users/store.ts'
import { noteFailure } from './sign-in.ts'
import { actAs, findSession, hashSessionSecret, mintSessionSecret } from './session.ts'
import { raiseSession, type Session } from './store.ts'

/**
 * Takes a code of a generator, or a recovery code; returns the session’s new secret, since the old
 * one opened less. Throws `session_expired`, `mfa_invalid` or `too_many_attempts`.
 */
export async function showCode(
  ctx: OutsideContext,
  browser: BrowserRequest,
  code: string,
): Promise<string> {
  const { house } = ctx
  const session = await findSession(house, browser)
  if (session === null) throw new ApiError('session_expired')
  const throttle = getThrottle(house)
  const account = `mfa/${session.userId}`
  await throttle.admit(browser.ip, account)
  if (!(await house.database.withSystem((db) => takeCode(ctx, db, { session, code })))) {
    await throttle.fail(account)
    const who = { id: session.userId, name: session.name }
    await noteFailure(ctx, browser, { who, summary: 'Sign-in failed at the second factor' })
    throw new ApiError('mfa_invalid', undefined, { param: 'code' })
  }
  await throttle.forget(account)
  return raise(ctx, browser, session)
}

/** Whether the code is right and was not used; after this it is. */
async function takeCode(
  { house }: OutsideContext,
  db: Db,
  { session: { userId }, code }: { session: Session; code: string },
): Promise<boolean> {
  for (const { id, secretSealed, confirmedAt } of await listFactors(db, userId)) {
    if (secretSealed === null || confirmedAt === null) continue
    const secret = FACTOR_SECRET.at(house, userId, id).open(secretSealed)
    const step = findTotpStep(secret, code, house.now())
    if (step !== null && (await takeStep(db, { userId, id, step }))) return true
  }
  return useRecoveryCode(db, userId, hashRecoveryCode(house, userId, code))
}

async function raise(
  ctx: OutsideContext,
  browser: BrowserRequest,
  session: Session,
): Promise<string> {
  const { house } = ctx
  const { id, userId, name } = session
  const secret = mintSessionSecret()
  const raised = { id, secretHash: hashSessionSecret(house, secret), byFactor: true }
  const [where] = await house.database.withSystem((db) => listMemberships(db, userId))
  if (where === undefined) {
    await house.database.withSystem((db) => raiseSession(db, raised))
    return secret
  }
  const acting = actAs(ctx, browser, { who: { id: userId, name }, where })
  await acting.transaction(async (own) => {
    await raiseSession(own.db, raised)
    const entry = { action: 'login', resourceType: 'session', resourceId: id } as const
    await audit(own, { ...entry, summary: 'Showed the second factor' })
  })
  return secret
}
