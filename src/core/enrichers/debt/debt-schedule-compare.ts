import { isSameLender, toLenderKey } from '../../values/text.ts'
import { declareEnricher, found, unknown } from '../enricher.ts'
import type { DebtValue, FoundDebt } from '../inputs.ts'

/** What bank rows show of a debt is an estimate of what is owed. */
const COMPARED_CONFIDENCE = 0.85
/** Amounts that differ by less are the same debt on two days. */
const SAME_AMOUNT = 0.1

/** Compares the debts that the applicant lists with those that the statements show. */
export const debtScheduleCompare = declareEnricher({
  name: 'debt_schedule_compare',
  label: 'Debt schedule against statements',
  description: 'Compares the debt schedule with the positions that the statements show.',
  category: 'debt',
  required: ['debt_schedule', 'positions'],
  outputs: {
    undisclosed_count: ['number', 'Open positions that the schedule does not have'],
    undisclosed: ['array', 'Those positions'],
    not_seen: ['array', 'Debts of the schedule that no statement shows'],
    matched: ['array', 'Debts that both have, with the differences'],
    is_consistent: ['boolean', 'Nothing is undisclosed, and payments agree'],
  },
  run: ({ debt_schedule: listed, positions }) => {
    if (listed.length === 0) {
      const none = unknown('No debt schedule was read.')
      return {
        undisclosed_count: none,
        undisclosed: none,
        not_seen: none,
        matched: none,
        is_consistent: none,
      }
    }
    const open = positions.filter(({ status }) => OPEN.includes(status))
    const matched = open.flatMap((position) => match(position, listed))
    const undisclosed = open.filter((position) => match(position, listed).length === 0)
    const notSeen = listed.filter(
      ({ creditor }) => !positions.some(({ funder }) => isSame(funder, creditor)),
    )
    const isConsistent =
      undisclosed.length === 0 && matched.every(({ payments_agree: agree }) => agree !== false)
    const lowest = Math.min(1, ...undisclosed.map(({ confidence }) => confidence))
    const confidence = Math.round(Math.min(COMPARED_CONFIDENCE, lowest) * 100) / 100
    const evidence =
      undisclosed.length === 0
        ? `The schedule lists ${listed.length} debts, and every open position is one of them.`
        : `The schedule does not list ${undisclosed.map(({ funder }) => funder).join(', ')}.`
    return {
      undisclosed_count: found(undisclosed.length, confidence, evidence),
      undisclosed: found(undisclosed, confidence, evidence),
      not_seen: found(notSeen, COMPARED_CONFIDENCE),
      matched: found(matched, COMPARED_CONFIDENCE),
      is_consistent: found(isConsistent, confidence, evidence),
    }
  },
})

const OPEN: readonly string[] = ['new', 'active', 'late', 'defaulted']

function isSame(left: string, right: string): boolean {
  return isSameLender(toLenderKey(left), toLenderKey(right))
}

function match(position: FoundDebt, listed: readonly DebtValue[]) {
  const own = listed.find(({ creditor }) => isSame(position.funder, creditor))
  if (!own) return []
  return [
    {
      funder: position.funder,
      creditor: own.creditor,
      listed_balance: own.balance,
      found_balance: position.remaining_balance,
      listed_payment: own.payment,
      found_payment: position.payment_amount,
      payments_agree: agree(own.payment, position.payment_amount),
    },
  ]
}

/** Null where one side does not state an amount. */
function agree(left: number | null, right: number | null): boolean | null {
  if (left === null || right === null) return null
  return Math.abs(left - right) <= SAME_AMOUNT * Math.max(Math.abs(left), Math.abs(right))
}
