import { useEffect, useId, useRef, type ReactNode } from 'react'

interface Props {
  title: string
  note?: ReactNode
  onClose: () => void
  children: ReactNode
  /** A drawer stands at the right edge and is as high as the window; a sheet stands in the middle. */
  kind?: 'drawer' | 'sheet'
  isBare?: boolean
}

/** What a person came to fill in; a chosen radio stands for its group. */
const FIRST_FIELD =
  'input:not([type=checkbox], [type=radio], [type=file], :disabled), textarea, select, input:checked'

/** A native modal dialog: it begins at its first field, keeps the focus, closes with Escape, and gives the focus back. */
export function Dialog({ title, note, onClose, children, kind = 'sheet', isBare = false }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const element = dialog.current
    const before = document.activeElement
    if (element && !element.open) {
      element.showModal()
      // The browser would take the button that closes it.
      if (kind === 'sheet') element.querySelector<HTMLElement>(FIRST_FIELD)?.focus()
    }
    return () => {
      element?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
    // The kind of a dialog stays.
  }, [])
  return (
    <dialog
      ref={dialog}
      className={kind}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
    >
      {isBare ? (
        <h2 id={id} className="sr-only">
          {title}
        </h2>
      ) : (
        <header className="flex items-start justify-between gap-4 border-b border-hairline px-4 py-3">
          <div className="min-w-0">
            <h2 id={id}>{title}</h2>
            {note !== undefined && <div className="meta">{note}</div>}
          </div>
          <button type="button" className="button quiet" aria-label="Close" onClick={onClose}>
            ✕
          </button>
        </header>
      )}
      {children}
    </dialog>
  )
}
