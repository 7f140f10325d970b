import { describeScope } from '../../../core/values/access/scope-words.ts'
import { listGrants, type ListedGrant } from '../../records/people/grants/store.ts'
import { requireSession } from '../../sessions/session.ts'
import { endGrantOfUser } from '../../user/account/grants.ts'
import { alertHtml, buttonHtml, noticeHtml } from '../form.ts'
import { html, type Html } from '../html.ts'
import { formatInstant, redirect } from '../layout.ts'
import { inOwnName } from '../own-name.ts'
import { formRoute, needId, pageRoute, type Show } from '../page-route.ts'

const SIGNED_IN = ['session_expired', 'mfa_required', 'no_organization'] as const

/** The programs that act for the person in the chosen organization. */
const showApps: Show = async (visit) => {
  const session = await requireSession(visit.ctx.house, visit.browser)
  const { tenantId, tenantName, userId } = session
  if (tenantId === null) return redirect('/organizations?next=/account/apps')
  const grants = await visit.ctx.house.database.withSystem((db) =>
    listGrants(db, { tenantId, userId }),
  )
  return {
    title: 'Connected programs',
    name: session.name,
    isWide: true,
    main: html`<h1>Connected programs</h1>
      <p class="lead">What acts for you in ${tenantName}, with the rights that you gave it.</p>
      ${visit.given.done && noticeHtml('The program can do nothing any more.')}
      ${visit.fault && alertHtml(visit.fault.message)}
      <section class="panel" aria-label="Programs">
        ${
          grants.length === 0
            ? html`<p>
                No program acts for you here. One that wants to leads you to this service.
              </p>`
            : html`<ul class="rows">
                ${grants.map(grantHtml)}
              </ul>`
        }
      </section>
      <p class="links"><a href="/account">Back to your account</a></p>`,
  }
}

function grantHtml(grant: ListedGrant): Html {
  const { id, clientName, redirectHost, mode, scopes, createdAt, expiresAt, lastUsedAt } = grant
  const used = lastUsedAt === null ? 'never used' : `last used ${formatInstant(lastUsedAt)}`
  const reads = scopes.filter((scope) => scope.endsWith(':read'))
  const changes = scopes.filter((scope) => !scope.endsWith(':read'))
  return html`<li class="row">
    <div>
      <strong>${clientName}</strong> at ${redirectHost}, ${mode} data
      ${scopesHtml('Reads', reads)}${scopesHtml('Changes and deletes', changes)}
      <div class="meta">
        ${used} · since ${formatInstant(createdAt)} · until ${formatInstant(expiresAt)}
      </div>
    </div>
    ${buttonHtml({ action: '/account/apps/end', id, text: 'Disconnect', label: `Disconnect ${clientName}` })}
  </li>`
}

function scopesHtml(verb: string, scopes: readonly string[]): Html | null {
  if (scopes.length === 0) return null
  return html`<div>${verb}: ${scopes.map(describeScope).join(', ')}</div>`
}

const endForm = formRoute('POST /account/apps/end', 'Disconnect a program', {
  fields: ['id'],
  errors: [...SIGNED_IN, 'grant_not_found'],
  show: showApps,
  act: async (visit) => {
    const session = await requireSession(visit.ctx.house, visit.browser)
    const id = needId(visit, 'grant_not_found')
    await inOwnName(visit, session).transaction((own) => endGrantOfUser(own, session.userId, id))
    return redirect('/account/apps?done=1')
  },
})

export const appsRoutes = [
  pageRoute('GET /account/apps', 'The programs that act for who is signed in', {
    show: showApps,
    query: ['done'],
    errors: SIGNED_IN,
  }),
  endForm,
]
