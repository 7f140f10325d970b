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
    note: 'An item is a unit fee charged, less those that the bank gave back; a return without a fee counts once.',
    blocks: [
      table(
        'Risk events',
        [
          column('Month', 'text', 12),
          column('NSF', 'count', 8, { isSummed: true }),
          column('Overdrafts', 'count', 10, { isSummed: true }),
          column('Returned items', 'count', 10, { isSummed: true }),
          column('Days with any', 'count', 10, { isSummed: true }),
          column('Fees', 'amount', 12, { isSummed: true }),
          column('Returned deposits', 'count', 11, { isSummed: true }),
          column('Negative days', 'count', 10, { isSummed: true }),
          column('Low days', 'count', 10, { isSummed: true }),
        ],
        { rows, empty: 'There is no data.' },
      ),
    ],
  }
}

/** What is out of the ordinary, the gravest first. */
export function anomaliesSection({ ledger, facts }: DealInput): PaperSection {
  const all = windowNamed(ledger, 'all')
  const found = ledger.columns.size === 0 ? [] : standingAnomalies(ledger, all)
  const dismissed =
    ledger.columns.size === 0 ? 0 : detectAnomalies(ledger, all).length - found.length
  const shown = gravestFirst(found, facts.rowsMax).slice(0, facts.rowsMax)
  return {
    title: 'Anomalies',
    note: `Found by rule; each says what was found, and none says why.${dismissedText(dismissed)}`,
    blocks: [
      table(
        'Anomalies',
        [
          column('Severity', 'text', 9),
          column('Kind', 'text', 20),
          column('Date', 'date', 10),
          column('What was found', 'text', 50),
          column('Amount', 'amount', 12),
          column('Rows', 'count', 6),
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
          empty: 'Nothing out of the ordinary was found.',
          omitted: omitted(found.length - shown.length),
        },
      ),
    ],
  }
}

function dismissedText(count: number): string {
  if (count === 0) return ''
  return count === 1
    ? ' One that a person dismissed is left out.'
    : ` ${count} that a person dismissed are left out.`
}

/** How many rows are not shown, in words; null when all are. */
export function omitted(count: number): string | null {
  return count <= 0 ? null : `${count.toLocaleString('en-US')} more are in the API.`
}
