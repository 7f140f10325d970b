import type { Cents } from '../../../../values/money.ts'
import type { GridRow } from '../grid-row.ts'
import { detectAccountType } from '../accounts.ts'
import { CONTRARY } from './sign-amounts.ts'
import type { SignedAmounts } from './signed-amounts.ts'

interface Edges {
  openingBalance: Cents | null
  closingBalance: Cents | null
}

/** The signs without the doubt of contrary words, where the edges of the balance prove them. */
export function proveByEdges(signed: SignedAmounts, edges: Edges): SignedAmounts {
  const isProven = signed.doubt === CONTRARY && movesBetween(edges, signed.amounts)
  return isProven ? { ...signed, doubt: null } : signed
}

/** Whether the rows move the balance from the one edge to the other, which no other signs do. */
function movesBetween(
  { openingBalance, closingBalance }: Edges,
  amounts: readonly Cents[],
): boolean {
  const moved = amounts.reduce((sum, amount) => sum + amount, 0)
  if (openingBalance === null || closingBalance === null || moved === 0) return false
  return openingBalance + moved === closingBalance
}

interface NamedEdges extends Edges {
  accountName: string | null
}

/**
 * Of a list whose title names a card, what is owed is positive; a bank prints it as a balance below
 * zero, from which purchases lead further down.
 */
export function takeOwed(
  facts: NamedEdges,
  { amounts }: SignedAmounts,
  preamble: readonly GridRow[],
): void {
  const { openingBalance, closingBalance } = facts
  const title = preamble.flatMap(({ cells }) => cells).find(namesCard)
  if (title === undefined || !movesBetween(facts, amounts)) return
  if (openingBalance! > 0 || closingBalance! > 0) return
  facts.accountName = title
  facts.openingBalance = Math.abs(openingBalance!)
  facts.closingBalance = Math.abs(closingBalance!)
}

function namesCard(cell: string): boolean {
  return detectAccountType(cell) === 'credit_card'
}
