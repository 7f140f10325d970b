import type { Impact } from './impact.ts'

const SHOWN = 8

interface Props {
  impact: Impact | null
  /** Takes it back, where that can be. */
  onUndo?: (() => void) | undefined
  onClose: () => void
}

/** What a correction did to the numbers, before → after. */
export function ImpactStrip({ impact, onUndo, onClose }: Props) {
  if (impact === null) return null
  const { text, changes } = impact
  const others = changes.length - SHOWN
  return (
    <section
      className="notice top-2 z-10 bg-surface sm:sticky"
      aria-label="What changed"
      role="status"
    >
      <strong className="text-ink">{text}.</strong>
      {changes.length === 0 ? (
        <span className="text-muted">No number of the deal depends on it.</span>
      ) : (
        <dl className="flex flex-wrap gap-x-6 gap-y-1">
          {changes.slice(0, SHOWN).map(({ name, label, days, before, after }) => (
            <div key={name} className="flex gap-2 max-sm:w-full max-sm:justify-between">
              <dt className="text-muted">
                {label}, {days}
              </dt>
              <dd className="whitespace-nowrap">
                {before} <span aria-label="became">→</span>{' '}
                <strong className="text-ink">{after}</strong>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {others > 0 && <span className="meta">and {others} more</span>}
      <span className="ml-auto flex gap-2">
        {onUndo && (
          <button type="button" className="button" onClick={onUndo}>
            Undo
          </button>
        )}
        <button type="button" className="button quiet" onClick={onClose}>
          Close
        </button>
      </span>
    </section>
  )
}
