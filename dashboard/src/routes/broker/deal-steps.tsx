import type { BrokerSubmission } from '../../../../clients/typescript/src/index.ts'
import { toSteps } from './steps.ts'

const GLYPHS = { done: '✓', now: '◐', ahead: '○' } as const

/** The way of a deal in four words, with the one that it stands at. */
export function DealSteps({ deal: { stage } }: { deal: BrokerSubmission }) {
  return (
    <ol className="mb-4 flex flex-wrap gap-x-6 gap-y-1" aria-label="Where the deal stands">
      {toSteps(stage).map(({ label, state }) => (
        <li
          key={label}
          aria-current={state === 'now' ? 'step' : undefined}
          className={state === 'now' ? 'font-semibold text-ink' : 'text-muted'}
        >
          <span aria-hidden="true">{GLYPHS[state]} </span>
          {label}
        </li>
      ))}
    </ol>
  )
}
