import type { Cents } from '../../../values/money.ts'
import { isRunning } from '../../page-text.ts'
import type { PrintLine } from '../../pdf/lines.ts'
import { signedCents } from '../../print/amounts.ts'
import { readLine, textWithout, type ReadLine } from '../../print/read-line.ts'
import { beforeLine, dayWords } from './days-below.ts'
import type { Writing } from '../places/table-lines.ts'
import type { Lexicon } from '../../vocabulary/lexicon.ts'
import { findPhrases } from '../../vocabulary/phrases.ts'

/** Fewer days may be lines of a list of balances. */
const LEAST_DAYS = 3

/** A day, with the balance at its end or what it moved, over the rows of the day. */
interface Day {
  head: number
  figure: Cents | null
  rows: number[]
  moved: Cents
}

/**
 * The lines with each day that stands over rows put before these rows, as in lists of apps:
 * `Monday, March 2  $274.66` over `Larkspur Apartments  −$980.00`. Null unless the figures beside
 * the days are balances, of which every one follows from that of the day before, or of the day
 * below, and the signed rows between, or sums of the rows of their days.
 */
export function withHeadedDays(
  lines: readonly PrintLine[],
  { lexicon, mark }: Writing,
): PrintLine[] | null {
  const read = lines.map((line) => readLine(line, lexicon, mark))
  const isEnd = (line: ReadLine): boolean => line.amounts.length === 0 && isOfPending(line, lexicon)
  const listDays = (isHead: (line: ReadLine) => boolean): Day[] => {
    const heads = read.flatMap((line, at) => (isHead(line) ? [at] : []))
    return heads.map((head, at) => {
      const next = heads[at + 1] ?? read.length
      const end = read.findIndex((line, index) => index > head && index < next && isEnd(line))
      return buildDay(read, head, end < 0 ? next : end)
    })
  }
  const balanced = listDays((line) => isHeading(line) && line.amounts.length > 0)
  const days = isChain(balanced) || isChain(balanced.toReversed()) ? balanced : listDays(isHeading)
  if (days.length < LEAST_DAYS || (days !== balanced && !areSums(days))) return null
  const own = new Set(days.map(({ head }) => head))
  const dayOf = new Map(days.flatMap(({ head, rows }) => rows.map((row) => [row, head] as const)))
  const last = Math.max(...dayOf.keys())
  return lines.flatMap((line, at) => {
    const head = dayOf.get(at)
    if (own.has(at) || (at > last && isRunning(line.text))) return []
    return [head === undefined ? line : beforeLine(dayWords(read[head]!)!, line)]
  })
}

/** `Still pending on Jan 28`, below which nothing is of a day above. */
function isOfPending({ plain }: ReadLine, lexicon: Lexicon): boolean {
  return findPhrases(lexicon.sectionWords, plain).some(({ meaning }) => meaning === 'pending')
}

/** A day and at most one figure. */
function isHeading(line: ReadLine): boolean {
  const [[day], [figure, second]] = [line.dates, line.amounts]
  if (day?.from !== 0 || second) return false
  return textWithout(line, figure ? [day, figure] : [day]) === ''
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
  const [figure] = lines[head]!.amounts
  return { head, figure: figure ? signedCents(figure) : null, rows, moved }
}

function isChain(days: readonly Day[]): boolean {
  return (
    days.length >= LEAST_DAYS &&
    days.every(({ rows, figure, moved }, at) => {
      const before = days[at - 1]
      return rows.length > 0 && (!before || before.figure! + moved === figure)
    })
  )
}

/** Whether the days that have a figure, all but a few, say by it what their rows moved. */
function areSums(days: readonly Day[]): boolean {
  const summed = days.filter(({ figure }) => figure !== null)
  const isRight = ({ rows, figure, moved }: Day): boolean =>
    rows.length > 0 && (figure === null || figure === moved)
  return summed.length * 2 > days.length && days.every(isRight)
}
