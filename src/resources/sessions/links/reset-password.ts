import { timingSafeEqual } from 'node:crypto'
import { audit } from '../../../platform/audit.ts'
import type { House, OutsideContext } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { BrowserRequest } from '../../../platform/http/connection/browser.ts'
import { digestEmail, hashSecret } from '../../users/link-token.ts'
import { hashPassword } from '../../users/passwords/hash.ts'
import { requireStrongPassword } from '../../users/passwords/strength.ts'
import {
  findUser,
  getUser,
  listMemberships,
  setPassword,
  type Person,
  type Profile,
} from '../../users/store.ts'
import { getThrottle } from '../../users/throttle.ts'
import { actAs } from '../session.ts'
import { inEqualTime } from '../sign-in.ts'

const LIFE_MS = 60 * 60_000

/**
 * The link with which a person sets a new password, for an hour. It is bound to the present
 * password, so whoever has used it, or any other, has ended it.
 */
export function makeResetLink(house: House, person: Person): string {
  const claim = `${person.id}.${house.now() + LIFE_MS}`
  return `${house.config.publicUrl}/reset#${claim}.${sign(house, claim, person)}`
}

function sign(house: House, claim: string, { passwordHash }: Person): string {
  return hashSecret(house, 'reset', `${claim}/${passwordHash ?? ''}`)
}

/** Sends the link when the address has an account and mail can be sent; nobody sees whether. */
export function requestReset(
  ctx: OutsideContext,
  browser: BrowserRequest,
  email: string,
): Promise<void> {
  const { house } = ctx
  return inEqualTime(async () => {
    await getThrottle(house).admit(browser.ip, `reset/${digestEmail(email)}`)
    await getThrottle(house).fail(`reset/${digestEmail(email)}`)
    const person = await house.database.withSystem((db) => findUser(db, email.trim()))
    if (person?.status !== 'active' || !house.mailer.canSend) return
    // Whoever waits must not see that a mail server is spoken to.
    void sendLink(house, person).catch((error: unknown) =>
      house.log.error({ err: error, request_id: ctx.requestId }, 'a reset link was not sent'),
    )
  })
}

async function sendLink(house: House, person: Person): Promise<void> {
  await house.mailer.send({
    to: person.email,
    subject: 'Set a new password for Assay',
    text: [
      'Somebody, perhaps you, wants to set a new password for this address.',
      'The link works once, for an hour:',
      makeResetLink(house, person),
      'If it was not you, nothing needs to be done.',
    ].join('\n\n'),
  })
}

/** Sets the password and ends every session. Throws `reset_token_invalid` or `weak_password`. */
export async function resetPassword(
  ctx: OutsideContext,
  browser: BrowserRequest,
  { token, password }: { token: string; password: string },
): Promise<void> {
  const { house } = ctx
  await getThrottle(house).admit(browser.ip, 'reset-token')
  const person = await findByToken(house, token)
  if (person === null) throw new ApiError('reset_token_invalid')
  await requireStrongPassword(password, [person.name, person.email])
  const hash = await hashPassword(password)
  await house.database.withSystem((db) =>
    setPassword(db, { id: person.id, hash, keptSession: null }),
  )
  await getThrottle(house).forget(digestEmail(person.email))
  await noteReset(ctx, browser, person)
}

async function findByToken(house: House, token: string): Promise<Profile | null> {
  const [id = '', until = '', mark = '', ...rest] = token.split('.')
  const isFormed = /^[0-9a-f-]{36}$/.test(id) && /^\d{13}$/.test(until) && rest.length === 0
  if (!isFormed || Number(until) <= house.now()) return null
  const person = await house.database.withSystem((db) => getUser(db, id))
  if (person?.status !== 'active') return null
  const wanted = Buffer.from(sign(house, `${id}.${until}`, person))
  const given = Buffer.from(mark)
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? person : null
}

async function noteReset(
  ctx: OutsideContext,
  browser: BrowserRequest,
  who: Profile,
): Promise<void> {
  const memberships = await ctx.house.database.withSystem((db) => listMemberships(db, who.id))
  for (const where of memberships) {
    const acting = actAs(ctx, browser, { who, where })
    const entry = { action: 'updated', resourceType: 'user', resourceId: who.id } as const
    await acting.transaction((own) => audit(own, { ...entry, summary: 'Set a new password' }))
  }
}
