import type { PlainDate } from '../../../values/dates.ts'
import { balanceSign } from '../../reconcile/reconcile.ts'
import type { Doubt, Statement, StatementRow } from '../../statement.ts'

/** Fewer rows than this show no order. */
const LEAST_ROWS = 6

/**
 * Single rows outside the order of days that all other rows of their table keep, forwards or
 * backwards: a date misread or altered. Lists of checks follow their numbers.
 */
export function rowsOutOfOrder({ rows, accountType }: Statement): Doubt[] {
  const numbered = rows.map((row, index) => ({ row, index }))
  // A card that prints one date prints that of purchase, but posts in another order.
  const isPosted = ({ postedOn }: StatementRow): boolean =>
    postedOn !== null || balanceSign({ accountType }) === 1
  const dated = numbered.filter(
    ({ row }) => row.checkNumber === null && !row.isPending && isPosted(row),
  )
  if (isInNoOrder(dated.map(({ row }) => row)))
    return [{ code: 'dates_in_no_order', message: NO_ORDER }]
  const tables = Map.groupBy(dated, ({ row }) => row.section)
  return [...tables.values()].flatMap((table) => {
    const at = oddOne(table.map(({ row }) => getDay(row)))
    if (at === null) return []
    const { row, index } = table[at]!
    const message = `Row ${index + 1}, of ${row.date}, stands out of the order of days.`
    return [{ code: 'date_out_of_order', message }]
  })
}

const NO_ORDER =
  'Its balances follow from row to row, but its days are in no order: they may be those of value.'

/**
 * Whether every row prints a balance, which shows their order, and a single day, and the days keep
 * no order: then the days of posting were not read.
 */
function isInNoOrder(rows: readonly StatementRow[]): boolean {
  if (!rows.every(({ balance, postedOn }) => balance !== null && postedOn === null)) return false
  const days = rows.map(({ date }) => date)
  return Math.min(falls(days).length, falls(days.toReversed()).length) >= LEAST_FALLS
}

/** One day out of order is a day misread; a few falls are no chance. */
const LEAST_FALLS = 3

/** Cards print the day of purchase and order by that of posting. */
function getDay({ date, postedOn }: StatementRow): PlainDate {
  return postedOn ?? date
}

/** The index of the one day without which the days are in order; null when there is none. */
function oddOne(days: readonly PlainDate[]): number | null {
  if (days.length < LEAST_ROWS || falls(days).length === 0) return null
  const backwards = days.toReversed()
  if (falls(backwards).length === 0) return null
  const at = oddPlace(days)
  if (at !== null) return at
  const back = oddPlace(backwards)
  return back === null ? null : days.length - 1 - back
}

function oddPlace(days: readonly PlainDate[]): number | null {
  const [fall, second] = falls(days)
  if (fall === undefined || second !== undefined) return null
  return [fall - 1, fall].find((at) => falls(days.toSpliced(at, 1)).length === 0) ?? null
}

function falls(days: readonly PlainDate[]): number[] {
  return days.flatMap((day, at) => (at > 0 && day < days[at - 1]! ? [at] : []))
}
