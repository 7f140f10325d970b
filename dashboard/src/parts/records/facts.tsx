import type { ReactNode } from 'react'
import { UNKNOWN } from '../../format/values.ts'

export type Fact = readonly [label: string, value: ReactNode]

/** What is known of one thing, line by line; what is not known is a dash. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="label">{label}</dt>
          <dd>{value === null || value === undefined || value === '' ? UNKNOWN : value}</dd>
        </div>
      ))}
    </dl>
  )
}
