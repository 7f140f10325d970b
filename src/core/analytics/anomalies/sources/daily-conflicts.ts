import type { CoveredPeriod } from '../../../values/account.ts'
import { dayNumber } from '../../../values/dates.ts'
import { toMajor, type Cents } from '../../../values/money.ts'
import { formatCents, formatCount } from '../../../values/paper/figure-text.ts'
import { formatAccountName } from '../../figures/requests.ts'
import type { Ledger } from '../../ledger.ts'
import { rowAt, selectRows } from '../../ledger/rows/select.ts'
import { money } from '../../metric/outcomes.ts'
import type { Scope } from '../../window.ts'
import type { Finding } from '../anomaly.ts'

/** A day on which the balance that a provider states is not the one that the rows come to. */
interface Difference {
  date: string
  stated: Cents
  computed: Cents
}

/**
 * Daily balances that a provider states beside the rows that it gives (formulas 7.2): a day that
 * differs shows that rows are missing, or were changed. One finding for each period.
 */
export function dailyConflicts(ledger: Ledger, scope: Scope, criticalFrom: number): Finding[] {
  return ledger.accounts.flatMap(({ account, periods }) =>
    periods.flatMap((period) => {
      const differences = compareDays(ledger, account.id, period).filter(({ date }) => {
        const day = dayNumber(date)
        return day >= scope.startDay && day <= scope.endDay
      })
      const [first] = differences
      if (first === undefined) return []
      const apart = differences.map(({ stated, computed }) => Math.abs(stated - computed))
      const isLarge = toMajor(Math.max(...apart), ledger.currency) >= criticalFrom
      return [
        {
          severity: isLarge ? ('critical' as const) : ('medium' as const),
          score: 1,
          explanation: `${formatAccountName(account)}: ${describe(ledger, differences)}`,
          rows: [],
          documentIds: period.documentId === null ? [] : [period.documentId],
          day: dayNumber(first.date),
          amount: money(first.computed),
          expected: money(first.stated),
        },
      ]
    }),
  )
}

function describe({ currency }: Ledger, [first, ...others]: readonly Difference[]): string {
  const { date, stated, computed } = first!
  const [own, theirs] = [computed, stated].map((cents) => formatCents(cents, currency))
  const more = formatCount(others.length, 'later day differs', 'later days differ')
  const rest = others.length === 0 ? '' : ` ${more} too.`
  return `the provider states ${theirs} on ${date}; its transactions come to ${own}.${rest}`
}

function compareDays(
  ledger: Ledger,
  accountId: string,
  { isFed = false, dailyBalances, openingBalance, startDate, endDate }: CoveredPeriod,
): Difference[] {
  if (!isFed || dailyBalances.length === 0 || openingBalance === null) return []
  const span = { startDay: dayNumber(startDate), endDay: dayNumber(endDate) }
  const rows = selectRows(ledger, span, (row) => rowAt(ledger, row).accountId === accountId)
  let balance = openingBalance
  let at = 0
  return dailyBalances
    .toSorted((left, right) => (left.date < right.date ? -1 : 1))
    .flatMap(({ date, balance: stated }) => {
      const day = dayNumber(date)
      for (; at < rows.length && ledger.columns.day[rows[at]!]! <= day; at += 1)
        balance += ledger.columns.amount[rows[at]!]!
      return balance === stated ? [] : [{ date, stated, computed: balance }]
    })
}
