import { computeCashPosition } from '../figures/cashflow.ts'
import { dateOfDay } from '../../values/dates.ts'
import { formatCents } from '../../values/paper/figure-text.ts'
import type { PaperSection } from '../../values/paper/paper.ts'
import { computeBalanceFigures } from '../figures/balance-figures.ts'
import { computeBankSummary } from '../reports/bank-summary.ts'
import { column, major, table, type DealInput } from './facts.ts'

/** One row for each month, as lenders read it. */
export function monthsSection({ ledger, request }: DealInput): PaperSection {
  const { rows } = computeBankSummary(ledger, request)
  return {
    title: 'Months',
    note: '~ partly covered month; ! month with a statement that does not reconcile.',
    blocks: [
      table(
        'Months',
        [
          column('Month', 'text', 10),
          column('Opening', 'amount', 12),
          column('Deposits', 'amount', 12, { isSummed: true }),
          column('Withdrawals', 'amount', 12, { isSummed: true }),
          column('Closing', 'amount', 12),
          column('True revenue', 'amount', 12, { isSummed: true }),
          column('Avg. daily balance', 'amount', 12),
          column('Neg. days', 'count', 7, { isSummed: true }),
          column('NSF/OD', 'count', 7, { isSummed: true }),
          column('MCA advances', 'amount', 11, { isSummed: true }),
          column('MCA payments', 'amount', 11, { isSummed: true }),
        ],
        {
          rows: rows.map((row) => [
            `${row.period}${row.is_partial ? ' ~' : ''}${row.is_unreconcilable ? ' !' : ''}`,
            row.beginning_balance,
            row.total_credits,
            row.total_debits,
            row.ending_balance,
            row.true_revenue,
            row.average_daily_balance,
            row.negative_balance_days,
            row.nsf_count + row.overdraft_count,
            row.mca_credits,
            row.mca_debits,
          ]),
          empty: 'No month has a transaction or a covered day.',
        },
      ),
    ],
  }
}

/** The balance by day and by month. */
export function balancesSection({ ledger }: DealInput): PaperSection {
  const { closing, firstDay, coveredAccounts } = ledger.days
  const points = Array.from(closing, (value, index) => ({
    date: dateOfDay(firstDay + index),
    value: coveredAccounts[index]! > 0 && !Number.isNaN(value) ? major(ledger, value) : null,
  }))
  const rows = ledger.months.map((month) => {
    const figures = computeBalanceFigures(ledger, month)
    return [
      month.month,
      figures.dayCount,
      major(ledger, figures.average),
      major(ledger, figures.minimum),
      major(ledger, figures.maximum),
      major(ledger, computeCashPosition(ledger, month).closing),
      figures.negativeDays,
      figures.lowDays,
      figures.longestNegativeRun,
    ]
  })
  const threshold = formatCents(ledger.settings.lowBalanceThreshold, ledger.currency)
  return {
    title: 'Balances',
    note: `All included accounts combined. A day is negative when any account is negative, and low below ${threshold}.`,
    blocks: [
      { kind: 'line', title: 'End-of-day balance', points },
      table(
        'Balances by month',
        [
          column('Month', 'text', 10),
          column('Days', 'count', 9),
          column('Average', 'amount', 13),
          column('Lowest', 'amount', 13),
          column('Highest', 'amount', 13),
          column('Closing', 'amount', 13),
          column('Negative days', 'count', 9),
          column('Low days', 'count', 9),
          column('Longest neg. run', 'count', 11),
        ],
        { rows, empty: 'No balance is known.' },
      ),
    ],
  }
}
