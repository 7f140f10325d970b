import { useSyncExternalStore } from 'react'

interface Toast {
  id: number
  text: string
  undo?: (() => void) | undefined
}

const SHOWN_MS = 10_000
let toasts: readonly Toast[] = []
let count = 0
const listeners = new Set<() => void>()

/** Shows a line for ten seconds; `undo` takes back what it reports. */
export function notify(text: string, undo?: () => void): void {
  count += 1
  const id = count
  change([...toasts, { id, text, undo }])
  setTimeout(() => dismiss(id), SHOWN_MS)
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
        </div>
      ))}
    </div>
  )
}
