import { Link } from '@tanstack/react-router'
import type { WorkflowExecutionStep } from '../../../../../clients/typescript/src/index.ts'
import { formatDuration, RunStatus } from '../run-status.tsx'
import { formatInstant, toWords } from '../../../format/values.ts'
import { Panel } from '../../../parts/page.tsx'

/** What a step got, what it made of it, and what happened on the way. */
export function StepDetail({ step }: { step: WorkflowExecutionStep }) {
  const { node_name, node_id, node_type, status, attempt, branch, error, logs, waits_until } = step
  return (
    <Panel title={node_name || node_id} note={toWords(node_type)}>
      <div className="grid gap-4">
        <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
          <RunStatus status={status} />
          <span className="meta">
            {[
              step.started_at && formatInstant(step.started_at),
              formatDuration(step.duration_ms),
              attempt > 1 && `try ${attempt}`,
              branch !== null && branch !== 'default' && `went on by: ${toWords(branch)}`,
              waits_until && `waits until ${formatInstant(waits_until)}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </p>
        {status === 'waiting' && node_type === 'approval' && (
          <p className="notice" data-tone="caution">
            It waits for a person.{' '}
            <Link to="/queue" search={{ reason: 'approval' }}>
              Decide it
            </Link>
          </p>
        )}
        {error !== null && (
          <p className="notice" data-tone="negative">
            <strong className="negative">✕ {toWords(error.code)}.</strong> {error.message}
          </p>
        )}
        <Json label="Input" value={step.input} />
        <Json label="Output" value={step.output} />
        {logs.length > 0 && <Logs logs={logs} />}
      </div>
    </Panel>
  )
}

function Json({ label, value }: { label: string; value: Record<string, unknown> | null }) {
  if (value === null) return null
  const text = JSON.stringify(value, null, 2)
  return (
    <section aria-label={label}>
      <div className="mb-1 flex items-baseline justify-between gap-4">
        <h3 className="label">{label}</h3>
        <button
          type="button"
          className="button quiet"
          onClick={() => void navigator.clipboard.writeText(text)}
        >
          Copy<span className="sr-only"> the {label.toLowerCase()}</span>
        </button>
      </div>
      <pre className="json" tabIndex={0} role="group" aria-label={`${label} as JSON`}>
        {text}
      </pre>
    </section>
  )
}

function Logs({ logs }: { logs: WorkflowExecutionStep['logs'] }) {
  return (
    <section aria-label="Log">
      <h3 className="label mb-1">Log</h3>
      <ul>
        {logs.map(({ at, level, message }) => (
          <li key={`${at} ${message}`} className="border-t border-hairline py-1">
            <span className="meta">{formatInstant(at)}</span>{' '}
            <span className={level === 'warn' ? 'caution' : ''}>
              {level === 'warn' && '▲ '}
              {message}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
