import type { Position } from '../../values/position.ts'

/** Where a row belongs among the positions. */
export interface PositionLink {
  positionId: string
  role: 'advance' | 'payment'
  isMca: boolean
}

/** Product types whose rows carry the flag `mca` (taxonomy section 6). */
const MCA_PRODUCTS = new Set(['mca', 'revenue_share', 'platform_capital', 'reverse_consolidation'])

/** Links by transaction id. */
export function positionLinks(positions: readonly Position[]): Map<string, PositionLink> {
  const links = new Map<string, PositionLink>()
  for (const { id, productType, advance, transactionIds } of positions) {
    const advances = new Set(advance?.transactionIds)
    const isMca = MCA_PRODUCTS.has(productType)
    for (const tx of transactionIds) {
      links.set(tx, { positionId: id, role: advances.has(tx) ? 'advance' : 'payment', isMca })
    }
  }
  return links
}
