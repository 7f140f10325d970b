import { readMode } from '../../../../data/session.ts'

/** As long as the tab is open: what was tried on a deal is what its funders get. */
export function keepTriedAmount(dealId: string, advance: number): void {
  sessionStorage.setItem(toName(dealId), String(advance))
}

export function readTriedAmount(dealId: string): number | null {
  const kept = sessionStorage.getItem(toName(dealId))
  return kept === null ? null : Number(kept)
}

function toName(dealId: string): string {
  return `assay-offer-${readMode()}-${dealId}`
}
