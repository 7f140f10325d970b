import type { Scope } from '../../../data/queries.ts'
import { CompositionPanel } from './composition-panel.tsx'
import { ForecastPanel } from './forecast-panel.tsx'
import { RecurringPanel } from './recurring-panel.tsx'

/** What the money is made of, and what is to come of it. */
export function Outlook({ id, scope }: { id: string; scope: Scope }) {
  return (
    <div className="grid gap-4">
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <CompositionPanel id={id} scope={scope} />
        <ForecastPanel id={id} scope={scope} />
      </div>
      <RecurringPanel id={id} scope={scope} />
    </div>
  )
}
