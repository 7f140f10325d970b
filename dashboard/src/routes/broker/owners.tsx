import { useState } from 'react'
import type { BrokerOwner, BrokerSubmission } from '../../../../clients/typescript/src/index.ts'
import { formatCount } from '../../format/values.ts'
import { Panel } from '../../parts/page.tsx'
import { Facts } from '../../parts/records/facts.tsx'
import { Form, TextField } from '../../parts/records/form.tsx'
import { saveBrokerDeal } from './broker-queries.ts'
import { toDraft, toOwner, type OwnerDraft } from './owner-draft.ts'

interface Props {
  deal: BrokerSubmission
  isOpen: boolean
}

/** Who owns the business, with their shares. */
export function Owners({ deal, isOpen }: Props) {
  const [isEditing, setEditing] = useState(false)
  const { owners } = deal
  return (
    <Panel
      title="3 Owners"
      actions={
        isOpen &&
        !isEditing && (
          <button type="button" className="button" onClick={() => setEditing(true)}>
            {owners.length === 0 ? 'Add an owner' : 'Change'}
          </button>
        )
      }
    >
      {isEditing ? (
        <OwnersForm deal={deal} onClose={() => setEditing(false)} />
      ) : owners.length === 0 ? (
        <p className="text-muted">Nobody yet.</p>
      ) : (
        <div className="grid gap-4">
          {owners.map((owner, index) => (
            <Facts
              key={index}
              facts={[
                ['Name', [owner.first_name, owner.last_name].filter(Boolean).join(' ')],
                ['Share', owner.ownership_percent && `${formatCount(owner.ownership_percent)} %`],
                ['Born', owner.date_of_birth_masked],
                ['SSN ends in', owner.ssn_last4],
                ['E-mail', owner.email],
                ['Phone', owner.phone],
              ]}
            />
          ))}
        </div>
      )}
    </Panel>
  )
}

const FIELDS = [
  ['first_name', 'First name', 'text'],
  ['last_name', 'Last name', 'text'],
  ['ownership_percent', 'Share in percent', 'number'],
  ['date_of_birth', 'Date of birth', 'date'],
  ['ssn_last4', 'Last four digits of the SSN', 'text'],
  ['email', 'E-mail', 'email'],
  ['phone', 'Phone', 'tel'],
] as const

function OwnersForm({ deal, onClose }: { deal: BrokerSubmission; onClose: () => void }) {
  const [drafts, setDrafts] = useState<readonly OwnerDraft[]>(() =>
    deal.owners.length === 0 ? [toDraft(null)] : deal.owners.map(toDraft),
  )
  const change = (index: number, next: Partial<OwnerDraft>): void =>
    setDrafts(drafts.map((draft, place) => (place === index ? { ...draft, ...next } : draft)))
  const save = async (): Promise<void> => {
    await saveBrokerDeal(deal.id, { owners: drafts.map(toOwner) as BrokerOwner[] })
    onClose()
  }
  return (
    <Form submitLabel="Save the owners" onSubmit={save} onCancel={onClose}>
      {drafts.map((draft, index) => (
        <fieldset key={index} className="grid gap-3 sm:grid-cols-2">
          <legend className="label mb-2">Owner {index + 1}</legend>
          {FIELDS.map(([name, label, type]) => (
            <TextField
              key={name}
              label={label}
              type={type}
              note={
                name === 'date_of_birth' && draft.masked
                  ? `${draft.masked} is hidden from everybody; type it again to keep it.`
                  : undefined
              }
              value={draft[name]}
              isRequired={name === 'date_of_birth' && draft.masked !== null}
              onChange={(value) => change(index, { [name]: value })}
            />
          ))}
          {drafts.length > 1 && (
            <button
              type="button"
              className="button justify-self-start"
              onClick={() => setDrafts(drafts.filter((_, place) => place !== index))}
            >
              Take owner {index + 1} away
            </button>
          )}
        </fieldset>
      ))}
      <button
        type="button"
        className="button justify-self-start"
        onClick={() => setDrafts([...drafts, toDraft(null)])}
      >
        One more owner
      </button>
    </Form>
  )
}
