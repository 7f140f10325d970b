import type { FoundPosition } from '../../values/position.ts'
import type { Coverage } from '../covered-days.ts'
import type { Row } from '../row.ts'
import { funderMatchKind } from '../rules/financing.ts'
import { amountClusters, isFixed } from '../streams/series.ts'
import type { Identified } from './contracts/contract.ts'

/** One piece of evidence for or against a position. */
export interface Reason {
  reason: string
  points: number
}

/** Points of formulas P8 by how the registry knows the name. */
const MATCH_POINTS = { exact: 0.45, contains: 0.3, ambiguous: 0.15, pattern: 0 }
/** Share of the payments on fixed amounts; payoffs and doubled payments are the others. */
const FIXED_SHARE = 0.8

/** The evidence for and against a contract (formulas P8), in a fixed order. */
export function confidenceReasons(contract: Identified, coverage: Coverage): Reason[] {
  const { payments, advances, rhythm } = contract
  const kind = matchKind(contract)
  const [first] = payments
  const hasGap =
    first !== undefined && !coverage.isWhole(first.tx.accountId, first.date, payments.at(-1)!.date)
  const reasons: (Reason & { holds: boolean })[] = [
    { reason: `registry_${kind}`, points: MATCH_POINTS[kind], holds: true },
    { reason: 'fixed_amount', points: 0.2, holds: hasFixedAmounts(payments) },
    { reason: 'cadence_fit', points: 0.15, holds: (rhythm?.fitShare ?? 0) >= 0.9 },
    { reason: 'advance_matched', points: 0.15, holds: advances.length > 0 },
    { reason: 'many_payments', points: 0.05, holds: payments.length >= 20 },
    { reason: 'coverage_gap', points: -0.15, holds: hasGap },
  ]
  return reasons.filter(({ holds }) => holds)
}

/** The points summed, from 0 to 0.99: only a person is sure. */
export function toConfidence(reasons: readonly Reason[]): number {
  const sum = reasons.reduce((total, { points }) => total + points, 0)
  return Math.round(Math.min(0.99, Math.max(0, sum)) * 100) / 100
}

/** How the registry knows the funder of a contract (formulas P8). */
export function matchKind({
  funder,
  payments,
  advances,
}: Pick<Identified, 'funder' | 'payments' | 'advances'>): FoundPosition['funderMatch']['kind'] {
  if (!funder) return 'pattern'
  if (funder.value.funder.isAmbiguous) return 'ambiguous'
  return funderMatchKind((payments[0] ?? advances[0])!, funder)
}

function hasFixedAmounts(payments: readonly Row[]): boolean {
  if (payments.length < 3) return false
  const fixed = amountClusters(payments).filter(
    (cluster) => cluster.length >= 3 && isFixed(cluster),
  )
  return fixed.flat().length >= FIXED_SHARE * payments.length
}
