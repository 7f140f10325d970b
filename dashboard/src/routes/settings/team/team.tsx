import { useQuery } from '@tanstack/react-query'
import type {
  TeamInvitation,
  TeamMember,
  TeamSession,
} from '../../../../../clients/typescript/src/index.ts'
import { describeError, keyed, queryClient, sessionQuery } from '../../../data/queries.ts'
import { useCan } from '../../../data/scopes.ts'
import { api } from '../../../data/session.ts'
import { formatAgo, formatDay, formatInstant } from '../../../format/values.ts'
import { Empty, Panel } from '../../../parts/page.tsx'
import { RecordsTable, type Column } from '../../../parts/records/records-table.tsx'
import { Guarded } from '../../../parts/records/section.tsx'
import { useRecords } from '../../../parts/records/use-records.ts'
import { notify } from '../../../parts/toasts.tsx'
import { useAddress } from '../../../parts/use-address.ts'
import { useShortcuts } from '../../../shell/keys.ts'
import { nameBrowser } from './browser-name.ts'
import { Invite } from './invite.tsx'
import { MemberDrawer } from './member-drawer.tsx'
import { nameRole } from './roles.ts'
import { ListTools } from '../../../parts/records/list-tools.tsx'

/** Who belongs to the organization, who is invited, and where each is signed in. */
export function Team() {
  const [{ invite, open }, change] = useAddress<'invite' | 'open'>()
  const can = useCan()
  const mayWrite = can('team:write')
  const members = useRecords<TeamMember>({
    key: ['team', 'members'],
    read: (page) => api.team.listMembers(page),
  })
  useShortcuts([
    { keys: 'n', label: 'Invite somebody', run: () => mayWrite && change({ invite: '1' }) },
  ])
  const opened = members.rows?.find(({ id }) => id === open)
  return (
    <Guarded scope="team:read">
      <div className="grid gap-4">
        <Panel
          title="Members"
          isFlush
          actions={
            <div className="flex flex-wrap gap-2">
              <ListTools name="team" records={members} />
              {mayWrite && (
                <button
                  type="button"
                  className="button primary"
                  onClick={() => change({ invite: '1' })}
                >
                  Invite somebody
                </button>
              )}
            </div>
          }
        >
          <Members records={members} />
        </Panel>
        <Invitations mayWrite={mayWrite} />
        <Sessions mayWrite={mayWrite} />
      </div>
      {invite && mayWrite && <Invite onClose={() => change({ invite: undefined })} />}
      {opened && (
        <MemberDrawer
          member={opened}
          mayWrite={mayWrite}
          onClose={() => change({ open: undefined })}
        />
      )}
    </Guarded>
  )
}

function Members({ records }: { records: ReturnType<typeof useRecords<TeamMember>> }) {
  const { data: session } = useQuery(sessionQuery)
  const columns: readonly Column<TeamMember>[] = [
    { head: 'Name', cell: ({ id, name }) => `${name}${id === session?.user.id ? ' (you)' : ''}` },
    { head: 'E-mail', cell: ({ email }) => email },
    { head: 'Role', cell: ({ role }) => nameRole(role) },
    {
      head: 'Second factor',
      cell: ({ has_mfa }) =>
        has_mfa ? (
          <span className="positive">✓ yes</span>
        ) : (
          <span className="caution">▲ password only</span>
        ),
    },
    {
      head: 'Last signed in',
      cell: ({ last_login_at }) =>
        last_login_at === null ? 'Never' : formatAgo(last_login_at, Date.now()),
    },
  ]
  return (
    <RecordsTable
      label="members"
      records={records}
      toKey={({ id }) => id}
      columns={columns}
      toTarget={({ id }) => ({ to: '.', search: { open: id } })}
      empty={<Empty title="Nobody is here" />}
    />
  )
}

/** Runs a change of the team and reads the lists anew. */
function changeTeam(work: () => Promise<unknown>, done: string): void {
  work()
    .then(() => queryClient.invalidateQueries({ queryKey: keyed('team') }))
    .then(() => notify(done))
    .catch((error: unknown) => notify(describeError(error).message))
}

function Invitations({ mayWrite }: { mayWrite: boolean }) {
  const records = useRecords<TeamInvitation>({
    key: ['team', 'invitations'],
    read: (page) => api.team.listInvitations(page),
  })
  const columns: readonly Column<TeamInvitation>[] = [
    { head: 'E-mail', cell: ({ email }) => email },
    { head: 'Role', cell: ({ role }) => nameRole(role) },
    {
      head: 'State',
      cell: ({ status, expires_at }) =>
        status === 'pending' ? `Open until ${formatDay(expires_at)}` : STATES[status],
    },
    { head: 'Invited', cell: ({ created_at }) => formatAgo(created_at, Date.now()) },
    {
      head: 'Withdraw',
      cell: ({ id, email, status }) =>
        mayWrite &&
        status === 'pending' && (
          <button
            type="button"
            className="button quiet"
            aria-label={`Withdraw the invitation of ${email}`}
            onClick={() =>
              changeTeam(() => api.team.deleteInvitation(id), `Withdrawn: ${email} cannot join`)
            }
          >
            Withdraw
          </button>
        ),
    },
  ]
  return (
    <Panel title="Invitations" isFlush>
      <RecordsTable
        label="invitations"
        records={records}
        toKey={({ id }) => id}
        columns={columns}
        empty={<Empty title="Nobody was invited yet" />}
      />
    </Panel>
  )
}

const STATES: Readonly<Record<string, string>> = {
  accepted: '✓ Joined',
  revoked: '✕ Withdrawn',
  expired: '∅ Ran out',
}

function Sessions({ mayWrite }: { mayWrite: boolean }) {
  const records = useRecords<TeamSession>({
    key: ['team', 'sessions'],
    read: (page) => api.team.listSessions(page),
  })
  const columns: readonly Column<TeamSession>[] = [
    { head: 'Who', cell: ({ email }) => email },
    { head: 'Where', cell: ({ ip }) => ip },
    {
      head: 'With',
      cell: ({ user_agent }) => (
        <span title={user_agent ?? ''}>{user_agent && nameBrowser(user_agent)}</span>
      ),
    },
    { head: 'Since', cell: ({ created_at }) => formatInstant(created_at) },
    { head: 'Last seen', cell: ({ last_seen_at }) => formatAgo(last_seen_at, Date.now()) },
    {
      head: 'End',
      cell: ({ id, email }) =>
        mayWrite && (
          <button
            type="button"
            className="button quiet"
            aria-label={`Sign out ${email}`}
            onClick={() =>
              changeTeam(() => api.team.deleteSession(id), `${email} is signed out there`)
            }
          >
            Sign out
          </button>
        ),
    },
  ]
  return (
    <Panel title="Signed in" isFlush>
      <RecordsTable
        label="sessions"
        records={records}
        toKey={({ id }) => id}
        columns={columns}
        empty={<Empty title="Nobody is signed in" />}
      />
    </Panel>
  )
}
