import { setTimeout as sleep } from 'node:timers/promises'
import { audit } from '../../platform/audit.ts'
import type { OutsideContext } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { BrowserRequest } from '../../platform/http/connection/browser.ts'
import { digestEmail } from '../users/link-token.ts'
import { hashPassword, isPresentForm, verifyPassword } from '../users/passwords/hash.ts'
import { findUser, listMemberships, rehashPassword, type Person } from '../users/store.ts'
import { getThrottle } from '../users/throttle.ts'
import { openSession } from './open.ts'
import { actAs } from './session.ts'

/** Responses come at multiples of this, so that what is done for a known account does not show. */
const STEP_MS = 200

/** What must take as long for accounts that exist as for those that do not. */
export async function inEqualTime<T>(work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  try {
    return await work()
  } finally {
    const tookMs = performance.now() - startedAt
    await sleep(Math.ceil(tookMs / STEP_MS) * STEP_MS - tookMs)
  }
}

/**
 * Signs in by address and password; returns the secret of the new session, which lacks its second
 * factor where the person has one. Throws `invalid_credentials` alike for every reason.
 */
export function signIn(
  ctx: OutsideContext,
  browser: BrowserRequest,
  input: { email: string; password: string },
): Promise<string> {
  return inEqualTime(async () => {
    const person = await checkPassword(ctx, browser, input)
    const summary = 'Signed in with a password'
    return openSession(ctx, { who: person, browser, hasMfa: false, summary })
  })
}

/** The person whose password it is. Throws `invalid_credentials` or `too_many_attempts`. */
export async function checkPassword(
  ctx: OutsideContext,
  browser: BrowserRequest,
  { email, password }: { email: string; password: string },
): Promise<Person> {
  const { house } = ctx
  const throttle = getThrottle(house)
  const account = digestEmail(email)
  await throttle.admit(browser.ip, account)
  const person = await house.database.withSystem((db) => findUser(db, email.trim()))
  const isRight = await verifyPassword(password, person?.passwordHash ?? null)
  if (person === null || !isRight || person.status !== 'active') {
    await throttle.fail(account)
    house.log.warn({ request_id: ctx.requestId, ip: browser.ip }, 'a sign-in failed')
    // Nobody waits for it, for a stranger would see how long that takes.
    if (person !== null) noteBehind(ctx, browser, person)
    throw new ApiError('invalid_credentials')
  }
  await throttle.forget(account)
  if (!isPresentForm(person.passwordHash!)) await renewHash(ctx, person, password)
  return person
}

async function renewHash({ house }: OutsideContext, person: Person, password: string) {
  const hash = await hashPassword(password)
  await house.database.withSystem((db) => rehashPassword(db, person, hash))
}

function noteBehind(ctx: OutsideContext, browser: BrowserRequest, who: Person): void {
  noteFailure(ctx, browser, { who, summary: 'Sign-in failed' }).catch((error: unknown) =>
    ctx.house.log.error({ err: error, request_id: ctx.requestId }, 'a failed sign-in is not noted'),
  )
}

/** In the log of each organization of the person; what was typed is not kept. */
export async function noteFailure(
  ctx: OutsideContext,
  browser: BrowserRequest,
  { who, summary }: { who: { id: string; name: string }; summary: string },
): Promise<void> {
  const memberships = await ctx.house.database.withSystem((db) => listMemberships(db, who.id))
  for (const where of memberships) {
    const acting = actAs(ctx, browser, { who, where })
    await acting.transaction((own) =>
      audit(own, { action: 'login', resourceType: 'user', resourceId: who.id, summary }),
    )
  }
}
