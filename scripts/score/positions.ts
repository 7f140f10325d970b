import type { Deal, PositionTruth } from '../../fixtures/deals/deal.ts'
import { toPosition } from '../../src/core/enrichment/positions/figures.ts'
import type { Position } from '../../src/core/values/position.ts'
import { countCase, majority, type Count, type Judged } from './cases.ts'

/** Confidence from which a position that is none counts as invented. */
const SURE = 0.5
const MCA = new Set(['mca', 'revenue_share', 'platform_capital', 'reverse_consolidation'])

/** Compares the positions of a deal with its truth. */
export function countPositions(
  counts: Map<string, Count>,
  { deal, enriched, rowById }: Judged,
): void {
  const found = enriched.positions.map((each) => toPosition(each, null))
  const truthOf = new Map(
    found.map((position) => {
      const ids = position.transactionIds.map((id) => rowById.get(id)!.truth.positionId)
      return [position, majority(ids)]
    }),
  )
  for (const truth of deal.positions) {
    const rows = deal.rows.filter((row) => row.truth.positionId === truth.id)
    const wanted = rows.filter((row) => row.truth.positionRole !== 'return').length
    const own = found.filter((each) => truthOf.get(each)?.value === truth.id)
    const best = own.find((each) => truthOf.get(each)!.count >= 0.6 * wanted)
    const where = `${deal.id} ${describe(truth)} rows ${wanted} · ${rows[0]?.description}`
    const name = truth.isRegistered ? 'found, funder registered' : 'found, funder not registered'
    countCase(counts, name, { isRight: best !== undefined, wrong: where })
    countCase(counts, 'in one piece', {
      isRight: own.length <= 1,
      wrong: `${where} in ${own.length}`,
    })
    if (best) countFacts(counts, { truth, best, where, deal })
  }
  for (const position of found) {
    const isInvented = truthOf.get(position)?.value === null && isWrongKind(position, rowById)
    const wrong = `${deal.id} ${position.funderName} ${position.confidence} ${position.confidenceReasons.join(',')} ${rowById.get(position.transactionIds[0]!)!.description}`
    if (position.confidence >= SURE) {
      countCase(counts, 'said with 0.5 or more and none invented', { isRight: !isInvented, wrong })
    }
  }
}

/** Rows without a true position are an error only where the debt is of another kind. */
function isWrongKind(position: Position, rowById: Judged['rowById']): boolean {
  const slugs = position.transactionIds.map((id) => rowById.get(id)!.truth.slug)
  const slug = majority(slugs)!.value
  return !slug.startsWith('debt.') || (MCA.has(position.productType) && !slug.includes('mca'))
}

interface Compared {
  truth: PositionTruth
  best: Position
  where: string
  deal: Deal
}

function countFacts(counts: Map<string, Count>, { truth, best, where, deal }: Compared): void {
  const { payment, advance } = best
  const countFact = (name: string, isRight: boolean, is: unknown): void =>
    countCase(counts, name, { isRight, wrong: `${where} is ${String(is)}` })
  const isClose = Math.abs((payment?.amount ?? 0) - truth.paymentCents) <= 0.01 * truth.paymentCents
  countFact('payment right', isClose, payment?.amount)
  countFact('product right', best.productType === truth.productType, best.productType)
  countFact('cadence right', payment?.cadence === truth.cadence, payment?.cadence)
  if (truth.isRegistered) {
    countFact('funder right', best.funderName === truth.funderName, best.funderName)
  }
  const advances = deal.rows.filter(
    (row) => row.truth.positionId === truth.id && row.truth.positionRole === 'advance',
  )
  const ids = advances.map(({ id }) => id)
  const hasAdvance = String(advance?.transactionIds ?? []) === String(ids)
  countFact(ids.length > 0 ? 'advance matched' : 'no advance claimed', hasAdvance, advance?.amount)
  if (truth.status !== 'unknown')
    countFact('status right', best.status === truth.status, best.status)
  countFact('renewal right', best.isRenewal === truth.isRenewal, best.isRenewal)
  const { remainingBalance } = best
  if (truth.remainingCents === null || !remainingBalance) return
  const { low, high } = remainingBalance
  const isInside = truth.remainingCents >= low && truth.remainingCents <= high
  countFact(
    'remaining balance inside its interval',
    isInside,
    `${low} to ${high} not ${truth.remainingCents}`,
  )
}

function describe(truth: PositionTruth): string {
  const { id, funderName, cadence, paymentCents, status } = truth
  return `${id} ${funderName} ${cadence} ${paymentCents} ${status}`
}
