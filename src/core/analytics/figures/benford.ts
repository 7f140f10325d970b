import type { Ledger } from '../ledger.ts'
import { markLabels } from '../ledger/rows/select.ts'
import { firstRowOn } from '../ledger/tally.ts'
import { roundNumber } from '../arithmetic.ts'
import type { Scope } from '../window.ts'

/** Below this many amounts the leading digits show nothing (formulas section 12). */
const BENFORD_MIN = 300

/**
 * Mean absolute deviation of the leading digits from Benford's law over the `n` amounts that do
 * not recur; null below 300 of them.
 */
export function computeBenford(ledger: Ledger, scope: Scope): { n: number; mad: number | null } {
  const { columns } = ledger
  const isRecurring = markLabels(ledger, (label) => label.isRecurring)
  const counts = new Float64Array(10)
  const end = firstRowOn(columns, scope.endDay + 1)
  for (let row = firstRowOn(columns, scope.startDay); row < end; row += 1) {
    const amount = Math.abs(columns.amount[row]!)
    if (amount > 0 && isRecurring[columns.label[row]!] === 0) counts[leadingDigit(amount)]! += 1
  }
  const n = counts.reduce((sum, count) => sum + count, 0)
  if (n < BENFORD_MIN) return { n, mad: null }
  let deviation = 0
  for (let digit = 1; digit <= 9; digit += 1) {
    deviation += Math.abs(counts[digit]! / n - Math.log10(1 + 1 / digit))
  }
  return { n, mad: roundNumber(deviation / 9, 6) }
}

function leadingDigit(amount: number): number {
  let power = 1
  while (amount >= power * 10) power *= 10
  return Math.floor(amount / power)
}
