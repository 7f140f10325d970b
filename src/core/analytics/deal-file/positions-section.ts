import type { PaperSection, PaperValue } from '../../values/paper/paper.ts'
import type { Position } from '../../values/position.ts'
import { activeMcaPositions, stackEvents } from '../figures/debt-figures.ts'
import type { Ledger } from '../ledger.ts'
import { column, major, table, words, type DealInput } from './facts.ts'

/** Every position that the transactions show. */
export function positionsSection({ ledger }: DealInput): PaperSection {
  return {
    title: 'Positions',
    note: 'Detected in the transactions. Remaining balances are estimates unless entered by hand, and upper bounds where the start is not covered.',
    blocks: [
      table(
        'Positions',
        [
          column('Funder', 'text', 20),
          column('Product', 'text', 9),
          column('Status', 'text', 10),
          column('Advance', 'amount', 11),
          column('Funded', 'date', 10),
          column('Payment', 'amount', 10),
          column('Cadence', 'text', 11),
          column('Paid to date', 'amount', 11, { isSummed: true }),
          column('Remaining', 'amount', 11, { isSummed: true }),
          column('Paid down', 'ratio', 8),
          column('Est. payoff', 'date', 10),
          column('Rows', 'count', 5),
        ],
        {
          rows: ledger.positions.map((position) => positionRow(ledger, position)),
          empty: 'No positions were detected in the transactions.',
        },
      ),
      {
        kind: 'list',
        title: 'Stacking',
        items: stackSentences(ledger),
        empty: 'No advance was funded while another funder was still owed.',
      },
    ],
  }
}

/** Fundings beside others, and advances paid at once whose funding no statement shows. */
function stackSentences(ledger: Ledger): string[] {
  const seen = stackEvents(ledger).map(
    ({ date, funderName, openPositionIds }) =>
      `${date}: ${funderName} funded while still owed: ${openPositionIds.map((id) => findFunderName(ledger, id)).join(', ')}.`,
  )
  const active = activeMcaPositions(ledger)
  if (seen.length > 0 || active.length < 2) return seen
  const names = active.map(({ funderName }) => funderName).join(', ')
  return [
    `${active.length} advances are paid at the same time: ${names}. No statement shows the funding of one while another was owed.`,
  ]
}

function findFunderName(ledger: Ledger, id: string): string {
  return ledger.positions.find((position) => position.id === id)!.funderName
}

function positionRow(ledger: Ledger, position: Position): PaperValue[] {
  const { advance, payment, remainingBalance, isUpperBound, needsConfirmation } = position
  const status = needsConfirmation ? `${position.status}, to confirm` : position.status
  return [
    position.funderName,
    words(position.productType),
    words(`${status}${isUpperBound ? ' (upper bound)' : ''}`),
    major(ledger, advance?.amount ?? null),
    advance?.date ?? null,
    major(ledger, payment?.amount ?? null),
    words(payment?.cadence ?? ''),
    major(ledger, position.paidToDate),
    major(ledger, remainingBalance?.mid ?? null),
    position.percentPaid,
    position.estimatedPayoffDate,
    position.transactionIds.length,
  ]
}
