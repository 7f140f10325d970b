import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { FACTOR_SECRET } from '../../records/people/factor-secret.ts'
import { hashRecoveryCode, mintRecoveryCodes } from '../factors/recovery-codes.ts'
import {
  countRecoveryCodes,
  deleteFactor,
  insertFactor,
  listFactors,
  replaceRecoveryCodes,
  takeStep,
  type Factor,
} from '../factors/store.ts'
import { findTotpStep, formatTotpLink, mintTotpSecret } from '../factors/totp.ts'

/** Whose account it is. */
export interface Owner {
  id: string
  email: string
}

export interface Generator {
  id: string
  /** In base32, for who types it in. */
  secret: string
  /** For an app that reads it from a picture or a link. */
  uri: string
}

/** A generator of one-time codes, which counts from its first code on. */
export async function addGenerator(ctx: Context, owner: Owner, name: string): Promise<Generator> {
  const id = randomUUIDv7()
  const secret = mintTotpSecret()
  const secretSealed = FACTOR_SECRET.at(ctx.house, owner.id, id).seal(secret)
  await insertFactor(ctx.db, { userId: owner.id, id, name, secretSealed, passkey: null })
  await note(ctx, { id, action: 'created', summary: 'Added a generator of one-time codes' })
  return { id, secret, uri: formatTotpLink(secret, owner.email) }
}

/** What of a generator was shown before its first code, for a page that comes again. */
export async function findUnconfirmed(ctx: Context, owner: Owner): Promise<Generator | null> {
  const factors = await listFactors(ctx.db, owner.id)
  const found = factors.find(
    ({ confirmedAt, secretSealed }) => confirmedAt === null && secretSealed !== null,
  )
  if (found === undefined) return null
  const secret = FACTOR_SECRET.at(ctx.house, owner.id, found.id).open(found.secretSealed!)
  return { id: found.id, secret, uri: formatTotpLink(secret, owner.email) }
}

/**
 * Takes the first code of a generator: from now on sign-in needs one. Returns recovery codes where
 * the person has none. Throws `factor_not_found` or `mfa_invalid`.
 */
export async function confirmGenerator(
  ctx: Context,
  owner: Owner,
  { id, code }: { id: string; code: string },
): Promise<string[]> {
  const factor = await getFactor(ctx, owner, id)
  if (factor.secretSealed === null) throw new ApiError('factor_not_found')
  const secret = FACTOR_SECRET.at(ctx.house, owner.id, id).open(factor.secretSealed)
  const step = findTotpStep(secret, code, ctx.house.now())
  if (step === null || !(await takeStep(ctx.db, { userId: owner.id, id, step })))
    throw new ApiError('mfa_invalid', undefined, { param: 'code' })
  await note(ctx, { id, action: 'activated', summary: 'Confirmed a generator of one-time codes' })
  const left = await countRecoveryCodes(ctx.db, owner.id)
  return left === 0 ? renewRecoveryCodes(ctx, owner) : []
}

async function getFactor(ctx: Context, owner: Owner, id: string): Promise<Factor> {
  const factor = (await listFactors(ctx.db, owner.id)).find((one) => one.id === id)
  if (factor === undefined) throw new ApiError('factor_not_found')
  return factor
}

/** The recovery codes go with the last factor. Throws `factor_not_found`. */
export async function removeFactor(ctx: Context, owner: Owner, id: string): Promise<void> {
  if (!(await deleteFactor(ctx.db, owner.id, id))) throw new ApiError('factor_not_found')
  await note(ctx, { id, action: 'deleted', summary: 'Removed a factor' })
}

/** Ten new codes, shown only here; those before open nothing. */
export async function renewRecoveryCodes(ctx: Context, owner: Owner): Promise<string[]> {
  const codes = mintRecoveryCodes()
  const hashes = codes.map((code) => hashRecoveryCode(ctx.house, owner.id, code))
  await replaceRecoveryCodes(ctx.db, owner.id, hashes)
  await note(ctx, { id: null, action: 'rotated', summary: 'Made new recovery codes' })
  return codes
}

async function note(
  ctx: Context,
  entry: {
    id: string | null
    action: 'created' | 'activated' | 'deleted' | 'rotated'
    summary: string
  },
): Promise<void> {
  const { id, action, summary } = entry
  await audit(ctx, { action, resourceType: 'factor', resourceId: id, summary })
}
