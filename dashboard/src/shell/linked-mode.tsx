import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Mode } from '../data/session.ts'

interface Props {
  mode: Mode
  onMode: (mode: Mode) => void
}

/** A link says of which mode it is; opened in the other one, it offers to go there. */
export function LinkedMode({ mode, onMode }: Props) {
  const navigate = useNavigate()
  const linked = useRouterState({
    select: ({ location }) => (location.search as { mode?: string }).mode,
  })
  const isOther = linked !== mode && (linked === 'live' || linked === 'test')
  const forget = (): void =>
    void navigate({
      to: '.',
      search: ((before: object) => ({ ...before, mode: undefined })) as never,
      replace: true,
      resetScroll: false,
    })
  useEffect(() => {
    if (linked === mode) forget()
  }, [linked, mode])
  return (
    <div role="status">
      {isOther && (
        <p className="connection flex flex-wrap items-center gap-3">
          <span>
            <strong>▲ This link is of the {linked} mode.</strong> What it shows is not in the {mode}{' '}
            mode, which you are in.
          </span>
          <button
            type="button"
            className="button"
            onClick={() => {
              onMode(linked)
              forget()
            }}
          >
            Look in the {linked} mode
          </button>
          <button type="button" className="button quiet" onClick={forget}>
            Stay in the {mode} mode
          </button>
        </p>
      )}
    </div>
  )
}
