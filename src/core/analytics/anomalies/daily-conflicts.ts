import type { CoveredPeriod } from '../../values/account.ts'
import { dayNumber } from '../../values/dates.ts'
import { toMajor, type Cents } from '../../values/money.ts'
import { formatCents, formatCount } from '../../values/paper/figure-text.ts'
import { formatAccountName } from '../figures/requests.ts'
import type { Ledger } from '../ledger.ts'
import { rowAt, selectRows } from '../ledger/rows/select.ts'
import { money } from '../metric/outcomes.ts'
import type { Scope } from '../window.ts'
import type { Finding } from './anomaly.ts'

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
      const largest = Math.max(...differences.map(({ stated, computed }) => Math.abs(stated - computed))) // prettier-ignore
      const [stated, computed] = [first.stated, first.computed].map((cents) => formatCents(cents, ledger.currency)) // prettier-ignore
      const more = differences.length === 1 ? '' : `, and so do ${formatCount(differences.length - 1, 'later day', 'later days')}` // prettier-ignore
      return [
        {
          severity: toMajor(largest, ledger.currency) >= criticalFrom ? ('critical' as const) : ('medium' as const), // prettier-ignore
          score: 1,
          explanation: `${formatAccountName(account)}: the provider states a balance of ${stated} on ${first.date}, and its transactions come to ${computed}${more}.`,
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
