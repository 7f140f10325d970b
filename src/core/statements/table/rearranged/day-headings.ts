import type { Cents } from '../../../values/money.ts'
import { isRunning } from '../../page-text.ts'
import type { PrintLine } from '../../pdf/lines.ts'
import { signedCents } from '../../print/amounts.ts'
import { readLine, textWithout, type ReadLine } from '../../print/read-line.ts'
import { beforeLine, dayWords } from './days-below.ts'
import type { Writing } from '../places/table-lines.ts'

/** Fewer days may be lines of a list of balances. */
const LEAST_DAYS = 3

/** A day with the balance at its end, over the rows of the day. */
interface Day {
  head: number
  balance: Cents
  rows: number[]
  moved: Cents
}

/**
 * The lines with each day that stands with its balance over rows put before these rows, as in lists
 * of apps: `Monday, March 2  $274.66` over `Larkspur Apartments  −$980.00`. Null unless every
 * balance follows from that of the day before, or of the day below, and the signed rows between.
 */
export function withHeadedDays(
  lines: readonly PrintLine[],
  { lexicon, mark }: Writing,
): PrintLine[] | null {
  const read = lines.map((line) => readLine(line, lexicon, mark))
  const heads = read.flatMap((line, at) => (isHeading(line) ? [at] : []))
  const days = heads.map((head, at) => buildDay(read, head, heads[at + 1] ?? read.length))
  if (days.length < LEAST_DAYS || !(isChain(days) || isChain(days.toReversed()))) return null
  const own = new Set(heads)
  const dayOf = new Map(days.flatMap(({ head, rows }) => rows.map((row) => [row, head] as const)))
  const last = Math.max(...dayOf.keys())
  return lines.flatMap((line, at) => {
    const head = dayOf.get(at)
    if (own.has(at) || (at > last && isRunning(line.text))) return []
    return [head === undefined ? line : beforeLine(dayWords(read[head]!)!, line)]
  })
}

function isHeading(line: ReadLine): boolean {
  const [[day], [balance, second]] = [line.dates, line.amounts]
  if (day?.from !== 0 || !balance || second) return false
  return textWithout(line, [day, balance]) === ''
}

function buildDay(lines: readonly ReadLine[], head: number, end: number): Day {
  const rows: number[] = []
  let moved = 0
  for (let at = head + 1; at < end; at += 1) {
    const [amount, second] = lines[at]!.amounts
    // The list ends where figures have no sign.
    if (second || (amount && amount.sign === 0)) break
    if (!amount) continue
    rows.push(at)
    moved += signedCents(amount)
  }
  return { head, balance: signedCents(lines[head]!.amounts[0]!), rows, moved }
}

function isChain(days: readonly Day[]): boolean {
  return days.every(({ rows, balance, moved }, at) => {
    const before = days[at - 1]
    return rows.length > 0 && (!before || before.balance + moved === balance)
  })
}
