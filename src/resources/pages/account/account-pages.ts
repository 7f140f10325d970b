import type { Context } from '../../../platform/context.ts'
import { findUnconfirmed, type Generator } from '../../users/account/factors.ts'
import { countRecoveryCodes, listFactors, type Factor } from '../../users/factors/store.ts'
import { listMemberships } from '../../users/store.ts'
import { requireSession } from '../../sessions/session.ts'
import { listSessions, type ListedSession, type Session } from '../../sessions/store.ts'
import { alertHtml, buttonHtml, formHtml, noticeHtml, type Fault } from '../form.ts'
import { html, type Html } from '../html.ts'
import { formatInstant, redirect, type Page } from '../layout.ts'
import { inOwnName } from '../own-name.ts'
import type { Show, Visit } from '../page-route.ts'
import { qrHtml } from './qr.ts'

const DONE: Readonly<Record<string, string>> = {
  name: 'The name is changed.',
  password: 'The password is changed. Other sessions have ended.',
  factor: 'The factor is removed.',
  session: 'The session has ended.',
  passkey: 'The passkey is added.',
}

interface Account {
  factors: Factor[]
  codesLeft: number
  sessions: ListedSession[]
  organizations: number
}

async function readAccount(ctx: Context, { userId }: Session): Promise<Account> {
  const { db } = ctx
  return {
    factors: await listFactors(db, userId),
    codesLeft: await countRecoveryCodes(db, userId),
    sessions: await listSessions(db, { userId, tenantId: null }),
    organizations: (await listMemberships(db, userId)).length,
  }
}

export const showAccount: Show = async (visit) => {
  const session = await requireSession(visit.ctx.house, visit.browser)
  if (session.tenantId === null) return redirect('/organizations')
  const account = await inOwnName(visit, session).transaction((own) => readAccount(own, session))
  return accountPage(visit, session, account)
}

function accountPage({ given, fault }: Visit, session: Session, account: Account): Page {
  const done = DONE[given.done ?? '']
  return {
    title: 'Account',
    name: session.name,
    isWide: true,
    script: 'passkeys',
    main: html`<h1>Account</h1>
      <p class="lead">
        ${session.email} · ${session.role} of
        ${session.tenantName}${
          ['owner', 'admin'].includes(session.role ?? '') &&
          html` · <a href="/settings/team">team</a>`
        }${account.organizations > 1 && html` · <a href="/organizations">other organization</a>`}
      </p>
      ${done && noticeHtml(done)}${fault && fault.param === null && alertHtml(fault.message)}
      ${nameHtml(session, fault)}${passwordHtml(session, fault)}${factorsHtml(account)}${PROGRAMS_HTML}${sessionsHtml(session, account)}`,
  }
}

function nameHtml({ name }: Session, fault: Fault | null): Html {
  const fields = [{ name: 'name', label: 'Name', autocomplete: 'name', value: name }]
  const own = fault?.param === 'name' ? fault : null
  return html`<section class="panel">
    <h2>Profile</h2>
    ${formHtml({ action: '/account/name', fields, submit: 'Save', kind: 'quiet', fault: own })}
  </section>`
}

function passwordHtml({ email }: Session, fault: Fault | null): Html {
  const own = fault?.param === 'password' || fault?.param === 'current' ? fault : null
  const fields = [
    { name: 'email', label: '', type: 'hidden', value: email },
    {
      name: 'current',
      label: 'Present password',
      type: 'password',
      autocomplete: 'current-password',
    },
    {
      name: 'password',
      label: 'New password',
      type: 'password',
      autocomplete: 'new-password',
      hint: 'At least 12 characters. Every other session ends.',
    },
  ] as const
  return html`<section class="panel">
    <h2>Password</h2>
    ${formHtml({ action: '/account/password', fields, submit: 'Change the password', kind: 'quiet', fault: own })}
  </section>`
}

