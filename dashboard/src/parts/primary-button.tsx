import type { ReactNode } from 'react'

/** The one thing that a panel is for, at its head. */
export function PrimaryButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className="button primary" onClick={onClick}>
      {children}
    </button>
  )
}
