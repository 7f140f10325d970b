/** Stages by which the house commits itself: what is open then needs a reason. */
export const COMMITTING: ReadonlySet<string | null> = new Set([
  'offer_out',
  'contract_out',
  'approved',
  'funded',
])

/** Why such a stage is back, for the service, which wants a reason of each. */
export function describeReturn(what: string): string {
  return `Taken back: ${what.toLowerCase()}`
}
