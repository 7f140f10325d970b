import { useEffect, useRef } from 'react'
import type { Transaction } from '../../../../../clients/typescript/src/index.ts'
import { formatCents, formatDay, formatInstant } from '../../../format/values.ts'
import { TakeBack } from '../corrections/take-back.tsx'
import { describePrinted, type CorrectedRow } from '../corrections/words.ts'
import { EditCell } from './edit-cell.tsx'
import type { Healing } from './use-healing.ts'

interface Props {
  row: Transaction
  isMarked: boolean
  onMark: (row: string) => void
  healing: Healing
}

/** A row with its values as buttons that become fields. */
export function StatementRow({ row, isMarked, onMark, healing }: Props) {
  const element = useRef<HTMLTableRowElement>(null)
  const { id, statement_id, date, amount, balance, description } = row
  useEffect(() => {
    if (isMarked) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isMarked])
  const heal = (field: 'date' | 'amount' | 'balance' | 'description', value: string | number) =>
    statement_id === null
      ? Promise.resolve(false)
      : healing.heal(statement_id, { id, [field]: value }, { id, [field]: null })
  const remove = (): void => {
    if (statement_id !== null)
      void healing.heal(statement_id, { id, is_removed: true }, { id, is_removed: false })
  }
  return (
    <tr ref={element} aria-selected={isMarked} onClick={() => onMark(id)}>
      <td className="whitespace-nowrap">
        <EditCell
          label={`Date of ${description}`}
          text={formatDay(date)}
          given={date}
          type="date"
          onSave={(text) => heal('date', text)}
        />
      </td>
      <td className="break-words">
        <EditCell
          label={`Description of the row of ${formatDay(date)}`}
          text={description}
          given={description}
          type="text"
          onSave={(text) => heal('description', text)}
        />
        <Corrected row={row} />
      </td>
      <td className="num font-semibold text-ink">
        <EditCell
          label={`Amount of ${description}`}
          name="amount"
          text={formatCents(amount)}
          given={String(amount)}
          type="amount"
          onSave={(text) => heal('amount', Number(text))}
        />
      </td>
      <td className="num">
        <EditCell
          label={`Balance after ${description}`}
          text={formatCents(balance)}
          given={balance === null ? '' : String(balance)}
          type="amount"
          onSave={(text) => heal('balance', Number(text))}
        />
      </td>
      <td className="num">
        <button
          type="button"
          className="value-button text-faint"
          aria-label={`Remove ${description}, ${formatCents(amount)}`}
          disabled={statement_id === null || healing.isBusy}
          onClick={remove}
        >
          ✕
        </button>
      </td>
    </tr>
  )
}

/** What the page says beside what a person set, and the way back to it. */
export function Corrected({ row }: { row: CorrectedRow }) {
  const { corrected, description } = row
  const printed = describePrinted(row)
  if (corrected === null || printed === null) return null
  const { by, at, feedback_id } = corrected
  return (
    <span className="meta block" title={at === null ? undefined : formatInstant(at)}>
      <span className="caution">▲</span> set by {by ?? 'a person'}: {printed}
      {feedback_id !== null && (
        <>
          {' · '}
          <TakeBack feedbackId={feedback_id} label={`${description}, ${printed}`} isQuiet />
        </>
      )}
    </span>
  )
}
