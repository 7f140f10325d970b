import { formatCount } from '../../values/paper/figure-text.ts'
import type { PaperSection } from '../../values/paper/paper.ts'
import { detectAnomalies, gravestFirst, standingAnomalies } from '../anomalies/index.ts'
import { computeBalanceFigures } from '../figures/balance-figures.ts'
import { computeNsfFigures } from '../figures/nsf.ts'
import { windowNamed } from '../metric/gate.ts'
import { column, major, table, words, type DealInput } from './facts.ts'

/** Returned and overdrawn items and negative days, by month. */
export function eventsSection({ ledger }: DealInput): PaperSection {
  const rows = ledger.months.map((month) => {
    const nsf = computeNsfFigures(ledger, month)
    const balances = computeBalanceFigures(ledger, month)
    return [
      month.month,
      nsf.nsfCount,
      nsf.overdraftCount,
      nsf.returnedItemCount,
      nsf.nsfDays,
      major(ledger, nsf.fees),
      nsf.returnedDepositCount,
      balances.negativeDays,
      balances.lowDays,
    ]
  })
  return {
    title: 'Risk events',
    note: 'Items are unit fees charged, net of refunds; a returned item without a fee counts once.',
    blocks: [
      table(
        'Risk events',
        [
          column('Month', 'text', 12),
          column('NSF', 'count', 8, { isSummed: true }),
          column('Overdrafts', 'count', 10, { isSummed: true }),
          column('Returned items', 'count', 10, { isSummed: true }),
          column('NSF days', 'count', 10, { isSummed: true }),
          column('Fees', 'amount', 12, { isSummed: true }),
          column('Returned deposits', 'count', 11, { isSummed: true }),
          column('Negative days', 'count', 10, { isSummed: true }),
          column('Low days', 'count', 10, { isSummed: true }),
        ],
        { rows, empty: 'No data.' },
      ),
    ],
  }
}

/** The anomalies that stand, the most severe first. */
export function anomaliesSection({ ledger, facts }: DealInput): PaperSection {
  const all = windowNamed(ledger, 'all')
  const found = ledger.columns.size === 0 ? [] : standingAnomalies(ledger, all)
  const dismissed =
    ledger.columns.size === 0 ? 0 : detectAnomalies(ledger, all).length - found.length
  const shown = gravestFirst(found, facts.rowsMax).slice(0, facts.rowsMax)
  return {
    title: 'Anomalies',
    note: `Detected by rule; an anomaly is an observation, not a conclusion.${dismissedText(dismissed)}`,
    blocks: [
      table(
        'Anomalies',
        [
          column('Severity', 'text', 9),
          column('Anomaly', 'text', 20),
          column('Date', 'date', 10),
          column('Finding', 'text', 50),
          column('Amount', 'amount', 12),
          column('Transactions', 'count', 6),
        ],
        {
          rows: shown.map(({ severity, title, date, explanation, amount, rows }) => [
            words(severity),
            title,
            date,
            explanation,
            amount !== null && typeof amount === 'object' ? major(ledger, amount.cents) : null,
            rows.length,
          ]),
          empty: 'No anomalies were found.',
          omitted: omitted(found.length - shown.length),
        },
      ),
    ],
  }
}

function dismissedText(count: number): string {
  if (count === 0) return ''
  return ` ${formatCount(count, 'dismissed anomaly is', 'dismissed anomalies are')} left out.`
}

/** How many rows are not shown, in words; null when all are. */
export function omitted(count: number): string | null {
  return count <= 0 ? null : `${count.toLocaleString('en-US')} more in the API.`
}
