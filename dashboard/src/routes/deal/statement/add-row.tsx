import { parseNumber, printNumber } from '../../../format/region.ts'
import { useState, type FormEvent } from 'react'
import type { DocumentStatement } from '../../../../../clients/typescript/src/index.ts'
import type { Healing } from './use-healing.ts'

interface Props {
  statements: readonly DocumentStatement[]
  healing: Healing
  onDone: () => void
}

/** A row that was not read; the difference of the statement is offered as its amount. */
export function AddRow({ statements, healing, onDone }: Props) {
  const [chosen, setChosen] = useState(statements[0]?.id)
  const statement = statements.find((one) => one.id === chosen)
  if (statement === undefined) return null
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const row = {
      date: readText(form, 'date'),
      description: readText(form, 'description'),
      amount: parseNumber(readText(form, 'amount')) ?? 0,
    }
    void healing.heal(statement.id, row).then((isTaken) => isTaken && onDone())
  }
  const { difference } = statement.reconciliation
  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-2 px-4 pb-3">
      {statements.length > 1 && (
        <Field label="Statement">
          <select
            className="field"
            value={chosen}
            onChange={({ target }) => setChosen(target.value)}
          >
            {statements.map(({ id, account_last4, end_date }) => (
              <option key={id} value={id}>
                ·{account_last4} {end_date}
              </option>
            ))}
          </select>
        </Field>
      )}
      <Field label="Date">
        <input
          className="field"
          type="date"
          name="date"
          required
          defaultValue={statement.end_date ?? undefined}
        />
      </Field>
      <Field label="Description">
        <input className="field" name="description" required maxLength={500} autoFocus />
      </Field>
      <Field label="Amount">
        <input
          key={statement.id}
          className="field w-[112px] text-right"
          name="amount"
          inputMode="decimal"
          required
          pattern="[\-\u2212]?[\d.,' ]*\d"
          defaultValue={difference ? printNumber(difference) : ''}
        />
      </Field>
      <button className="button primary" disabled={healing.isBusy}>
        Add the row
      </button>
    </form>
  )
}

function Field({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <label className="grid gap-1">
      <span className="label">{label}</span>
      {children}
    </label>
  )
}

function readText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}
