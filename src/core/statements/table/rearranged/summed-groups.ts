import type { Cents } from '../../../values/money.ts'
import { signedCents } from '../../print/amounts.ts'
import { buildLine, type PrintLine } from '../../pdf/lines.ts'
import type { Word } from '../../pdf/words.ts'
import { readLine, type ReadLine } from '../../print/read-line.ts'
import { beforeLine, dayWords } from './days-below.ts'
import type { Writing } from '../places/table-lines.ts'

/** Fewer sums over the rows that they add up may be chance. */
const LEAST_GROUPS = 3

/** A sum over its rows: `02 FEV 2026  Total de saídas  - R$ 1.650,00`. */
interface Group {
  head: number
  rows: number[]
  sign: '-' | '+'
  /** The words of its day, its own or that of the group above. */
  day: PrintLine
}

/**
 * The lines with the day and the sign of a sum put before each row that it adds up, as in lists
 * that print both once over the rows of a day: the sum itself is no row. Null where there are too
 * few.
 */
export function withSummedGroups(
  lines: readonly PrintLine[],
  { lexicon, mark }: Writing,
): PrintLine[] | null {
  const read = lines.map((line) => readLine(line, lexicon, mark))
  const groups = findGroups(read)
  if (groups.length < LEAST_GROUPS) return null
  const heads = new Set(groups.map(({ head }) => head))
  const byRow = new Map(groups.flatMap((group) => group.rows.map((row) => [row, group] as const)))
  return lines.flatMap((line, at) => {
    const group = byRow.get(at)
    if (heads.has(at)) return []
    return [group ? beforeLine(group.day, withSign(read[at]!, group.sign)) : line]
  })
}

function findGroups(lines: readonly ReadLine[]): Group[] {
  const groups: Group[] = []
  let day: PrintLine | null = null
  lines.forEach((line, head) => {
    day = dayWords(line) ?? day
    const [amount, second] = line.amounts
    if (!amount || second || amount.sign === 0 || !day) return
    const rows = rowsUnder(lines, head, Math.abs(signedCents(amount)))
    if (rows) groups.push({ head, rows, sign: amount.sign === -1 ? '-' : '+', day })
  })
  return groups
}

/** The lines under a sum whose plain amounts add up to it; null where the next day comes first. */
function rowsUnder(lines: readonly ReadLine[], head: number, sum: Cents): number[] | null {
  const rows: number[] = []
  let left = sum
  for (let at = head + 1; at < lines.length && left > 0; at += 1) {
    const { amounts, dates } = lines[at]!
    const [amount, second] = amounts
    if (dates[0]?.from === 0 || second || (amount && amount.sign !== 0)) return null
    if (!amount) continue
    rows.push(at)
    left -= amount.cents
  }
  return left === 0 ? rows : null
}

function withSign(line: ReadLine, sign: '-' | '+'): PrintLine {
  const [amount] = line.amounts
  const at = line.offsets.findIndex((offset) => offset >= amount!.from)
  const signed = (word: Word): Word => ({ ...word, text: `${sign}${word.text}` })
  return buildLine(line.words.with(at, signed(line.words[at]!)), line.page)
}
