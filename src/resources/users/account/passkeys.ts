import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { makeRegistrationOptions, readNewPasskey } from '../factors/passkeys.ts'
import { countRecoveryCodes, findPasskey, insertFactor, listFactors } from '../factors/store.ts'
import { renewRecoveryCodes, type Owner } from './factors.ts'

/** What the browser needs to make a passkey; it makes none where the person has one already. */
export async function offerPasskey(ctx: Context, owner: Owner & { name: string }): Promise<object> {
  const factors = await listFactors(ctx.db, owner.id)
  const known = factors.map(({ passkey }) => passkey).filter((passkey) => passkey !== null)
  return makeRegistrationOptions(ctx.house, owner, known)
}

/**
 * Adds what the browser has made. Returns recovery codes where the person has none. Throws
 * `invalid_format`.
 */
export async function addPasskey(
  ctx: Context,
  owner: Owner,
  { name, credential }: { name: string; credential: object },
): Promise<{ id: string; recoveryCodes: string[] }> {
  const passkey = await readNewPasskey(ctx, credential)
  if ((await findPasskey(ctx.db, passkey.id)) !== null)
    throw new ApiError('invalid_format', 'The passkey is known already.', { param: 'credential' })
  const id = randomUUIDv7()
  await insertFactor(ctx.db, { userId: owner.id, id, name, secretSealed: null, passkey })
  const entry = { action: 'created', resourceType: 'factor', resourceId: id } as const
  await audit(ctx, { ...entry, summary: 'Added a passkey' })
  const left = await countRecoveryCodes(ctx.db, owner.id)
  return { id, recoveryCodes: left === 0 ? await renewRecoveryCodes(ctx, owner) : [] }
}
