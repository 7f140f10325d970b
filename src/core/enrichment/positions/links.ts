import type { FoundPosition } from '../../values/position.ts'
import type { Classified } from '../rules/classified.ts'

/** The position of a row, and its role there. */
export interface PositionLink {
  positionId: string
  role: 'advance' | 'payment' | 'return' | 'fee'
  isMca: boolean
}

/** Product types whose rows carry the flag `mca` (taxonomy section 6). */
const MCA_PRODUCTS = new Set(['mca', 'revenue_share', 'platform_capital', 'reverse_consolidation'])

/** Links by transaction id: advances, payments, returned payments, and fees of the funder. */
export function linkPositions(
  positions: readonly FoundPosition[],
  classified: readonly Classified[],
): Map<string, PositionLink> {
  const links = new Map<string, PositionLink>()
  for (const position of positions) {
    const advances = new Set(position.advance?.transactionIds)
    for (const tx of position.transactionIds) {
      links.set(tx, linkTo(position, advances.has(tx) ? 'advance' : 'payment'))
    }
  }
  for (const { row, slug, partner, funder } of classified) {
    const own = links.get(row.tx.id)
    if (own && partner?.isUndone) links.set(partner.row.tx.id, { ...own, role: 'return' })
    if (slug !== 'debt.mca_fee' || !funder) continue
    const position = positions.findLast(({ funderId }) => funderId === funder.value.id)
    if (position) links.set(row.tx.id, linkTo(position, 'fee'))
  }
  return links
}

/** The positions with their returned payments and fees. */
export function linkFollowingRows(
  positions: readonly FoundPosition[],
  links: ReadonlyMap<string, PositionLink>,
): FoundPosition[] {
  const idsOf = Map.groupBy(links.keys(), (id) => links.get(id)!.positionId)
  return positions.map((position) => {
    const own = new Set(position.transactionIds)
    const followingIds = (idsOf.get(position.id) ?? []).filter((id) => !own.has(id))
    return followingIds.length > 0 ? { ...position, followingIds } : position
  })
}

function linkTo(position: FoundPosition, role: PositionLink['role']): PositionLink {
  return { positionId: position.id, role, isMca: MCA_PRODUCTS.has(position.productType) }
}
