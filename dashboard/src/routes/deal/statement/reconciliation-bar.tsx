import type { DocumentStatement, Pdf } from '../../../../../clients/typescript/src/index.ts'
import { formatCents, formatDay, formatText } from '../../../format/values.ts'
import { describeContradictions, isReconciled } from './doubts.ts'

interface Props {
  statement: DocumentStatement
  pdf: Pick<Pdf, 'has_text_layer'>
}

/** Whether the rows lead from the opening to the closing balance, as a sum that can be checked. */
export function ReconciliationBar({ statement, pdf }: Props) {
  const { reconciliation, computed, opening_balance, closing_balance, review_causes } = statement
  const { status, difference } = reconciliation
  const isHealed = isReconciled(status)
  const isOff = status === 'unreconciled'
  const set = isOff ? null : describeContradictions(statement, pdf)
  const causes = review_causes.filter(({ code }) => code !== 'authenticity')
  // Figures that add up prove nothing of the open questions below them, such as the currency.
  const isProven = set === null && isHealed && causes.length === 0
  return (
    <section
      className="reconciliation"
      data-state={isOff ? 'unreconciled' : isProven ? 'reconciled' : 'contradicted'}
      aria-label={`Reconciliation of ·${statement.account_last4 ?? '?'}`}
      role="status"
    >
      {set === null ? (
        <strong
          className={isProven ? 'positive' : isHealed ? 'caution' : isOff ? 'negative' : 'caution'}
        >
          {isHealed
            ? '✓ Reconciled'
            : isOff
              ? `✕ Off by ${formatCents(difference)}`
              : '∅ Not proven: it prints no balances to check its rows by'}
        </strong>
      ) : (
        <strong className="caution basis-full">
          ▲ {isHealed ? 'Reconciles' : 'Not proven'} with {set}
        </strong>
      )}
      <span className="sum">
        <Part label="opening" value={opening_balance} />
        <span aria-hidden="true">+</span>
        <Part label="in" value={computed.total_credits} />
        <span aria-hidden="true">−</span>
        <Part label="out" value={computed.total_debits} />
        <span aria-hidden="true">=</span>
        <Part label="computed" value={computed.closing_balance} />
        <span aria-hidden="true">{isOff ? '≠' : '='}</span>
        <Part label="printed" value={closing_balance} />
      </span>
      <span className="meta">
        ·{statement.account_last4 ?? '?'} {formatDay(statement.start_date)} to{' '}
        {formatDay(statement.end_date)}
      </span>
      {causes.length > 0 && (
        <ul className="basis-full">
          {causes.map(({ code, message }) => (
            <li key={code}>
              <span className="caution" aria-hidden="true">
                ▲
              </span>{' '}
              {formatText(message)}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Part({ label, value }: { label: string; value: number | null }) {
  return (
    <span>
      <span className="meta">{label}</span> {formatCents(value)}
    </span>
  )
}
