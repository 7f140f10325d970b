import { categoryIndex, KIND } from '../ledger/classify.ts'
import type { Ledger } from '../ledger.ts'

/**
 * 1 for each row that says nothing of the days ahead: both sides of a transfer between accounts
 * that count, which leave the sum of the balances as it is, and the proceeds of a financing, which
 * nobody is to expect again. A transfer to an account that does not count is money that goes.
 */
export function passingRows({ table, columns }: Ledger): Uint8Array {
  const passing = new Uint8Array(columns.size)
  const transfer = categoryIndex('transfers.internal', 1)
  const between: number[] = []
  for (let row = 0; row < columns.size; row += 1) {
    if ((columns.kinds[row]! & (1 << KIND.debtProceeds)) !== 0) passing[row] = 1
    if (columns.category[row] === transfer) between.push(row)
  }
  const { match } = table
  const here = new Set(between.map((row) => columns.place[row]!))
  const partners = new Set(between.map((row) => match[columns.place[row]!]!))
  for (const row of between) {
    const place = columns.place[row]!
    if (partners.has(place) || here.has(match[place]!)) passing[row] = 1
  }
  return passing
}
