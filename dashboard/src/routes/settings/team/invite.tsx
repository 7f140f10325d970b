import { useState } from 'react'
import type { TeamInvitationResult } from '../../../../../clients/typescript/src/index.ts'
import { keyed, queryClient } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import { formatDay } from '../../../format/values.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Code } from '../../../parts/records/code.tsx'
import { Form, TextField } from '../../../parts/records/form.tsx'
import { nameRole, ROLES } from './roles.ts'

/** An address and a role make a link, which is shown once and sent where mail can be. */
export function Invite({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<TeamInvitationResult | null>(null)
  return (
    <Dialog title="Invite somebody" onClose={onClose}>
      <div className="p-4">
        {made === null ? (
          <Fields onMade={setMade} onCancel={onClose} />
        ) : (
          <Link made={made} onClose={onClose} />
        )}
      </div>
    </Dialog>
  )
}

interface FieldsProps {
  onMade: (made: TeamInvitationResult) => void
  onCancel: () => void
}

function Fields({ onMade, onCancel }: FieldsProps) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState('analyst')
  const send = async (): Promise<void> => {
    onMade(await api.team.createInvitation({ email: email.trim(), role }))
    await queryClient.invalidateQueries({ queryKey: keyed('team') })
  }
  return (
    <Form submitLabel="Invite" onSubmit={send} onCancel={onCancel} isReady={email.includes('@')}>
      <TextField label="E-mail" type="email" value={email} onChange={setEmail} isRequired />
      <fieldset className="grid gap-2">
        <legend className="label mb-1">Role</legend>
        {ROLES.map(([name, label, meaning]) => (
          <label key={name} className="flex items-baseline gap-2">
            <input
              type="radio"
              name="role"
              checked={role === name}
              onChange={() => setRole(name)}
            />
            <span>
              {label}
              <span className="meta block">{meaning}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </Form>
  )
}

function Link({ made, onClose }: { made: TeamInvitationResult; onClose: () => void }) {
  const { email, role, expires_at, invite_url, is_sent } = made
  return (
    <div className="grid gap-4">
      <p>
        {email} can join as {nameRole(role).toLowerCase()} until {formatDay(expires_at)}.{' '}
        {is_sent
          ? 'The link was sent by mail as well.'
          : 'No mail was sent, since this copy has no mail server: send the link yourself.'}
      </p>
      <Code label="Link of the invitation" text={invite_url} />
      <p className="meta">Shown once: whoever has it can join.</p>
      <div className="flex justify-end">
        <button type="button" className="button primary" onClick={onClose}>
          Done
        </button>
      </div>
    </div>
  )
}
