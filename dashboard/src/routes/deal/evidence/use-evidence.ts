import { useNavigate } from '@tanstack/react-router'
import type { EvidenceTarget } from '../deal-search.ts'

/** Opens the drawer by the address, so that what it shows can be sent. */
export function useEvidence(): (
  target: EvidenceTarget,
  days?: { from?: string; to?: string },
) => void {
  const navigate = useNavigate()
  return ({ kind, name }, days) =>
    void navigate({
      to: '.',
      search: (before: Record<string, string | undefined>) => ({
        ...before,
        evidence: `${kind}.${name}`,
        from: days?.from,
        to: days?.to,
      }),
      resetScroll: false,
    })
}
