import { useState, type ReactNode } from 'react'

/** Side by side where there is room; below that as two views of which one is shown. */
export function Split({
  left,
  right,
  rowsName = 'Rows',
}: {
  left: ReactNode
  right: ReactNode
  rowsName?: string
}) {
  const [shown, setShown] = useState<'rows' | 'page'>('rows')
  return (
    <div className="split" data-shown={shown}>
      <div className="split-switch" role="group" aria-label="View">
        {(['rows', 'page'] as const).map((view) => (
          <button
            key={view}
            type="button"
            className="button aria-pressed:bg-selected"
            aria-pressed={shown === view}
            onClick={() => setShown(view)}
          >
            {view === 'rows' ? rowsName : 'Page'}
          </button>
        ))}
      </div>
      <div className="split-page">{left}</div>
      <div className="split-rows">{right}</div>
    </div>
  )
}
