import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ApiKey } from '../../../../../clients/typescript/src/index.ts'
import { describeError, keyed, queryClient } from '../../../data/queries.ts'
import { useCan } from '../../../data/scopes.ts'
import { api } from '../../../data/session.ts'
import { formatAgo, formatInstant } from '../../../format/values.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Secret } from '../../../parts/records/code.tsx'
import { Facts } from '../../../parts/records/facts.tsx'
import { Form, TextField } from '../../../parts/records/form.tsx'
import { notify } from '../../../parts/toasts.tsx'
import { describeScopes } from './scope-list.ts'

/** One key: what it may do and when it was used, and everything that can be done with it. */
export function KeyDrawer({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const can = useCan()
  const { id, name, hint, scopes, status, last_used_at, last_used_ip } = apiKey
  const instant = (at: string | null) => (at === null ? null : formatInstant(at))
  return (
    <Dialog title={name} note={<code>{hint}</code>} kind="drawer" onClose={onClose}>
      <div className="grid gap-6 p-4">
        <Facts
          facts={[
            ['May use', describeScopes(scopes)],
            [
              'From',
              apiKey.ip_allowlist.length > 0 ? apiKey.ip_allowlist.join(', ') : 'every address',
            ],
            [
              'Last used',
              last_used_at === null
                ? 'never'
                : `${formatAgo(last_used_at, Date.now())}${last_used_ip ? ` from ${last_used_ip}` : ''}`,
            ],
            ['Created', instant(apiKey.created_at)],
            ['Ends', instant(apiKey.grace_ends_at ?? apiKey.expires_at) ?? 'never'],
            ...(apiKey.revoked_at === null
              ? []
              : [['Revoked', instant(apiKey.revoked_at)] as const]),
            ['Id', <code key="id">{id}</code>],
          ]}
        />
        {can('audit:read') && (
          <Link to="/developers/requests" search={{ key: id }}>
            Requests made with this key
          </Link>
        )}
        {can('keys:write') && status !== 'revoked' && <Actions apiKey={apiKey} onClose={onClose} />}
      </div>
    </Dialog>
  )
}

type Step = 'rotate' | 'revoke' | null

function Actions({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { id, name, status } = apiKey
  const [step, setStep] = useState<Step>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const turn = (isOn: boolean): void => {
    turnKey(id, isOn)
      .then(() =>
        notify(`${name} is switched ${isOn ? 'on' : 'off'}`, () => void turnKey(id, !isOn)),
      )
      .catch((error: unknown) => notify(describeError(error).message))
  }
  if (secret !== null) return <Secret label="New key" value={secret} envName="SERVICE_API_KEY" />
  if (step === 'rotate') return <Rotate id={id} onDone={setSecret} onCancel={() => setStep(null)} />
  if (step === 'revoke') return <Revoke {...{ apiKey, onClose }} onCancel={() => setStep(null)} />
  return (
    <div className="flex flex-wrap gap-2">
      <button type="button" className="button" onClick={() => setStep('rotate')}>
        Rotate…
      </button>
      {status === 'inactive' ? (
        <button type="button" className="button" onClick={() => turn(true)}>
          Switch on
        </button>
      ) : (
        <button type="button" className="button" onClick={() => turn(false)}>
          Switch off
        </button>
      )}
      <button type="button" className="button" onClick={() => setStep('revoke')}>
        Revoke…
      </button>
    </div>
  )
}

async function turnKey(id: string, isOn: boolean): Promise<void> {
  if (isOn) await api.apiKeys.activate(id)
  else await api.apiKeys.deactivate(id)
  await queryClient.invalidateQueries({ queryKey: keyed('keys') })
}

interface RotateProps {
  id: string
  onDone: (secret: string) => void
  onCancel: () => void
}

function Rotate({ id, onDone, onCancel }: RotateProps) {
  const [hours, setHours] = useState('24')
  const rotate = async (): Promise<void> => {
    const { key } = await api.apiKeys.rotate(id, { grace_hours: Number(hours) })
    onDone(key)
    await queryClient.invalidateQueries({ queryKey: keyed('keys') })
  }
  return (
    <Form submitLabel="Replace the key" onSubmit={rotate} onCancel={onCancel}>
      <TextField
        label="Hours for which the old key still works"
        note="0 to 24. Long enough to put the new one everywhere."
        type="number"
        value={hours}
        onChange={setHours}
      />
    </Form>
  )
}

/** For ever, so the name is typed: no undo brings a secret back. */
function Revoke({
  apiKey,
  onClose,
  onCancel,
}: {
  apiKey: ApiKey
  onClose: () => void
  onCancel: () => void
}) {
  const [typed, setTyped] = useState('')
  const revoke = async (): Promise<void> => {
    await api.apiKeys.delete(apiKey.id)
    await queryClient.invalidateQueries({ queryKey: keyed('keys') })
    notify(`${apiKey.name} is revoked`)
    onClose()
  }
  return (
    <Form
      submitLabel="Revoke for ever"
      onSubmit={revoke}
      onCancel={onCancel}
      isReady={typed.trim() === apiKey.name}
    >
      <p>
        Programs that use it are refused from the next call on, and it cannot be brought back. To
        try whether anything depends on it, switch it off first.
      </p>
      <TextField label={`Type “${apiKey.name}”`} value={typed} onChange={setTyped} />
    </Form>
  )
}
