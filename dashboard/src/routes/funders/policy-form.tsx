import { useState } from 'react'
import type { FunderPolicy } from '../../../../clients/typescript/src/index.ts'
import { keyed, queryClient } from '../../data/queries.ts'
import { api } from '../../data/session.ts'
import { CheckField, Form, SelectField, TextField } from '../../parts/records/form.tsx'
import { notify } from '../../parts/toasts.tsx'
import { CRITERIA, hintFor, isYesNo } from './criteria.ts'
import {
  isMeant,
  toPolicyDraft,
  toPolicyParams,
  type PolicyDraft,
  type Wanted,
} from './policy-draft.ts'

interface Props {
  funderId: string
  /** Null for a new set. */
  policy: FunderPolicy | null
  onClose: () => void
}

/** A set of criteria, sentence by sentence, and what the funder offers to whoever meets them. */
export function PolicyForm({ funderId, policy, onClose }: Props) {
  const [draft, setDraft] = useState(() => toPolicyDraft(policy))
  const change = (next: Partial<PolicyDraft>): void => setDraft({ ...draft, ...next })
  const save = async (): Promise<void> => {
    const params = toPolicyParams(draft, policy)
    await (policy === null
      ? api.funders.createPolicy(funderId, params)
      : api.funders.updatePolicy(funderId, policy.id, params))
    await queryClient.invalidateQueries({ queryKey: keyed('funders') })
    notify(`Criteria “${draft.name.trim()}” are saved`)
    onClose()
  }
  const isReady = draft.name.trim() !== '' && draft.wanted.every(isMeant)
  return (
    <div className="border-t border-hairline pt-3">
      <Form submitLabel="Save the criteria" onSubmit={save} onCancel={onClose} isReady={isReady}>
        <TextField
          label="Name of this set"
          value={draft.name}
          onChange={(name) => change({ name })}
          isRequired
        />
        <WantedList wanted={draft.wanted} onChange={(wanted) => change({ wanted })} />
        <Offer draft={draft} onChange={change} />
        <CheckField
          label="In force: deals are matched with it"
          isOn={draft.isActive}
          onChange={(isActive) => change({ isActive })}
        />
      </Form>
    </div>
  )
}

interface WantedProps {
  wanted: readonly Wanted[]
  onChange: (wanted: Wanted[]) => void
}

function WantedList({ wanted, onChange }: WantedProps) {
  const free = CRITERIA.filter(([name]) => wanted.every((one) => one.name !== name))
  const replace = (name: string, next: Partial<Wanted>): void =>
    onChange(wanted.map((one) => (one.name === name ? { ...one, ...next } : one)))
  return (
    <div className="grid gap-3">
      {wanted.map((one) => (
        <WantedField
          key={one.name}
          wanted={one}
          onChange={(next) => replace(one.name, next)}
          onRemove={() => onChange(wanted.filter(({ name }) => name !== one.name))}
        />
      ))}
      <SelectField
        label="Add a criterion"
        value=""
        options={[['', 'Choose what it wants'], ...free]}
        onChange={(name) => {
          if (name === '') return
          onChange([...wanted, { name, text: isYesNo(name) ? 'yes' : '', isHard: true }])
        }}
      />
    </div>
  )
}

interface FieldProps {
  wanted: Wanted
  onChange: (next: Partial<Wanted>) => void
  onRemove: () => void
}

function WantedField({ wanted, onChange, onRemove }: FieldProps) {
  const { name, text, isHard } = wanted
  const label = CRITERIA.find(([one]) => one === name)![1]
  const setText = (next: string): void => onChange({ text: next })
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-1 border-t border-hairline pt-2">
      <div className="min-w-0 flex-1 basis-[220px]">
        {isYesNo(name) ? (
          <SelectField
            label={label}
            value={text}
            options={[
              ['yes', 'Yes'],
              ['no', 'No'],
            ]}
            onChange={setText}
          />
        ) : (
          <TextField
            label={label}
            note={hintFor(name)}
            value={text}
            onChange={setText}
            isRequired
          />
        )}
      </div>
      <div className="grid gap-1 pt-4">
        <CheckField
          label="Must be met"
          isOn={isHard}
          onChange={(next) => onChange({ isHard: next })}
        />
        <button
          type="button"
          className="button quiet"
          aria-label={`Remove: ${label}`}
          onClick={onRemove}
        >
          Remove
        </button>
      </div>
    </div>
  )
}

const FREQUENCIES = [
  ['', 'By its usual terms'],
  ['daily', 'Each business day'],
  ['weekly', 'Weekly'],
  ['biweekly', 'Every two weeks'],
  ['monthly', 'Monthly'],
] as const

const NUMBERS = [
  ['minAmount', 'Smallest amount'],
  ['maxAmount', 'Largest amount'],
  ['factor', 'Factor'],
  ['term', 'Term, months'],
  ['holdback', 'Holdback of all advances, percent'],
] as const

interface OfferProps {
  draft: PolicyDraft
  onChange: (next: Partial<PolicyDraft>) => void
}

function Offer({ draft, onChange }: OfferProps) {
  return (
    <fieldset>
      <legend className="label mb-1">What it offers</legend>
      <div className="grid gap-4 sm:grid-cols-3">
        {NUMBERS.map(([name, label]) => (
          <TextField
            key={name}
            label={label}
            value={draft[name]}
            onChange={(text) => onChange({ [name]: text })}
          />
        ))}
        <SelectField
          label="Paid"
          value={draft.frequency}
          options={FREQUENCIES}
          onChange={(frequency) => onChange({ frequency })}
        />
      </div>
    </fieldset>
  )
}
