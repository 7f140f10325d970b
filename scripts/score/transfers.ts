import type { DealRow } from '../../fixtures/deals/deal.ts'
import type { EnrichedTransaction } from '../../src/core/values/transaction.ts'
import { countCase, type Count, type Judged } from './cases.ts'

/** Compares the pairs of a deal with its truth. */
export function countTransfers(counts: Map<string, Count>, judged: Judged): void {
  const { deal, enriched, rowById } = judged
  for (const row of enriched.transactions) {
    const own = rowById.get(row.id)!
    const other = row.matchedTransactionId ? rowById.get(row.matchedTransactionId)! : null
    const wrong = `${deal.id} ${show(own)} ↔ ${other ? show(other) : 'nothing'}`
    countTransfer(counts, row, { own, other, wrong, rows: deal.rows })
    if (own.truth.positionRole === 'return') {
      const isRight = other !== null && other.truth.positionId === own.truth.positionId
      countCase(counts, 'returns paired with their payment', { isRight, wrong })
    }
  }
}

interface Case {
  own: DealRow
  other: DealRow | null
  wrong: string
  rows: readonly DealRow[]
}

/** The other side, or an identical row of its account, day and amount. */
function isPartner(own: DealRow, other: DealRow, rows: readonly DealRow[]): boolean {
  return rows.some(
    (row) =>
      row.truth.transferId === own.truth.transferId &&
      row.accountId === other.accountId &&
      row.date === other.date &&
      row.amountCents === other.amountCents,
  )
}

function countTransfer(
  counts: Map<string, Count>,
  row: EnrichedTransaction,
  { own, other, wrong, rows }: Case,
): void {
  const { transferId } = own.truth
  const isPaired = row.flags.includes('internal_matched')
  const isRight = other !== null && transferId !== null && isPartner(own, other, rows)
  if (isPaired) countCase(counts, 'said to be a side of a transfer (precision)', { isRight, wrong })
  if (transferId !== null) {
    countCase(counts, 'sides of transfers found (recall)', { isRight: isPaired && isRight, wrong })
  }
  if (own.truth.slug !== 'transfers.external_own') return
  const isOpen = row.flags.includes('unmatched_transfer')
  countCase(counts, 'one-sided ones left open', { isRight: isOpen, wrong })
}

function show({ date, accountId, amountCents, description, truth }: DealRow): string {
  return `${date} ${accountId} ${amountCents} ${description} [${truth.transferId ?? truth.slug}]`
}
