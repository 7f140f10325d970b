import { useState } from 'react'
import type { TeamMember } from '../../../../../clients/typescript/src/index.ts'
import { keyed, queryClient } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import { formatDay } from '../../../format/values.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Facts } from '../../../parts/records/facts.tsx'
import { Form, SelectField } from '../../../parts/records/form.tsx'
import { notify } from '../../../parts/toasts.tsx'
import { nameRole, ROLES } from './roles.ts'

interface Props {
  member: TeamMember
  mayWrite: boolean
  onClose: () => void
}

/** One member: the role, which can be changed, and the way out. */
export function MemberDrawer({ member, mayWrite, onClose }: Props) {
  const { name, email, role, has_mfa, created_at } = member
  return (
    <Dialog title={name} note={email} kind="drawer" onClose={onClose}>
      <div className="grid gap-6 p-4">
        <Facts
          facts={[
            ['Role', nameRole(role)],
            ['Second factor', has_mfa ? 'yes' : 'password only'],
            ['Member since', formatDay(created_at)],
          ]}
        />
        {mayWrite && role !== 'broker' && <Role member={member} />}
        {mayWrite && <Remove member={member} onDone={onClose} />}
        <p className="meta">
          Who lost phone and recovery codes: <a href="/team">remove their second factor</a>.
        </p>
      </div>
    </Dialog>
  )
}

function refresh(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: keyed('team') })
}

function Role({ member: { id, name, role: before } }: { member: TeamMember }) {
  const [role, setRole] = useState<string>(before)
  const set = async (next: string): Promise<void> => {
    await api.team.updateMember(id, { role: next })
    await refresh()
  }
  const save = async (): Promise<void> => {
    await set(role)
    notify(`${name} is ${nameRole(role).toLowerCase()} now`, () => void set(before))
  }
  return (
    <Form submitLabel="Change the role" onSubmit={save} isReady={role !== before}>
      <SelectField
        label="Role"
        note={ROLES.find(([one]) => one === role)?.[2]}
        value={role}
        options={ROLES.map(([one, label]) => [one, label] as const)}
        onChange={setRole}
      />
    </Form>
  )
}

function Remove({ member: { id, name }, onDone }: { member: TeamMember; onDone: () => void }) {
  const remove = async (): Promise<void> => {
    await api.team.deleteMember(id)
    await refresh()
    notify(`${name} is no member any more`)
    onDone()
  }
  return (
    <Form submitLabel="Remove from the organization" onSubmit={remove}>
      <p className="text-muted">
        {name} is signed out at once and sees nothing of the organization; the account stays.
      </p>
    </Form>
  )
}
