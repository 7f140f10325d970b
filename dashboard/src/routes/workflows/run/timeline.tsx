import type { WorkflowExecutionStep } from '../../../../../clients/typescript/src/index.ts'
import { formatDuration, RunStatus } from '../run-status.tsx'
import { findBars } from './bars.ts'

interface Props {
  steps: readonly WorkflowExecutionStep[]
  open: string | undefined
  onOpen: (stepId: string) => void
}

/** The steps in their order; the bar of each is when it ran and how long. */
export function Timeline({ steps, open, onOpen }: Props) {
  const bars = findBars(steps, Date.now())
  return (
    <section className="panel step-list" aria-label="Steps">
      <ol>
        {steps.map((step, index) => (
          <li key={step.id}>
            <button
              type="button"
              className="triage-entry"
              aria-current={step.id === open}
              onClick={() => onOpen(step.id)}
            >
              <span className="flex justify-between gap-3">
                <strong className="truncate text-ink">
                  {step.node_name || step.node_id}
                  {step.iteration !== null && ` · item ${step.iteration}`}
                </strong>
                <span className="meta whitespace-nowrap">{formatDuration(step.duration_ms)}</span>
              </span>
              <span className="time-bar" aria-hidden="true">
                <span
                  style={{
                    marginLeft: `${bars[index]!.start * 100}%`,
                    width: `${Math.max(1, bars[index]!.share * 100)}%`,
                  }}
                />
              </span>
              <RunStatus status={step.status} />
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}
