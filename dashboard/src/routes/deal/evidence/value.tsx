import type { ReactNode } from 'react'
import type { EvidenceTarget } from '../deal-search.ts'
import { useEvidence } from './use-evidence.ts'

interface Props {
  /** What the number is, for whoever does not see where it stands. */
  label: string
  target: EvidenceTarget | null
  days?: { from?: string; to?: string }
  children: ReactNode
}

/** A number that opens the rows behind it. */
export function Value({ label, target, days, children }: Props) {
  const open = useEvidence()
  if (target === null) return <>{children}</>
  return (
    <button
      type="button"
      className="value-button"
      title={`${label}: show the rows`}
      onClick={() => open(target, days)}
    >
      {children}
    </button>
  )
}
