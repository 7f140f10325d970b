import type { PaperSection, PaperValue } from '../../values/paper/paper.ts'
import { getConcentration, computeRevenue } from '../figures/revenue-figures.ts'
import { windowNamed } from '../metric/gate.ts'
import type { Ledger } from '../ledger.ts'
import { EXCLUSION_REASONS } from '../ledger/classify.ts'
import type { Scope } from '../window.ts'
import { column, major, table, words, type DealInput } from './facts.ts'

const PAYERS_MAX = 12

/** From every deposit to true revenue, month by month and reason by reason. */
export function revenueSection({ ledger }: DealInput): PaperSection {
  const all = windowNamed(ledger, 'all')
  return {
    title: 'Revenue build-up',
    note: 'Gross revenue is deposits less non-revenue deposits. True revenue is gross revenue less refunds, chargebacks and returned deposits.',
    blocks: [
      table(
        'Revenue by month',
        [
          column('Month', 'text', 12),
          column('Deposits', 'amount', 14, { isSummed: true }),
          column('Non-revenue', 'amount', 14, { isSummed: true }),
          column('Gross revenue', 'amount', 14, {
            isSummed: true,
            sumOf: { plus: [1], minus: [2] },
          }),
          column('Refunds and returns', 'amount', 14, { isSummed: true }),
          column('True revenue', 'amount', 14, {
            isSummed: true,
            sumOf: { plus: [3], minus: [4] },
          }),
        ],
        { rows: monthRows(ledger), empty: 'No month has a deposit.' },
      ),
      table(
        'Deposits excluded from revenue',
        [
          column('Reason', 'text', 40),
          column('Rows', 'count', 12, { isSummed: true }),
          column('Amount', 'amount', 20, { isSummed: true }),
          column('Share of deposits', 'ratio', 16),
        ],
        { rows: reasonRows(ledger, all), empty: 'Every deposit is revenue.' },
      ),
      table(
        'Revenue by payer',
        [
          column('Payer', 'text', 40),
          column('Type', 'text', 16),
          column('Amount', 'amount', 20),
          column('Share of revenue', 'ratio', 16),
        ],
        { rows: payerRows(ledger, all), empty: 'No payer of revenue is identified.' },
      ),
    ],
  }
}

function monthRows(ledger: Ledger): PaperValue[][] {
  return ledger.months.map((month) => {
    const revenue = computeRevenue(ledger, month)
    return [
      month.isFull ? month.month : `${month.month} ~`,
      major(ledger, revenue.totalDeposits),
      major(ledger, revenue.nonRevenueDeposits),
      major(ledger, revenue.grossRevenue),
      major(ledger, revenue.contraRevenue),
      major(ledger, revenue.trueRevenue),
    ]
  })
}

function reasonRows(ledger: Ledger, scope: Scope): PaperValue[][] {
  const { excluded, totalDeposits } = computeRevenue(ledger, scope)
  const { classes, class: own } = ledger.columns
  return excluded.map(({ reason, amount }) => {
    const code = EXCLUSION_REASONS.indexOf(reason)
    const count = own.filter((each) => classes[each]!.exclusion === code).length
    const share = totalDeposits === 0 ? null : amount / totalDeposits
    return [words(reason), count, major(ledger, amount), share]
  })
}

function payerRows(ledger: Ledger, scope: Scope): PaperValue[][] {
  const { sources } = getConcentration(ledger, scope)
  return sources
    .slice(0, PAYERS_MAX)
    .map(({ name, amount, share, isProcessor }) => [
      name,
      isProcessor ? 'card processor' : 'customer',
      major(ledger, amount),
      share,
    ])
}
