import { sessionCookie } from '../../platform/http/connection/browser.ts'
import type { Reply } from '../../platform/route.ts'
import { acceptInvitation } from '../sessions/links/accept-invitation.ts'
import { requestReset, resetPassword } from '../sessions/links/reset-password.ts'
import { showCode } from '../sessions/second-factor.ts'
import { findSession } from '../sessions/session.ts'
import { setUp } from '../sessions/links/setup.ts'
import { signIn } from '../sessions/sign-in.ts'
import { signOut } from '../sessions/sign-out.ts'
import { hasOwner } from '../users/store.ts'
import {
  showCodePage,
  showForgot,
  showInvitation,
  showReset,
  showSent,
  showSetup,
  showSignIn,
} from './entry-pages.ts'
import { DESK, leadOn, redirect, safeNext } from './layout.ts'
import { formRoute, need, needSecret, pageRoute, type Visit } from './page-route.ts'

/** To the second step, the choice of an organization, or where the person wanted to go. */
async function proceed({ ctx, browser, given }: Visit, secret: string): Promise<Reply> {
  const { house } = ctx
  const session = await findSession(house, { ...browser, sessionSecret: secret })
  const next = safeNext(given.next, DESK)
  const headers = sessionCookie(house.config.publicUrl, secret)
  if (session?.needsMfa) return redirect(`/sign-in/code?next=${encodeURIComponent(next)}`, headers)
  if (session?.tenantId === null)
    return redirect(`/organizations?next=${encodeURIComponent(next)}`, headers)
  return leadOn(house.config.publicUrl, next, headers)
}

const signInForm = formRoute('POST /sign-in', 'Sign in', {
  fields: ['email', 'password', 'next'],
  errors: ['invalid_credentials', 'too_many_attempts'],
  show: showSignIn,
  act: async (visit) => {
    const input = { email: need(visit, 'email'), password: needSecret(visit, 'password') }
    return proceed(visit, await signIn(visit.ctx, visit.browser, input))
  },
})

const codeForm = formRoute('POST /sign-in/code', 'Show the second factor', {
  fields: ['code', 'next'],
  errors: ['session_expired', 'mfa_invalid', 'too_many_attempts'],
  show: showCodePage,
  act: async (visit) =>
    proceed(visit, await showCode(visit.ctx, visit.browser, need(visit, 'code'))),
})

const signOutForm = formRoute('POST /sign-out', 'Sign out', {
  fields: [],
  errors: [],
  show: showSignIn,
  act: async ({ ctx, browser }) => {
    await signOut(ctx, browser)
    return redirect('/sign-in', sessionCookie(ctx.house.config.publicUrl, null))
  },
})

const forgotForm = formRoute('POST /forgot', 'Have a link for a new password sent', {
  fields: ['email'],
  errors: ['too_many_attempts'],
  show: showForgot,
  act: async (visit) => {
    await requestReset(visit.ctx, visit.browser, need(visit, 'email'))
    return redirect('/forgot/sent')
  },
})

const resetForm = formRoute('POST /reset', 'Set a new password', {
  fields: ['token', 'password'],
  errors: ['reset_token_invalid', 'weak_password', 'too_many_attempts'],
  show: showReset,
  act: async (visit) => {
    const input = { token: need(visit, 'token'), password: needSecret(visit, 'password') }
    await resetPassword(visit.ctx, visit.browser, input)
    return redirect('/sign-in', sessionCookie(visit.ctx.house.config.publicUrl, null))
  },
})

const invitationForm = formRoute('POST /invitation', 'Accept an invitation', {
  fields: ['token', 'name', 'password'],
  errors: ['invitation_invalid', 'invalid_credentials', 'weak_password', 'too_many_attempts'],
  show: showInvitation,
  act: async (visit) => {
    const input = {
      token: need(visit, 'token'),
      name: visit.given.name?.trim() || undefined,
      password: needSecret(visit, 'password'),
    }
    return proceed(visit, await acceptInvitation(visit.ctx, visit.browser, input))
  },
})

const setupForm = formRoute('POST /setup', 'Make the owner of a new copy', {
  fields: ['token', 'organization', 'name', 'email', 'password'],
  errors: ['setup_token_invalid', 'already_set_up', 'weak_password', 'too_many_attempts'],
  show: showSetup,
  act: async (visit) => {
    const input = {
      token: need(visit, 'token'),
      organization: need(visit, 'organization'),
      name: need(visit, 'name'),
      email: need(visit, 'email'),
      password: needSecret(visit, 'password'),
    }
    const secret = await setUp(visit.ctx, visit.browser, input)
    return proceed({ ...visit, given: { next: '/welcome' } }, secret)
  },
})

export const entryRoutes = [
  pageRoute('GET /sign-in', 'The page to sign in', { show: showSignIn, query: ['next'] }),
  signInForm,
  pageRoute('GET /sign-in/code', 'The page of the second factor', {
    show: showCodePage,
    query: ['next'],
  }),
  codeForm,
  signOutForm,
  pageRoute('GET /forgot', 'The page to request a new password', { show: showForgot }),
  forgotForm,
  pageRoute('GET /forgot/sent', 'What comes after that', { show: showSent }),
  pageRoute('GET /reset', 'The page of a link for a new password', { show: showReset }),
  resetForm,
  pageRoute('GET /invitation', 'The page of an invitation', { show: showInvitation }),
  invitationForm,
  pageRoute('GET /setup', 'The page of the setup link', {
    show: async (visit) => {
      const isDone = await visit.ctx.house.database.withSystem(hasOwner)
      return isDone ? redirect('/sign-in') : showSetup(visit)
    },
  }),
  setupForm,
]
