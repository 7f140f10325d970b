import { formHtml } from './form.ts'
import { html } from './html.ts'
import { DESK, redirect, safeNext, type Page } from './layout.ts'
import type { Show, Visit } from './page-route.ts'
import { findSession } from '../sessions/session.ts'

const EMAIL = { name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username' } as const
const NEW_PASSWORD = {
  name: 'password',
  label: 'New password',
  type: 'password',
  autocomplete: 'new-password',
  hint: 'At least 12 characters. Four unrelated words make a good password.',
} as const
/** Filled in from the link by a script; without it the person pastes what stands behind the `#`. */
const TOKEN = {
  name: 'token',
  label: 'Code of the link',
  autocomplete: 'off',
  hint: 'What stands behind the # of the link that you were given.',
} as const

export const showSignIn: Show = async ({ given, fault }) => {
  const next = safeNext(given.next, DESK)
  const fields = [
    { ...EMAIL, value: given.email, hasFocus: !given.email },
    { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' },
    { name: 'next', label: '', type: 'hidden', value: next },
  ] as const
  return {
    title: 'Sign in',
    script: 'passkeys',
    main: html`<h1>Sign in</h1>
      <div class="panel">
        ${formHtml({ action: '/sign-in', fields, submit: 'Sign in', fault })} ${passkeyHtml(next)}
      </div>
      <p class="links"><a href="/forgot">Forgot the password?</a></p>`,
  }
}

function passkeyHtml(next: string) {
  return html`<div hidden>
    <p class="or">or</p>
    <p class="fault" id="passkey-fault" role="alert" hidden></p>
    <button type="button" class="quiet whole" data-passkey="use" data-next="${next}">
      Use a passkey
    </button>
  </div>`
}

export const showCodePage: Show = async (visit) => {
  const session = await findSession(visit.ctx.house, visit.browser)
  const next = safeNext(visit.given.next, DESK)
  if (session === null) return redirect('/sign-in')
  if (!session.needsMfa && visit.fault === null) return redirect(next)
  const code = {
    name: 'code',
    label: 'Code',
    autocomplete: 'one-time-code',
    inputMode: 'text',
    hasFocus: true,
    hint: 'Six digits of your authenticator, or one of your recovery codes.',
  } as const
  const fields = [code, { name: 'next', label: '', type: 'hidden', value: next } as const]
  return {
    title: 'Second step',
    script: 'passkeys',
    main: html`<h1>One more step</h1>
      <p class="lead">Your account has a second factor.</p>
      <div class="panel">
        ${formHtml({ action: '/sign-in/code', fields, submit: 'Continue', fault: visit.fault })}
        ${passkeyHtml(next)}
      </div>
      <form class="links" method="post" action="/sign-out">
        <button class="quiet">Sign in as somebody else</button>
      </form>`,
  }
}

export const showForgot: Show = async ({ ctx, given, fault }) => ({
  title: 'Reset the password',
  main: html`<h1>Reset the password</h1>
    ${
      ctx.house.mailer.canSend
        ? html`<p class="lead">We send a link to your address. It works once, for an hour.</p>
            <div class="panel">
              ${formHtml({
                action: '/forgot',
                fields: [{ ...EMAIL, value: given.email, hasFocus: true }],
                submit: 'Send the link',
                fault,
              })}
            </div>`
        : html`<div class="panel">
            <p>This copy sends no mail. Whoever operates it can print a link for you:</p>
            <code class="code">npm run assay -- users reset-link YOUR-ADDRESS</code>
          </div>`
    }
    <p class="links"><a href="/sign-in">Back to sign-in</a></p>`,
})

export const showSent: Show = async () => ({
  title: 'Reset the password',
  main: html`<h1>Look into your mail</h1>
    <div class="panel">
      <p>If the address has an account here, a link is on its way. It works once, for an hour.</p>
    </div>
    <p class="links"><a href="/sign-in">Back to sign-in</a></p>`,
})

export const showReset: Show = async ({ given, fault }) => ({
  title: 'New password',
  script: 'link',
  main: html`<h1>Set a new password</h1>
    <p class="lead">You are signed out everywhere when it is set.</p>
    <div class="panel">
      ${formHtml({
        action: '/reset',
        fields: [{ ...TOKEN, value: given.token }, NEW_PASSWORD],
        submit: 'Set the password',
        fault,
      })}
    </div>`,
})

export const showInvitation: Show = async ({ given, fault }) => ({
  title: 'Invitation',
  script: 'link',
  main: html`<h1>Accept the invitation</h1>
    <p class="lead">
      If you have an account here already, enter its password; your name stays as it is.
    </p>
    <div class="panel">
      ${formHtml({
        action: '/invitation',
        fields: [
          { ...TOKEN, value: given.token },
          {
            name: 'name',
            label: 'Your name',
            autocomplete: 'name',
            value: given.name,
            isOptional: true,
          },
          { ...NEW_PASSWORD, label: 'Password' },
        ],
        submit: 'Join',
        fault,
      })}
    </div>`,
})

export const showSetup = async ({ given, fault }: Visit): Promise<Page> => ({
  title: 'Set up',
  script: 'link',
  main: html`<h1>Set up Assay</h1>
    <p class="lead">You become the owner of this copy and can invite others.</p>
    <div class="panel">
      ${formHtml({
        action: '/setup',
        fields: [
          { ...TOKEN, value: given.token },
          {
            name: 'organization',
            label: 'Organization',
            autocomplete: 'organization',
            value: given.organization,
          },
          { name: 'name', label: 'Your name', autocomplete: 'name', value: given.name },
          { ...EMAIL, value: given.email },
          { ...NEW_PASSWORD, label: 'Password' },
        ],
        submit: 'Create the owner',
        fault,
      })}
    </div>
    <p class="meta">
      The link is printed by the first start. <code>npm run assay -- setup-link</code> prints
      another.
    </p>`,
})
