import { dateOfDay, dayNumber } from '../../values/dates.ts'
import { formatCount } from '../../values/paper/figure-text.ts'
import type { Ledger } from '../ledger.ts'
import { rowAt, selectRows } from '../ledger/rows/select.ts'
import { money } from '../metric/outcomes.ts'
import type { Scope } from '../window.ts'
import type { Detector, Finding } from './anomaly.ts'

/** Fewer repeated rows, days or amounts are the coincidences of a business. */
const REPEATED_MIN = 3
/** Share of the rows of its days that a batch makes when it was posted twice. */
const BATCH_SHARE = 0.9

/** Anomalies of the rows themselves, whatever they are for. */
export const ROW_DETECTORS: readonly Detector[] = [
  { kind: 'future_dated', title: 'Transactions dated after today', detect: futureDated },
  { kind: 'duplicate_posting', title: 'Transactions posted twice', detect: postedTwice },
]

/** No number counts such rows. */
function futureDated({ table, today }: Ledger): Finding[] {
  if (today === null) return []
  const limit = dayNumber(today)
  const days = [...table.day.subarray(0, table.size)].filter((day) => day > limit)
  const last = days.at(-1)
  if (last === undefined) return []
  const are = formatCount(days.length, 'transaction is', 'transactions are')
  return [
    {
      severity: 'high',
      score: 1,
      explanation: `${are} dated after today (${today}), the last on ${dateOfDay(last)}; no number counts them.`,
      rows: [],
      day: null,
      amount: days.length,
    },
  ]
}

/** Rows without ids of their own that came twice: nearly every row of their days has its equal. */
function postedTwice(ledger: Ledger, scope: Scope): Finding[] {
  return ledger.accounts.flatMap((_, account) => {
    if (scope.account != null && scope.account !== account) return []
    return findRepeated(ledger, { ...scope, account })
  })
}

function findRepeated(ledger: Ledger, scope: Scope & { account: number }): Finding[] {
  const { amount, day } = ledger.columns
  const rows = selectRows(ledger, scope, () => true)
  const copies = listCopies(ledger, rows)
  const [first, last] = [copies[0], copies.at(-1)]
  if (first === undefined || last === undefined) return []
  const amounts = new Set(copies.map((row) => amount[row]!))
  const days = new Set(copies.map((row) => day[row]!))
  if (Math.min(amounts.size, days.size) < REPEATED_MIN) return []
  const inside = rows.filter((row) => day[row]! >= day[first]! && day[row]! <= day[last]!)
  if (2 * copies.length < BATCH_SHARE * inside.length) return []
  const { name } = ledger.accounts[scope.account]!.account
  const stand = formatCount(copies.length, 'transaction stands', 'transactions stand')
  return [
    {
      severity: 'high',
      score: Math.min(1, (2 * copies.length) / inside.length),
      explanation: `${stand} twice in ${name}, with the same date, amount and words: a batch may have been posted twice.`,
      rows: copies,
      amount: money(copies.reduce((sum, row) => sum + Math.abs(amount[row]!), 0)),
    },
  ]
}

/** The second of each two rows of one day, amount and words. */
function listCopies(ledger: Ledger, rows: readonly number[]): number[] {
  const { amount, day } = ledger.columns
  const alike = Map.groupBy(rows, (row) => `${day[row]} ${amount[row]}`)
  const copies = [...alike.values()].flatMap((own) => {
    if (own.length < 2) return []
    const same = Map.groupBy(own, (row) => rowAt(ledger, row).description)
    return [...same.values()].flatMap((group) => group.slice(Math.ceil(group.length / 2)))
  })
  return copies.sort((a, b) => a - b)
}
