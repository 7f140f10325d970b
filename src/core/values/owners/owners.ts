/** Owners of a smaller share do not sign (formulas section 20). */
const SIGNING_PERCENT = 20

/** What an owner holds of the company, in percent, and the score; null for what is unknown. */
export interface Stake {
  percent: number | null
  score: number | null
}

/** The lowest credit score of the owners who sign; null when one of theirs, or any, is unknown. */
export function lowestSigningScore(owners: readonly Stake[]): number | null {
  const scores = owners.filter(signs).map(({ score }) => score)
  if (scores.length === 0 || scores.includes(null)) return null
  return Math.min(...(scores as number[]))
}

/** The total share of the signing owners, in percent; null when a share is unknown. */
export function signingPercent(owners: readonly Stake[]): number | null {
  if (owners.length === 0 || owners.some(({ percent }) => percent === null)) return null
  return owners.filter(signs).reduce((sum, { percent }) => sum + percent!, 0)
}

/** An owner of an unknown share may have to sign. */
function signs({ percent }: Stake): boolean {
  return percent === null || percent >= SIGNING_PERCENT
}
