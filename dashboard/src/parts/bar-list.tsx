import type { ReactNode } from 'react'
import { formatCount } from '../format/values.ts'

export interface Bar {
  key: string
  label: ReactNode
  count: number
}

/** Counts as bars of one color, each with its name and its number. */
export function BarList({ bars, whole }: { bars: readonly Bar[]; whole?: number }) {
  const most = whole ?? Math.max(1, ...bars.map(({ count }) => count))
  return (
    <dl className="shares">
      {bars.map(({ key, label, count }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>
            <span
              className="share"
              aria-hidden="true"
              style={{ width: `${(count / Math.max(1, most)) * 100}%` }}
            />
            {formatCount(count)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
