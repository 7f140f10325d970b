import { useState } from 'react'
import type { Funder } from '../../../../clients/typescript/src/index.ts'
import { keyed, queryClient } from '../../data/queries.ts'
import { api } from '../../data/session.ts'
import { toWords } from '../../format/values.ts'
import { CheckField, Form, SelectField, TextField } from '../../parts/records/form.tsx'
import { notify } from '../../parts/toasts.tsx'
import { toDraft, toParams, type FunderDraft } from './funder-draft.ts'
import { CHANNELS } from './sending.ts'

const KINDS = [
  ['mca', 'Merchant cash advances'],
  ['rbf', 'Revenue-based financing'],
  ['term', 'Term loans'],
  ['loc', 'Lines of credit'],
  ['factor', 'Factoring'],
  ['equipment', 'Equipment'],
  ['sba', 'SBA loans'],
  ['bank', 'Bank'],
  ['platform', 'Platform'],
  ['reverse_consolidation', 'Reverse consolidation'],
  ['broker', 'Broker'],
] as const

export function nameKind(kind: string): string {
  return KINDS.find(([name]) => name === kind)?.[1] ?? toWords(kind)
}

interface Props {
  /** Null for a new one of one's own. */
  funder: Funder | null
  /** What was searched for and not found. */
  name?: string
  onSaved: (funder: Funder) => void
  onCancel?: () => void
}

/** Who a funder is, how deals reach it, and its usual terms. */
export function FunderForm({ funder, name, onSaved, onCancel }: Props) {
  const [draft, setDraft] = useState(() => toDraft(funder, name))
  const change = (next: Partial<FunderDraft>): void => setDraft({ ...draft, ...next })
  const save = async (): Promise<void> => {
    const params = toParams(draft, funder)
    const saved = await (funder === null
      ? api.funders.create({ ...params, name: draft.name.trim() })
      : api.funders.update(funder.id, params))
    await queryClient.invalidateQueries({ queryKey: keyed('funders') })
    notify(`${saved.name} is saved`)
    onSaved(saved)
  }
  return (
    <Form
      submitLabel={funder === null ? 'Create the funder' : 'Save'}
      onSubmit={save}
      isReady={draft.name.trim() !== ''}
      {...(onCancel && { onCancel })}
    >
      {funder?.is_global !== true && <Who draft={draft} onChange={change} />}
      <Reach draft={draft} onChange={change} />
      <Terms draft={draft} onChange={change} />
      <TextField
        label="Remarks"
        rows={2}
        value={draft.notes}
        onChange={(notes) => change({ notes })}
      />
      <CheckField
        label="Deals are offered to it"
        isOn={draft.isActive}
        onChange={(isActive) => change({ isActive })}
      />
    </Form>
  )
}

interface PartProps {
  draft: FunderDraft
  onChange: (next: Partial<FunderDraft>) => void
}

function Who({ draft, onChange }: PartProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label="Name"
        value={draft.name}
        onChange={(name) => onChange({ name })}
        isRequired
      />
      <SelectField
        label="Kind of financing"
        value={draft.kind}
        options={KINDS}
        onChange={(kind) => onChange({ kind })}
      />
    </div>
  )
}

function Reach({ draft, onChange }: PartProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label="How deals are sent"
        value={draft.channel}
        options={CHANNELS}
        onChange={(channel) => onChange({ channel })}
      />
      {draft.channel === 'api' ? (
        <TextField
          label="Address of its API"
          type="url"
          value={draft.apiUrl}
          onChange={(apiUrl) => onChange({ apiUrl })}
        />
      ) : (
        <TextField
          label="E-mail for deals"
          type="email"
          placeholder="deals@funder.com"
          value={draft.email}
          onChange={(email) => onChange({ email })}
        />
      )}
      <TextField
        label="Person there"
        value={draft.contact}
        onChange={(contact) => onChange({ contact })}
      />
      <TextField
        label="E-mail of the person"
        type="email"
        value={draft.contactEmail}
        onChange={(contactEmail) => onChange({ contactEmail })}
      />
    </div>
  )
}

const TERMS = [
  ['factorMin', 'Lowest factor'],
  ['factorMax', 'Highest factor'],
  ['termMin', 'Shortest term, months'],
  ['termMax', 'Longest term, months'],
] as const

function Terms({ draft, onChange }: PartProps) {
  return (
    <fieldset>
      <legend className="label mb-1">Usual terms, from which offers are estimated</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        {TERMS.map(([name, label]) => (
          <TextField
            key={name}
            label={label}
            value={draft[name]}
            onChange={(text) => onChange({ [name]: text })}
          />
        ))}
      </div>
    </fieldset>
  )
}