function factorsHtml({ factors, codesLeft }: Account): Html {
  const confirmed = factors.filter(({ confirmedAt }) => confirmedAt !== null)
  const rows = confirmed.map(
    ({ id, name, kind, lastUsedAt }) =>
      html`<li class="row">
        <div>
          ${name}
          <div class="meta">
            ${kind === 'totp' ? 'One-time codes' : 'Passkey'} ·
            ${lastUsedAt ? `used ${formatInstant(lastUsedAt)}` : 'never used'}
          </div>
        </div>
        ${buttonHtml({ action: '/account/factors/remove', id, text: 'Remove', label: `Remove ${name}` })}
      </li>`,
  )
  return html`<section class="panel">
    <h2>Second factor</h2>
    ${
      confirmed.length === 0
        ? html`<p class="caution">
            <span aria-hidden="true">▲</span> A password alone protects this account.
          </p>`
        : html`<ul class="rows">
              ${rows}
            </ul>
            <p>${codesLeft} of your recovery codes are left.</p>`
    }
    <div class="actions">
      <form method="post" action="/account/totp"><button>Add an authenticator app</button></form>
      ${
        confirmed.length > 0 &&
        html`<form method="post" action="/account/recovery-codes">
          <button class="quiet">New recovery codes</button>
        </form>`
      }
    </div>
    <div hidden>
      <p class="or">or</p>
      <label for="passkey-name">Name of the passkey</label>
      <p class="fault" id="passkey-fault" role="alert" hidden></p>
      <div class="actions">
        <input id="passkey-name" value="Passkey" maxlength="100" />
        <button type="button" class="quiet" data-passkey="make" data-next="/account?done=passkey">
          Add a passkey
        </button>
      </div>
    </div>
  </section>`
}

const PROGRAMS_HTML = html`<section class="panel">
  <h2>Connected programs</h2>
  <p><a href="/account/apps">See and end what programs may do for you</a></p>
</section>`

function sessionsHtml({ id: own }: Session, { sessions }: Account): Html {
  const rows = sessions.map(
    ({ id, ip, userAgent, lastSeenAt }) =>
      html`<li class="row">
        <div>
          ${describeAgent(userAgent)}${id === own && html` <strong>(this one)</strong>`}
          <div class="meta">${ip} · last seen ${formatInstant(lastSeenAt)}</div>
        </div>
        ${id !== own && buttonHtml({ action: '/account/sessions/end', id, text: 'End', label: `End the session from ${ip ?? ''}` })}
      </li>`,
  )
  return html`<section class="panel">
    <h2>Sessions</h2>
    <ul class="rows">
      ${rows}
    </ul>
  </section>`
}

/** A browser names all whose pages it shows alike; the first of these that it names is its own. */
const PROGRAMS = {
  Edg: 'Edge',
  OPR: 'Opera',
  Firefox: 'Firefox',
  Chrome: 'Chrome',
  Safari: 'Safari',
}
const SYSTEMS = /\b(Windows|Android|iPhone|iPad|Mac OS X|Linux)\b/

/** `Firefox on Linux`, as far as the browser says. */
function describeAgent(agent: string | null): string {
  if (agent === null) return 'Unknown program'
  const program = Object.entries(PROGRAMS).find(([mark]) => agent.includes(`${mark}/`))?.[1]
  const system = SYSTEMS.exec(agent)?.[1]
  return program && system ? `${program} on ${system}` : agent.slice(0, 60)
}

/** The page on which a generator is confirmed by its first code. */
export const showGenerator: Show = async (visit) => {
  const session = await requireSession(visit.ctx.house, visit.browser)
  const owner = { id: session.userId, email: session.email }
  const acting = inOwnName(visit, session)
  const generator = await acting.transaction((own) => findUnconfirmed(own, owner))
  return generator === null ? redirect('/account') : generatorPage(visit, session, generator)
}

async function generatorPage(
  { fault }: Visit,
  { name }: Session,
  { id, secret, uri }: Generator,
): Promise<Page> {
  const spaced = secret.replaceAll(/(.{4})(?=.)/g, '$1 ')
  const code = {
    name: 'code',
    label: 'First code',
    autocomplete: 'one-time-code',
    inputMode: 'numeric',
    hasFocus: true,
  } as const
  const fields = [{ name: 'id', label: '', type: 'hidden', value: id } as const, code]
  return {
    title: 'Authenticator app',
    name,
    main: html`<h1>Add an authenticator app</h1>
      <p class="lead">
        Scan the code with your app, enter the key in it, or open it on this device.
      </p>
      <div class="panel">
        ${await qrHtml(uri, 'QR code of the key below')}
        <code class="code" id="secret">${spaced}</code>
        <p><a href="${uri}">Open in an authenticator app</a></p>
        ${formHtml({ action: '/account/totp/confirm', fields, submit: 'Confirm', fault })}
      </div>
      <p class="links"><a href="/account">Cancel</a></p>`,
  }
}

/** Shown once, as the response to the form that made them. */
export function recoveryCodesPage({ name }: Session, codes: readonly string[]): Page {
  return {
    title: 'Recovery codes',
    name,
    main: html`<h1>Your recovery codes</h1>
      <p class="lead">
        Each signs you in once when you have no other factor at hand. They are shown only now: print
        them or keep them in a password manager.
      </p>
      <div class="panel">
        <ul class="codes">
          ${codes.map((code) => html`<li><code>${code}</code></li>`)}
        </ul>
        <a class="button whole" href="/account">I have kept them</a>
      </div>`,
  }
}
