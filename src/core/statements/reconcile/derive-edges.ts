import type { PlainDate } from '../../values/dates.ts'
import type { Cents } from '../../values/money.ts'
import { balanceSign } from './reconcile.ts'
import { asPrinted, EDGES } from './as-printed.ts'
import type { Statement, StatementRow } from '../statement.ts'

/**
 * The statement with the edges that its print leaves open and its rows show: opening and closing
 * balance from an unbroken chain of running balances, the period from the first row to the last.
 * What was derived is named in `derivedEdges`; what an earlier call derived is derived anew, so a
 * changed row changes it. A broken chain shows nothing.
 */
export function withEdges(statement: Statement): Statement {
  const printed = asPrinted(statement)
  const rows = printed.rows.filter(({ isPending }) => !isPending)
  const chain = isOneCurrency(printed, rows) ? findChain(printed, rows) : null
  const openingBalance = printed.openingBalance ?? chain?.opening ?? null
  const closingBalance = printed.closingBalance ?? chain?.closing ?? null
  const period = derivePeriod(printed, rows)
  const isNew = {
    openingBalance: openingBalance !== printed.openingBalance,
    closingBalance: closingBalance !== printed.closingBalance,
    startDate: period.startDate !== printed.startDate,
    endDate: period.endDate !== printed.endDate,
  }
  const derivedEdges = EDGES.filter((edge) => isNew[edge])
  return { ...printed, openingBalance, closingBalance, ...period, derivedEdges }
}

function isOneCurrency({ currency }: Statement, rows: readonly StatementRow[]): boolean {
  return rows.every((row) => row.currency === null || row.currency === currency)
}

interface Chain {
  opening: Cents
  /** Null where rows follow the last balance. */
  closing: Cents | null
}

/** Two balances prove the step between them; one alone could have any sign. */
const BALANCES_LEAST = 2

/** The chain of balances from the oldest row to the newest, in the order that the file has. */
function findChain(statement: Statement, rows: readonly StatementRow[]): Chain | null {
  if (rows.filter(({ balance }) => balance !== null).length < BALANCES_LEAST) return null
  const sign = balanceSign(statement)
  const down = walkChain(rows, sign, statement.openingBalance)
  const up = walkChain(rows.toReversed(), sign, statement.openingBalance)
  if (down && up) return isNewestFirst(rows) ? up : down
  return down ?? up
}

function walkChain(
  rows: readonly StatementRow[],
  sign: 1 | -1,
  printedOpening: Cents | null,
): Chain | null {
  const firstAt = rows.findIndex(({ balance }) => balance !== null)
  const first = rows[firstAt]!
  const moved = rows.slice(0, firstAt + 1).reduce((sum, { amount }) => sum + amount, 0)
  const opening = first.balance! - sign * moved
  if (printedOpening !== null && printedOpening !== opening) return null
  let running = first.balance!
  let isAtBalance = true
  for (const { amount, balance } of rows.slice(firstAt + 1)) {
    running += sign * amount
    isAtBalance = balance !== null
    if (balance !== null && balance !== running) return null
  }
  return { opening: opening === 0 ? 0 : opening, closing: isAtBalance ? running : null }
}

function isNewestFirst(rows: readonly StatementRow[]): boolean {
  return rows[0]!.date > rows.at(-1)!.date
}

/** A statement that prints its last day alone began before its first row. */
function derivePeriod(
  { startDate, endDate }: Statement,
  rows: readonly StatementRow[],
): { startDate: PlainDate | null; endDate: PlainDate | null } {
  if (startDate !== null || endDate !== null || rows.length === 0) return { startDate, endDate }
  const days = rows.map(({ date }) => date).toSorted()
  return { startDate: days[0]!, endDate: days.at(-1)! }
}
