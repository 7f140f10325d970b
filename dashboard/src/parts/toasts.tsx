import { useSyncExternalStore } from 'react'

interface Toast {
  id: number
  text: string
  undo?: (() => void) | undefined
}

const SHOWN_MS = 10_000
/** Long enough to read what was done, change one's mind, and reach the button by the keyboard. */
const UNDO_MS = 30_000
/** Older ones go: what they report can still be undone where it was done. */
const MOST = 3
let toasts: readonly Toast[] = []
let count = 0
const listeners = new Set<() => void>()

/** Shows a line for some seconds; with `undo` longer, and with a button that takes it back. */
export function notify(text: string, undo?: () => void, shownMs?: number): void {
  count += 1
  const id = count
  change([...toasts, { id, text, undo }].slice(-MOST))
  setTimeout(() => dismiss(id), shownMs ?? (undo ? UNDO_MS : SHOWN_MS))
}

function dismiss(id: number): void {
  change(toasts.filter((toast) => toast.id !== id))
}

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map(({ id, text, undo }) => (
        <div key={id} className="toast">
          {text}
          {undo && (
            <button
              type="button"
              onClick={() => {
                dismiss(id)
                undo()
              }}
            >
              Undo
            </button>
          )}
          {undo && (
            <button type="button" aria-label="Close this note" onClick={() => dismiss(id)}>
              ×
            </button>
          )}
        </div>
      ))}
    </div>
  )
}
