import { useState } from 'react'
import { keyed, queryClient } from '../../../data/queries.ts'
import { api, readMode } from '../../../data/session.ts'
import { toWords } from '../../../format/values.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Form, SelectField, TextField } from '../../../parts/records/form.tsx'
import { notify } from '../../../parts/toasts.tsx'

/** Those that can be linked, with what their dashboards show. */
const CREDENTIALS: Readonly<Record<string, readonly string[]>> = {
  plaid: ['client_id', 'secret'],
  mastercard: ['partner_id', 'partner_secret', 'app_key'],
}

const PROVIDERS = [
  ['plaid', 'Plaid'],
  ['mastercard', 'Mastercard Open Finance'],
] as const

/** A provider with its credentials, which are tried by one call. */
export function NewIntegration({ onClose }: { onClose: () => void }) {
  const [provider, setProvider] = useState('plaid')
  const [name, setName] = useState('')
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const names = CREDENTIALS[provider] ?? []
  const given = Object.fromEntries(
    names.filter((one) => values[one]).map((one) => [one, values[one]!]),
  )
  const connect = async (): Promise<void> => {
    const { status, last_error } = await api.integrations.create({
      provider,
      name: name.trim(),
      ...(Object.keys(given).length > 0 && { credentials: given }),
    })
    await queryClient.invalidateQueries({ queryKey: keyed('integrations') })
    notify(status === 'error' ? (last_error?.message ?? 'It could not connect') : 'Connected')
    onClose()
  }
  return (
    <Dialog title="Connect a provider" onClose={onClose}>
      <div className="p-4">
        <Form
          submitLabel="Connect"
          onSubmit={connect}
          onCancel={onClose}
          isReady={name.trim() !== ''}
        >
          <SelectField
            label="Provider"
            value={provider}
            options={PROVIDERS}
            onChange={setProvider}
          />
          <TextField label="Your name for it" value={name} onChange={setName} isRequired />
          {names.map((one) => (
            <TextField
              key={one}
              label={toWords(one)}
              type="password"
              value={values[one] ?? ''}
              onChange={(value) => setValues({ ...values, [one]: value })}
            />
          ))}
          {readMode() === 'test' && (
            <p className="meta">Without credentials the test mode invents what it gives.</p>
          )}
        </Form>
      </div>
    </Dialog>
  )
}
