import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { keyed, queryClient } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import { toWords } from '../../../format/values.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Form, SelectField, TextField } from '../../../parts/records/form.tsx'
import { ADDRESSED, CREDENTIALS, PROVIDER_NAMES, TRIGGERS } from './providers.ts'

/** A CRM, how it lets us in, and when it is written to; its map is proposed. */
export function NewCrm({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [provider, setProvider] = useState('hubspot')
  const [way, setWay] = useState(0)
  const [name, setName] = useState('')
  const [address, setAddress] = useState('')
  const [trigger, setTrigger] = useState('on_processed')
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const ways = CREDENTIALS[provider] ?? []
  const names = ways[way] ?? ways[0] ?? []
  const connect = async (): Promise<void> => {
    const given = names.filter((one) => values[one]).map((one) => [one, values[one]!] as const)
    const { id } = await api.crmIntegrations.create({
      provider,
      name: name.trim(),
      ...(given.length > 0 && { credentials: Object.fromEntries(given) }),
      config: { trigger, ...(address.trim() && { base_url: address.trim() }) },
    })
    await queryClient.invalidateQueries({ queryKey: keyed('crm') })
    await navigate({ to: '/apps/crm/$id', params: { id } })
  }
  return (
    <Dialog title="Connect a CRM" onClose={onClose}>
      <div className="p-4">
        <Form
          submitLabel="Connect"
          onSubmit={connect}
          onCancel={onClose}
          isReady={name.trim() !== ''}
        >
          <SelectField
            label="CRM"
            value={provider}
            options={Object.entries(PROVIDER_NAMES)}
            onChange={(next) => {
              setProvider(next)
              setWay(0)
            }}
          />
          <TextField label="Your name for it" value={name} onChange={setName} isRequired />
          {ADDRESSED.has(provider) && (
            <TextField
              label="Address"
              type="url"
              value={address}
              onChange={setAddress}
              isRequired
            />
          )}
          {ways.length > 1 && (
            <SelectField
              label="Let in by"
              value={String(way)}
              options={ways.map(
                (one, index) => [String(index), one.map(toWords).join(', ')] as const,
              )}
              onChange={(next) => setWay(Number(next))}
            />
          )}
          {names.map((one) => (
            <TextField
              key={one}
              label={toWords(one)}
              type={
                one.endsWith('_id') || one === 'username' || one === 'header_name'
                  ? 'text'
                  : 'password'
              }
              value={values[one] ?? ''}
              onChange={(value) => setValues({ ...values, [one]: value })}
            />
          ))}
          <SelectField
            label="Written to"
            value={trigger}
            options={TRIGGERS}
            onChange={setTrigger}
          />
        </Form>
      </div>
    </Dialog>
  )
}
