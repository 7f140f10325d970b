import { useState, type FormEvent } from 'react'
import type { Position, PositionUpdateParams } from '../../../../../clients/typescript/src/index.ts'
import { toWords } from '../../../format/values.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { FormActions, Labeled } from '../fields.tsx'
import { addPosition, changePosition } from './change-position.ts'
import { nameProduct } from './position-words.ts'
import { draftPosition, toChanges, type PositionDraft } from './position-draft.ts'

const PRODUCTS = [
  'mca',
  'revenue_share',
  'line_of_credit',
  'term_loan',
  'reverse_consolidation',
  'factoring',
  'equipment',
  'vehicle',
  'mortgage',
  'sba',
  'credit_card',
  'personal',
  'platform_capital',
  'unknown',
]
const STATUSES = ['new', 'active', 'late', 'defaulted', 'paid_off', 'inactive']
const CADENCES = ['business_daily', 'daily', 'weekly', 'biweekly', 'monthly', 'irregular']

interface Props {
  id: string
  /** Null adds one. */
  position: Position | null
  onClose: () => void
}

/** What a person knows of an advance; an empty field leaves what was read. */
export function PositionDialog({ id, position, onClose }: Props) {
  const [draft, setDraft] = useState(() => draftPosition(position))
  const [isBusy, setBusy] = useState(false)
  const set = (field: keyof PositionDraft) => (value: string) =>
    setDraft((before) => ({ ...before, [field]: value }))
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    const isDone = await save(id, position, draft)
    setBusy(false)
    if (isDone) onClose()
  }
  return (
    <Dialog
      title={position === null ? 'Add a position' : `Edit ${position.funder_name}`}
      onClose={onClose}
    >
      <form onSubmit={(event) => void submit(event)} className="grid gap-4 p-4">
        <div className="grid gap-3 sm:grid-cols-2">
          <Text label="Funder" field="funder_name" draft={draft} set={set} isRequired />
          <Choice label="Product" field="product_type" options={PRODUCTS} draft={draft} set={set} />
          <Choice label="Status" field="status" options={STATUSES} draft={draft} set={set} />
          <Text label="Factor" field="factor_rate" draft={draft} set={set} isNumber />
          <Text
            label="Amount of the advance"
            field="advance_amount"
            draft={draft}
            set={set}
            isNumber
          />
          <Labeled label="Day of the advance">
            <input
              type="date"
              className="field"
              value={draft.advance_date}
              onChange={({ target }) => set('advance_date')(target.value)}
            />
          </Labeled>
          <Text label="To repay in all" field="right_to_receive" draft={draft} set={set} isNumber />
          {position === null && (
            <>
              <Text label="Payment" field="payment_amount" draft={draft} set={set} isNumber />
              <Choice
                label="Frequency"
                field="payment_cadence"
                options={CADENCES}
                draft={draft}
                set={set}
              />
            </>
          )}
        </div>
        <Labeled label="Note">
          <textarea
            className="field"
            rows={2}
            maxLength={2000}
            value={draft.notes}
            onChange={({ target }) => set('notes')(target.value)}
          />
        </Labeled>
        <FormActions
          action={position === null ? 'Add the position' : 'Save'}
          isBusy={isBusy}
          onClose={onClose}
        />
      </form>
    </Dialog>
  )
}

async function save(id: string, position: Position | null, draft: PositionDraft): Promise<boolean> {
  const changes = toChanges(draft, draftPosition(position))
  if (position === null) return addPosition(id, changes)
  if (Object.keys(changes).length === 0) return true
  return changePosition(position, changes as PositionUpdateParams, `Saved: ${draft.funder_name}`)
}

interface FieldProps {
  label: string
  field: keyof PositionDraft
  draft: PositionDraft
  set: (field: keyof PositionDraft) => (value: string) => void
}

function Text({
  label,
  field,
  draft,
  set,
  isRequired = false,
  isNumber = false,
}: FieldProps & { isRequired?: boolean; isNumber?: boolean }) {
  return (
    <Labeled label={label}>
      <input
        className="field"
        required={isRequired}
        {...(isNumber && { inputMode: 'decimal', pattern: '[0-9.,$ ]*' })}
        value={draft[field]}
        onChange={({ target }) => set(field)(target.value)}
      />
    </Labeled>
  )
}

function Choice({ label, field, options, draft, set }: FieldProps & { options: string[] }) {
  return (
    <Labeled label={label}>
      <select
        className="field"
        value={draft[field]}
        onChange={({ target }) => set(field)(target.value)}
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {field === 'product_type' ? nameProduct(option) : toWords(option)}
          </option>
        ))}
      </select>
    </Labeled>
  )
}
