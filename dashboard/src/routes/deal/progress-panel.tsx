import type { SubmissionStatusResult } from '../../../../clients/typescript/src/index.ts'
import { formatPercent, toWords } from '../../format/values.ts'

const GLYPHS: Record<string, string> = {
  succeeded: '✓',
  running: '◐',
  pending: '○',
  skipped: '–',
  failed: '✕',
}

/** The stages of a run as they end; readers hear one sentence for each. */
export function ProgressPanel({ progress }: { progress: SubmissionStatusResult | null }) {
  const stages = (progress?.stages ?? []).filter(({ status }) => status !== 'skipped')
  const share = progress?.progress ?? 0
  return (
    <section className="panel mb-4 px-4 py-3" aria-label="Processing">
      <div className="flex items-baseline justify-between gap-4">
        <strong className="text-ink" role="status">
          {progress?.stage ? `${toWords(progress.stage)} is running` : 'The documents are waiting'}
        </strong>
        <span className="meta">{formatPercent(share)}</span>
      </div>
      <progress className="progress my-2" max={1} value={share} aria-label="Progress of the run" />
      <ol className="flex flex-wrap gap-x-4 gap-y-1">
        {stages.map(({ name, status, items_done, items_total }) => (
          <li key={name} className={status === 'pending' ? 'text-faint' : ''}>
            <span aria-hidden="true">{GLYPHS[status] ?? '○'}</span> {toWords(name)}
            {items_total !== null && items_total > 1 && (
              <span className="meta">
                {' '}
                {items_done}/{items_total}
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
