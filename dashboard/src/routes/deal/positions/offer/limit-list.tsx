import type { SubmissionOffer } from '../../../../../../clients/typescript/src/index.ts'
import { formatMoney, toWords, UNKNOWN } from '../../../../format/values.ts'
import { STEP } from './terms.ts'

interface Props {
  offer: SubmissionOffer
  currency: string
  onChoose: (advance: number) => void
}

/** How much each limit allows at these terms, beside the amount; the lowest one binds. */
export function LimitList({ offer, currency, onChoose }: Props) {
  const { limits, advance } = offer
  const highest = Math.max(advance, ...limits.map(({ amount }) => amount ?? 0), 1)
  const share = (amount: number) => `${Math.min(100, Math.max(0, (amount / highest) * 100))}%`
  return (
    <section aria-label="Limits" className="grid gap-1">
      <h3 className="label">Limits at these terms</h3>
      <ul>
        {limits.map(({ name, formula, amount, is_binding, is_kept }) => (
          <li key={name} className="limit">
            <Kept isKept={is_kept} />
            <span>
              {name === 'coverage' ? 'Debt service coverage' : toWords(name)}
              {is_binding && <span className="chip ml-2">binds</span>}
              <span className="meta block">{formula.replaceAll(' - ', ' − ')}</span>
            </span>
            <span className="limit-track" aria-hidden="true">
              <span className="limit-bar" style={{ width: share(amount ?? 0) }} />
              <span className="limit-mark" style={{ left: share(advance) }} />
            </span>
            <span className="text-right">
              {amount === null || amount <= 0 ? (
                <span className="text-ink">
                  {amount === null ? UNKNOWN : formatMoney(amount, currency)}
                </span>
              ) : (
                <button
                  type="button"
                  className="value-button"
                  title={`Offer ${formatMoney(amount, currency)}`}
                  onClick={() => onChoose(Math.max(STEP, Math.floor(amount / STEP) * STEP))}
                >
                  {formatMoney(amount, currency)}
                </button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A limit that cannot be computed is neither kept nor exceeded. */
function Kept({ isKept }: { isKept: boolean | null }) {
  if (isKept === null)
    return (
      <span className="text-muted">
        ∅<span className="sr-only">not known</span>
      </span>
    )
  return (
    <span className={isKept ? 'positive' : 'negative'}>
      {isKept ? '✓' : '✕'}
      <span className="sr-only">{isKept ? 'kept' : 'exceeded'}</span>
    </span>
  )
}
