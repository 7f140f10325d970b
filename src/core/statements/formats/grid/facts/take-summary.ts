import type { Cents } from '../../../../values/money.ts'

/** A balance or total among rows, and how many of the rows stand above it. */
interface Summary {
  kind: string
  balance: Cents | null
  amount: Cents | null
  credit: Cents | null
  debit: Cents | null
  isAbove: boolean
  rowsAbove?: number
}

/**
 * A balance of a day stands on the last row of that day. One that is carried to the next page and
 * brought from the last one is no edge.
 */
export function takeSummary<Of extends Summary>(
  summary: Of,
  { transactions, summaries }: { transactions: { balance: Cents | null }[]; summaries: Of[] },
): void {
  const balance = balanceIn(summary)
  const rowsAbove = transactions.length
  const last = transactions.at(-1)
  if (summary.kind === 'daily' && last) last.balance ??= balance
  const before = summaries.at(-1)
  const isTurn =
    before?.kind === 'closing' && summary.kind === 'opening' && before.rowsAbove === rowsAbove
  if (isTurn && balance !== 0 && balance === balanceIn(before)) summaries.pop()
  else summaries.push({ ...summary, isAbove: rowsAbove === 0, rowsAbove })
}

function balanceIn({ balance, amount, credit, debit }: Summary): Cents | null {
  return balance ?? amount ?? credit ?? debit
}
