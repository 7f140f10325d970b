import { dateOfDay, monthOfDay, type PlainDate } from '../../values/dates.ts'
import { toMajor } from '../../values/money.ts'
import { fullMonths } from '../figures/monthly.ts'
import { contain, type Ledger } from '../ledger.ts'
import { findAnyRow, idAt, rowAt } from '../ledger/rows/select.ts'
import type { MetricResult } from '../metric.ts'
import type { Scope } from '../window.ts'
import type { Method, Part, Side } from './basis.ts'

/** A row in a formula, with what of its amount counts. */
export interface BasisRow {
  transaction_id: string
  date: PlainDate
  amount: number
  factor: number
  month: string | null
  side: Side
  party: string | null
}

/** A day in a formula: the balance of one account at its end. */
export interface BasisDay {
  date: PlainDate
  account_id: string
  opening: number
  balance: number
  /** The full month of the period that it lies in. */
  month: string | null
  /** The last row of the account up to the end of the day. */
  transaction_id: string | null
}

/** What a value follows from, row by row and day by day. */
export interface ResolvedBasis {
  method: Method
  /** The months that take part, also those without a row. */
  months: string[]
  rows: BasisRow[]
  days: BasisDay[]
}

/** What a computed value follows from; null where it follows from neither rows nor days. */
export function resolveBasis(ledger: Ledger, result: MetricResult): ResolvedBasis | null {
  const { metric, window, parameters } = result
  const { basis } = metric
  if (basis === null) return null
  const { method, parts, days } = basis
  const resolve = (): ResolvedBasis => {
    const found = parts?.(ledger, window, parameters) ?? []
    return {
      method,
      months: [...new Set(found.flatMap(({ month }) => month ?? []))].toSorted(),
      rows: found.flatMap((part) => listRows(ledger, part)),
      days: days === undefined ? [] : listDays(ledger, days(ledger, window)),
    }
  }
  const nothing = { method, months: [], rows: [], days: [] }
  return contain(ledger, `basis of ${metric.name}`, resolve) ?? nothing
}

/** Rows of a position may be of an account that the ledger leaves out. */
function listRows(ledger: Ledger, part: Part): BasisRow[] {
  const { month = null, side = 'value', party = null, factor } = part
  return part.rows.flatMap((given) => {
    const row = typeof given === 'number' ? rowAt(ledger, given) : findAnyRow(ledger, given)
    if (row === null) return []
    return {
      transaction_id: row.id,
      date: row.date,
      amount: toMajor(row.amount, ledger.currency),
      factor: typeof factor === 'number' ? factor : factor(given as number),
      month,
      side,
      party,
    }
  })
}

/** The known days of the accounts of a scope, account by account. */
function listDays(ledger: Ledger, scope: Scope): BasisDay[] {
  const full = new Set(fullMonths(ledger, scope).map(({ month }) => month))
  return ledger.accounts.flatMap((_, account) =>
    scope.account == null || scope.account === account
      ? daysOfAccount(ledger, { ...scope, account }, full)
      : [],
  )
}

function daysOfAccount(
  ledger: Ledger,
  scope: Scope & { account: number },
  full: ReadonlySet<string>,
): BasisDay[] {
  const { account, balances } = ledger.accounts[scope.account]!
  const { currency } = ledger
  const first = Math.max(scope.startDay, balances.firstDay)
  const last = Math.min(scope.endDay, balances.firstDay + balances.closing.length - 1)
  const findLastRow = createLastRow(ledger, scope.account)
  const days: BasisDay[] = []
  for (let day = first; day <= last; day += 1) {
    const at = day - balances.firstDay
    if (Number.isNaN(balances.closing[at]!)) continue
    const month = monthOfDay(day)
    days.push({
      date: dateOfDay(day),
      account_id: account.id,
      opening: toMajor(balances.opening[at]!, currency),
      balance: toMajor(balances.closing[at]!, currency),
      month: full.has(month) ? month : null,
      transaction_id: findLastRow(day),
    })
  }
  return days
}

/** The id of the last row up to a day; days are given in ascending order. */
function createLastRow(ledger: Ledger, account: number): (day: number) => string | null {
  const { columns } = ledger
  let [next, found] = [0, -1]
  return (day) => {
    while (next < columns.size && columns.day[next]! <= day) {
      if (columns.account[next] === account) found = next
      next += 1
    }
    return found < 0 ? null : idAt(ledger, found)
  }
}
