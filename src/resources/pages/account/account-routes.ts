import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { Reply } from '../../../platform/route.ts'
import {
  addGenerator,
  confirmGenerator,
  removeFactor,
  renewRecoveryCodes,
} from '../../users/account/factors.ts'
import { changePassword, changeProfile } from '../../users/account/profile.ts'
import { hashPassword } from '../../users/passwords/hash.ts'
import { requireStrongPassword } from '../../users/passwords/strength.ts'
import { requireSession } from '../../sessions/session.ts'
import { checkPassword } from '../../sessions/sign-in.ts'
import { markFactorShown, revokeSessions, type Session } from '../../sessions/store.ts'
import { recoveryCodesPage, showAccount, showGenerator } from './account-pages.ts'
import { redirect, replyWithPage } from '../layout.ts'
import { inOwnName, requireRecent } from '../own-name.ts'
import { formRoute, need, needId, needSecret, pageRoute, type Visit } from '../page-route.ts'

const SIGNED_IN = ['session_expired', 'mfa_required', 'no_organization'] as const
const VERIFIED = [...SIGNED_IN, 'reauthentication_required'] as const

/** One transaction in the name of who is signed in. */
async function asOwner<T>(
  visit: Visit,
  session: Session,
  work: (own: Context, owner: { id: string; email: string }) => Promise<T>,
): Promise<T> {
  const owner = { id: session.userId, email: session.email }
  return inOwnName(visit, session).transaction((own) => work(own, owner))
}

async function requireVerified({ ctx, browser }: Visit): Promise<Session> {
  const session = await requireSession(ctx.house, browser)
  requireRecent(session)
  return session
}

const nameForm = formRoute('POST /account/name', 'Change the own name', {
  fields: ['name'],
  errors: SIGNED_IN,
  show: showAccount,
  act: async (visit) => {
    const session = await requireSession(visit.ctx.house, visit.browser)
    const name = need(visit, 'name')
    if (name.length > 255) throw new ApiError('too_long', undefined, { param: 'name' })
    await asOwner(visit, session, (own, { id }) => changeProfile(own, id, { name }))
    return redirect('/account?done=name')
  },
})

const passwordForm = formRoute('POST /account/password', 'Change the own password', {
  fields: ['email', 'current', 'password'],
  errors: [...SIGNED_IN, 'invalid_credentials', 'too_many_attempts', 'weak_password'],
  show: showAccount,
  act: async (visit) => {
    const session = await requireSession(visit.ctx.house, visit.browser)
    const password = needSecret(visit, 'password')
    const given = { email: session.email, password: needSecret(visit, 'current') }
    await checkPassword(visit.ctx, visit.browser, given).catch((error: unknown) => {
      throw error instanceof ApiError && error.code === 'invalid_credentials'
        ? new ApiError(error.code, 'This is not your present password.', { param: 'current' })
        : error
    })
    await requireStrongPassword(password, [session.name, session.email])
    const change = { hash: await hashPassword(password), keptSession: session.id }
    await asOwner(visit, session, (own, { id }) => changePassword(own, id, change))
    visit.ctx.house.forgetApiKeys()
    return redirect('/account?done=password')
  },
})

const generatorForm = formRoute('POST /account/totp', 'Begin to add an authenticator app', {
  fields: [],
  errors: VERIFIED,
  show: showAccount,
  act: async (visit) => {
    const session = await requireVerified(visit)
    await asOwner(visit, session, (own, owner) => addGenerator(own, owner, 'Authenticator app'))
    return redirect('/account/totp')
  },
})

const confirmForm = formRoute('POST /account/totp/confirm', 'Confirm an authenticator app', {
  fields: ['id', 'code'],
  errors: [...VERIFIED, 'factor_not_found', 'mfa_invalid'],
  show: showGenerator,
  act: async (visit) => {
    const session = await requireVerified(visit)
    const input = { id: needId(visit, 'factor_not_found'), code: need(visit, 'code') }
    const codes = await asOwner(visit, session, async (own, owner) => {
      const made = await confirmGenerator(own, owner, input)
      await markFactorShown(own.db, session.id)
      return made
    })
    return codes.length === 0 ? redirect('/account') : replyWithCodes(visit, session, codes)
  },
})

function replyWithCodes(visit: Visit, session: Session, codes: string[]): Reply {
  return replyWithPage(visit.ctx.house.config.publicUrl, recoveryCodesPage(session, codes))
}

const codesForm = formRoute('POST /account/recovery-codes', 'Make new recovery codes', {
  fields: [],
  errors: VERIFIED,
  show: showAccount,
  act: async (visit) => {
    const session = await requireVerified(visit)
    return replyWithCodes(visit, session, await asOwner(visit, session, renewRecoveryCodes))
  },
})

const removeForm = formRoute('POST /account/factors/remove', 'Remove a factor', {
  fields: ['id'],
  errors: [...VERIFIED, 'factor_not_found'],
  show: showAccount,
  act: async (visit) => {
    const session = await requireVerified(visit)
    const id = needId(visit, 'factor_not_found')
    await asOwner(visit, session, (own, owner) => removeFactor(own, owner, id))
    return redirect('/account?done=factor')
  },
})

const endForm = formRoute('POST /account/sessions/end', 'End another session', {
  fields: ['id'],
  errors: [...SIGNED_IN, 'session_not_found'],
  show: showAccount,
  act: async (visit) => {
    const session = await requireSession(visit.ctx.house, visit.browser)
    const id = needId(visit, 'session_not_found')
    await asOwner(visit, session, async (own, { id: userId }) => {
      if ((await revokeSessions(own.db, { userId, id, kept: null })) === 0)
        throw new ApiError('session_not_found')
      const entry = { action: 'deleted', resourceType: 'session', resourceId: id } as const
      await audit(own, { ...entry, summary: 'Ended another session' })
    })
    visit.ctx.house.forgetApiKeys()
    return redirect('/account?done=session')
  },
})

export const accountRoutes = [
  pageRoute('GET /account', 'The own account', {
    show: showAccount,
    query: ['done'],
    errors: SIGNED_IN,
  }),
  nameForm,
  passwordForm,
  pageRoute('GET /account/totp', 'The page to confirm an authenticator app', {
    show: showGenerator,
    errors: SIGNED_IN,
  }),
  generatorForm,
  confirmForm,
  codesForm,
  removeForm,
  endForm,
]
