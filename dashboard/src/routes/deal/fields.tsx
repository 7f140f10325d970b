import type { ReactNode } from 'react'

interface Props {
  label: string
  hint?: string
  children: ReactNode
}

/** A control under its label; the hint stands below it. */
export function Labeled({ label, hint, children }: Props) {
  return (
    <label className="grid content-start gap-1">
      <span className="label">{label}</span>
      {children}
      {hint !== undefined && <span className="meta">{hint}</span>}
    </label>
  )
}

/** The end of a form: the way back, and what it does. */
export function FormActions({
  action,
  isBusy,
  onClose,
}: {
  action: string
  isBusy: boolean
  onClose: () => void
}) {
  return (
    <div className="flex justify-end gap-2">
      <button type="button" className="button" onClick={onClose}>
        Cancel
      </button>
      <button className="button primary" disabled={isBusy}>
        {action}
      </button>
    </div>
  )
}
