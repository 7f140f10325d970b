import { formatMoney } from '../../../../format/values.ts'
import type { DailyCash } from './terms.ts'

interface Props {
  cash: DailyCash | null
  currency: string
}

/** True revenue of a business day as one bar: what the advances take of it, and what is left. */
export function DailyCashBar({ cash, currency }: Props) {
  if (cash === null)
    return <p className="text-muted">True revenue is not known, so nothing is said of a day.</p>
  const { revenue, existing, offered, left } = cash
  const money = (value: number) => formatMoney(value, currency)
  const parts = [
    { label: 'Advances now', value: existing, kind: 'existing' },
    { label: 'This offer', value: offered, kind: 'offered' },
    { label: 'Left each business day', value: left, kind: 'left' },
  ]
  const whole = Math.max(revenue, existing + offered)
  const text =
    `Of ${money(revenue)} true revenue each business day, ${money(existing)} goes to advances now, ` +
    `${money(offered)} would go to this offer, ${money(left)} is left.`
  return (
    <figure className="grid gap-2">
      <figcaption className="label">True revenue of a business day, {money(revenue)}</figcaption>
      <div className="cash-bar" role="img" aria-label={text}>
        {parts.map(({ kind, value }) => (
          <span
            key={kind}
            data-kind={kind}
            style={{ width: `${(Math.max(0, value) / whole) * 100}%` }}
          />
        ))}
      </div>
      <div className="flex flex-wrap gap-x-6 gap-y-1" aria-hidden="true">
        {parts.map(({ label, value, kind }) => (
          <span key={kind} className={kind === 'left' && value < 0 ? 'negative' : ''}>
            <span className="cash-key" data-kind={kind} /> {label}{' '}
            <strong className="text-ink">{money(value)}</strong>
          </span>
        ))}
      </div>
    </figure>
  )
}
