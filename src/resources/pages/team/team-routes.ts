import { isRoleWithin } from '../../../core/values/access/roles.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { requireSession } from '../../sessions/session.ts'
import type { Session } from '../../sessions/store.ts'
import { takeFactors } from '../../team/reset-factors.ts'
import { listMembers, type Member } from '../../team/store.ts'
import { alertHtml, buttonHtml, noticeHtml } from '../form.ts'
import { html, type Html } from '../html.ts'
import { formatInstant, redirect } from '../layout.ts'
import { inOwnName, requireRecent } from '../own-name.ts'
import { formRoute, needId, pageRoute, type Show, type Visit } from '../page-route.ts'

const MANAGING = ['session_expired', 'mfa_required', 'no_organization', 'role_above_own'] as const

type Manager = Session & { tenantId: string; role: 'owner' | 'admin' }

/** Who runs the organization; its people are not the business of others. */
async function requireManager({ ctx, browser }: Visit): Promise<Manager> {
  const session = await requireSession(ctx.house, browser)
  if (session.tenantId === null) throw new ApiError('no_organization')
  if (session.role !== 'owner' && session.role !== 'admin') throw new ApiError('role_above_own')
  return session as Manager
}

const showTeam: Show = async (visit) => {
  const session = await requireManager(visit)
  const members = await visit.ctx.house.database.withSystem((db) =>
    listMembers(db, session.tenantId),
  )
  return {
    title: 'Second factors',
    name: session.name,
    isWide: true,
    main: html`<h1>Second factors at ${session.tenantName}</h1>
      <p class="lead">
        Whoever has lost phone and recovery codes signs in with the password alone once their second
        factor is taken back. It ends their sessions. Roles and invitations are under
        <a href="/settings/team">Settings, Team</a>.
      </p>
      ${visit.given.done && noticeHtml('The second factor is removed.')}
      ${visit.fault && alertHtml(visit.fault.message)}
      <section class="panel" aria-label="Members">
        <ul class="rows">
          ${members.map((member) => memberHtml(member, session))}
        </ul>
      </section>
      <p class="links"><a href="/settings/team">Back to the team</a></p>`,
  }
}

function memberHtml(member: Member, { userId, role: own }: Manager): Html {
  const { id, name, email, role, hasMfa, lastLoginAt } = member
  const seen = lastLoginAt === null ? 'never signed in' : `signed in ${formatInstant(lastLoginAt)}`
  const canReset = hasMfa && id !== userId && isRoleWithin(role, own)
  return html`<li class="row">
    <div>
      ${name}${id === userId && html` <strong>(you)</strong>`}
      <div class="meta">
        ${email} · ${role} · ${hasMfa ? 'with a second factor' : 'password alone'} · ${seen}
      </div>
    </div>
    ${canReset && buttonHtml({ action: '/team/reset-mfa', id, text: 'Remove the second factor', label: `Remove the second factor of ${name}` })}
  </li>`
}

const resetForm = formRoute('POST /team/reset-mfa', 'Take every second factor from a member', {
  fields: ['id'],
  errors: [...MANAGING, 'reauthentication_required', 'member_not_found', 'member_elsewhere'],
  show: showTeam,
  act: async (visit) => {
    const session = await requireManager(visit)
    requireRecent(session)
    const id = needId(visit, 'member_not_found')
    await inOwnName(visit, session).transaction((own) => takeFactors(own, id))
    return redirect('/team?done=1')
  },
})

export const teamPageRoutes = [
  pageRoute('GET /team', 'The second factors of the members', {
    show: showTeam,
    query: ['done'],
    errors: MANAGING,
  }),
  resetForm,
]
