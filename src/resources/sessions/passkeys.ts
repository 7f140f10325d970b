import type { OutsideContext } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { BrowserRequest } from '../../platform/http/connection/browser.ts'
import { checkPasskey } from '../users/factors/passkeys.ts'
import { findPasskey, usePasskey } from '../users/factors/store.ts'
import { getUser } from '../users/store.ts'
import { getThrottle } from '../users/throttle.ts'
import { openSession } from './open.ts'

/**
 * Signs in with a passkey, which needs no password beside it: the device has checked the person.
 * Returns the secret of the new session. Throws `passkey_invalid`.
 */
export async function signInWithPasskey(
  ctx: OutsideContext,
  browser: BrowserRequest,
  credential: object,
): Promise<string> {
  const { house } = ctx
  const { id: credentialId } = credential as { id?: unknown }
  await getThrottle(house).admit(browser.ip, 'passkey')
  if (typeof credentialId !== 'string') throw refusal()
  const known = await house.database.withSystem((db) => findPasskey(db, credentialId))
  if (known === null) throw refusal()
  const counter = await checkPasskey(house, credential, known.passkey)
  const who = await house.database.withSystem(async (db) => {
    await usePasskey(db, { userId: known.userId, id: known.id, counter })
    return getUser(db, known.userId)
  })
  if (who === null) throw refusal()
  return openSession(ctx, { who, browser, hasMfa: true, summary: 'Signed in with a passkey' })
}

function refusal(): ApiError {
  return new ApiError('passkey_invalid', undefined, { param: 'credential' })
}
