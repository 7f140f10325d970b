import type { PaperSection, PaperValue } from '../../values/paper/paper.ts'
import type { Position } from '../../values/position.ts'
import { stackEvents } from '../figures/debt-figures.ts'
import type { Ledger } from '../ledger.ts'
import { column, major, table, words, type DealInput } from './facts.ts'

/** Every financing that the rows show. */
export function positionsSection({ ledger }: DealInput): PaperSection {
  return {
    title: 'Positions',
    note: 'Found in the transactions. What remains is an estimate unless a person told it; at most, where the start was not seen.',
    blocks: [
      table(
        'Positions',
        [
          column('Funder', 'text', 20),
          column('Product', 'text', 9),
          column('Status', 'text', 10),
          column('Advance', 'amount', 11),
          column('On', 'date', 10),
          column('Payment', 'amount', 10),
          column('Cadence', 'text', 11),
          column('Paid', 'amount', 11, { isSummed: true }),
          column('Remaining', 'amount', 11, { isSummed: true }),
          column('Paid share', 'ratio', 8),
          column('Payoff about', 'date', 10),
          column('Rows', 'count', 5),
        ],
        {
          rows: ledger.positions.map((position) => positionRow(ledger, position)),
          empty: 'No financing was found in the transactions.',
        },
      ),
      {
        kind: 'list',
        title: 'Stacking',
        items: stackEvents(ledger).map(
          ({ date, funderName, openPositionIds }) =>
            `${date}: ${funderName} funded while ${openPositionIds.map((id) => findFunderName(ledger, id)).join(', ')} was still owed.`,
        ),
        empty: 'No advance was taken while another funder was still owed.',
      },
    ],
  }
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
    words(`${status}${isUpperBound ? ' (at most)' : ''}`),
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
