import { sessionCookie } from '../../platform/http/connection/browser.ts'
import { outsideRoute, Reply } from '../../platform/route.ts'
import { acceptInvitation } from './links/accept-invitation.ts'
import { makeSignInOptions } from '../users/factors/passkeys.ts'
import { signInWithPasskey } from './passkeys.ts'
import { requestReset, resetPassword } from './links/reset-password.ts'
import {
  AcceptBody,
  CodeBody,
  CredentialBody,
  ForgotBody,
  OneForgot,
  OneOptions,
  OneReset,
  OneSession,
  OneSignOut,
  OneToken,
  ResetBody,
  SetupBody,
  SignInBody,
  TokenBody,
} from './schemas.ts'
import { showCode } from './second-factor.ts'
import { findSession, presentSession, replyWithSession } from './session.ts'
import { setUp } from './links/setup.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { issueSessionToken } from './token.ts'

/** Read and set the session cookie; a program uses keys. */
const ofBrowser = { scope: null, cost: 'none', browser: 'api', isAdditive: true } as const

export const sessionRoutes = [
  outsideRoute({
    endpoint: 'POST /session',
    operationId: 'signIn',
    summary: 'Sign in; the session comes as a cookie',
    ...ofBrowser,
    errors: ['invalid_credentials', 'too_many_attempts'],
    shapes: { body: SignInBody, returns: OneSession },
    handle: async ({ body, browser }, ctx) =>
      replyWithSession(ctx.house, await signIn(ctx, browser!, body)),
  }),
  outsideRoute({
    endpoint: 'GET /session',
    summary: 'Who is signed in with the cookie of the request',
    ...ofBrowser,
    shapes: { returns: OneSession },
    handle: async ({ browser }, { house }) => ({
      data: await presentSession(house, await findSession(house, browser!)),
    }),
  }),
  outsideRoute({
    endpoint: 'DELETE /session',
    operationId: 'signOut',
    summary: 'Sign out: the session and its tokens end at once',
    ...ofBrowser,
    shapes: { returns: OneSignOut },
    handle: async ({ browser }, ctx) => {
      await signOut(ctx, browser!)
      const headers = sessionCookie(ctx.house.config.publicUrl, null)
      return new Reply({ headers, body: { data: { signedOut: true } } })
    },
  }),
  outsideRoute({
    endpoint: 'POST /session/mfa',
    operationId: 'confirmSignIn',
    summary: 'Show the second factor: a one-time code or a recovery code',
    ...ofBrowser,
    errors: ['session_expired', 'mfa_invalid', 'too_many_attempts'],
    shapes: { body: CodeBody, returns: OneSession },
    handle: async ({ body, browser }, ctx) =>
      replyWithSession(ctx.house, await showCode(ctx, browser!, body.code)),
  }),
  outsideRoute({
    endpoint: 'POST /session/passkey/options',
    operationId: 'getPasskeySignInOptions',
    summary: 'What a browser needs to use a passkey',
    ...ofBrowser,
    errors: ['passkeys_unavailable'],
    shapes: { returns: OneOptions },
    handle: async (_, { house }) => ({ data: { options: await makeSignInOptions(house) } }),
  }),
  outsideRoute({
    endpoint: 'POST /session/passkey/verify',
    operationId: 'signInWithPasskey',
    summary: 'Sign in with a passkey; it needs no other factor',
    ...ofBrowser,
    errors: ['passkey_invalid', 'passkeys_unavailable', 'too_many_attempts'],
    shapes: { body: CredentialBody, returns: OneSession },
    handle: async ({ body, browser }, ctx) =>
      replyWithSession(ctx.house, await signInWithPasskey(ctx, browser!, body.credential)),
  }),
  outsideRoute({
    endpoint: 'POST /session/token',
    summary: 'A token for ten minutes, with which a page calls the API in one mode',
    ...ofBrowser,
    errors: ['session_expired', 'mfa_required', 'no_organization'],
    shapes: { body: TokenBody, returns: OneToken },
    handle: async ({ body, browser }, ctx) => ({
      data: await issueSessionToken(ctx, browser!, body),
    }),
  }),
  outsideRoute({
    endpoint: 'POST /session/setup',
    operationId: 'setUpOrganization',
    summary: 'Make the owner of a new copy, with the token of the setup link',
    ...ofBrowser,
    errors: ['setup_token_invalid', 'already_set_up', 'weak_password', 'too_many_attempts'],
    shapes: { body: SetupBody, returns: OneSession },
    handle: async ({ body, browser }, ctx) =>
      replyWithSession(ctx.house, await setUp(ctx, browser!, body)),
  }),
  outsideRoute({
    endpoint: 'POST /session/invitations/accept',
    operationId: 'acceptInvitation',
    summary: 'Join an organization, with the token of an invitation',
    description:
      'Where the address has an account, `password` is its password; otherwise an account is made with `name` and `password`.',
    ...ofBrowser,
    errors: ['invitation_invalid', 'invalid_credentials', 'weak_password', 'too_many_attempts'],
    shapes: { body: AcceptBody, returns: OneSession },
    handle: async ({ body, browser }, ctx) =>
      replyWithSession(ctx.house, await acceptInvitation(ctx, browser!, body)),
  }),
  outsideRoute({
    endpoint: 'POST /session/password/forgot',
    operationId: 'requestPasswordReset',
    summary: 'Have a link sent that sets a new password; the same response for every address',
    ...ofBrowser,
    errors: ['too_many_attempts'],
    shapes: { body: ForgotBody, returns: OneForgot },
    handle: async ({ body, browser }, ctx) => {
      await requestReset(ctx, browser!, body.email)
      return { data: { requested: true } }
    },
  }),
  outsideRoute({
    endpoint: 'POST /session/password/reset',
    operationId: 'resetPassword',
    summary: 'Set a new password with the token of such a link; every session ends',
    ...ofBrowser,
    errors: ['reset_token_invalid', 'weak_password', 'too_many_attempts'],
    shapes: { body: ResetBody, returns: OneReset },
    handle: async ({ body, browser }, ctx) => {
      await resetPassword(ctx, browser!, body)
      const headers = sessionCookie(ctx.house.config.publicUrl, null)
      return new Reply({ headers, body: { data: { reset: true } } })
    },
  }),
]
