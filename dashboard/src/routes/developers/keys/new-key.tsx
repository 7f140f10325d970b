import { useState } from 'react'
import { keyed, queryClient } from '../../../data/queries.ts'
import { holdsScope, useScopes } from '../../../data/scopes.ts'
import { api, readMode } from '../../../data/session.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Secret } from '../../../parts/records/code.tsx'
import { CheckField, Form, SelectField, TextField } from '../../../parts/records/form.tsx'
import { listAreas } from './scope-list.ts'

const LIVES = [
  ['', 'Never'],
  ['30', 'In 30 days'],
  ['90', 'In 90 days'],
  ['365', 'In a year'],
] as const

const DAY_MS = 86_400_000
const KEY_LINE = 'SERVICE_API_KEY'

/** A name, what the key may do, from where and until when; then its secret, once. */
export function NewKey({ onClose }: { onClose: () => void }) {
  const held = useScopes() ?? []
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [addresses, setAddresses] = useState('')
  const [days, setDays] = useState('')
  const [secret, setSecret] = useState<string | null>(null)
  const create = async (): Promise<void> => {
    const ranges = addresses.split(/[\s,]+/).filter(Boolean)
    const made = await api.apiKeys.create({
      name: name.trim(),
      mode: readMode(),
      scopes: [...chosen],
      ...(ranges.length > 0 && { ip_allowlist: ranges }),
      ...(days && { expires_at: new Date(Date.now() + Number(days) * DAY_MS).toISOString() }),
    })
    setSecret(made.key)
    await queryClient.invalidateQueries({ queryKey: keyed('keys') })
  }
  return (
    <Dialog
      title={secret === null ? `New key of the ${readMode()} mode` : `Key “${name.trim()}”`}
      onClose={onClose}
    >
      <div className="p-4">
        {secret !== null ? (
          <div className="grid gap-4">
            <Secret label="Key" value={secret} envName={KEY_LINE} />
            <div className="flex justify-end">
              <button type="button" className="button primary" onClick={onClose}>
                I have saved it
              </button>
            </div>
          </div>
        ) : (
          <Form
            submitLabel="Create the key"
            onSubmit={create}
            onCancel={onClose}
            isReady={name.trim() !== '' && chosen.length > 0}
          >
            <TextField
              label="What the key is for"
              placeholder="Nightly import"
              value={name}
              onChange={setName}
              isRequired
            />
            <Scopes held={held} chosen={chosen} onChange={setChosen} />
            <TextField
              label="Only from these addresses"
              note="Addresses or networks such as 203.0.113.0/24; empty for every address."
              value={addresses}
              onChange={setAddresses}
            />
            <SelectField label="Ends" value={days} options={LIVES} onChange={setDays} />
          </Form>
        )}
      </div>
    </Dialog>
  )
}

interface ScopesProps {
  held: readonly string[]
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}

/** Read and change, area by area; only what the person holds can be given. */
function Scopes({ held, chosen, onChange }: ScopesProps) {
  const areas = listAreas((scope) => holdsScope(held, scope))
  const toggle = (scope: string): void =>
    onChange(chosen.includes(scope) ? chosen.filter((one) => one !== scope) : [...chosen, scope])
  const isAll = chosen.includes('*')
  return (
    <fieldset className="grid gap-2">
      <legend className="label mb-1">What it may do</legend>
      {held.includes('*') && (
        <CheckField
          label="Everything, also what comes later"
          isOn={isAll}
          onChange={(isOn) => onChange(isOn ? ['*'] : [])}
        />
      )}
      {!isAll && (
        <>
          <div className="flex gap-2">
            <button
              type="button"
              className="button"
              onClick={() => onChange(areas.flatMap(({ scopes }) => scopes.filter(isReading)))}
            >
              Read everything
            </button>
            <button type="button" className="button quiet" onClick={() => onChange([])}>
              Nothing
            </button>
          </div>
          <div
            className="grid max-h-[260px] gap-1 overflow-y-auto"
            role="group"
            tabIndex={0}
            aria-label="Areas"
          >
            {areas.map(({ area, label, scopes }) => (
              <div key={area} className="flex items-center justify-between gap-4">
                <span>{label}</span>
                <span className="flex gap-4">
                  {scopes.map((scope) => (
                    <label key={scope} className="flex min-h-6 items-center gap-1">
                      <input
                        type="checkbox"
                        aria-label={`${label}: ${isReading(scope) ? 'read' : 'change'}`}
                        checked={chosen.includes(scope)}
                        onChange={() => toggle(scope)}
                      />
                      {isReading(scope) ? 'read' : 'change'}
                    </label>
                  ))}
                </span>
              </div>
            ))}
          </div>
          {holdsScope(held, 'pii:read') && (
            <CheckField
              label="Tax numbers in full"
              isOn={chosen.includes('pii:read')}
              onChange={() => toggle('pii:read')}
            />
          )}
        </>
      )}
    </fieldset>
  )
}

function isReading(scope: string): boolean {
  return scope.endsWith(':read')
}
