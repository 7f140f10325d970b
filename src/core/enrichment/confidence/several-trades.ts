import { choice, text } from '../../values/rows/cells.ts'
import { readRows } from '../../values/rows/rows.ts'

const ROWS = readRows(
  new URL('several-trades.csv', import.meta.url),
  { merchant: text, sign: choice(['in', 'out'], 'a sign'), trades: text },
  ['merchant', 'sign'],
)

const PAYERS = listNames('in')
const PAYEES = listNames('out')

function listNames(sign: 'in' | 'out'): ReadonlySet<string> {
  return new Set(ROWS.filter((row) => row.sign === sign).map(({ merchant }) => merchant))
}

/** Whether a merchant has several trades, so that its name alone does not say what a row is for. */
export function hasSeveralTrades(name: string, isInflow: boolean): boolean {
  return (isInflow ? PAYERS : PAYEES).has(name)
}
