import type { ReadLine, Span } from '../../print/read-line.ts'
import { phraseAt } from '../../vocabulary/phrases.ts'
import type { Lexicon } from '../../vocabulary/lexicon.ts'
import type { ColumnRole } from '../../vocabulary/vocabulary.ts'
import type { PrintedRow } from '../assembly/printed-tables.ts'

/** The cells that a line names beside that of the amounts, where it names neither day nor words. */
export interface BareHead {
  page: number
  cells: readonly Span[]
}

const AMOUNTS: ReadonlySet<ColumnRole> = new Set(['amount', 'debit', 'credit'])

/** `Foreign Spend    Amount` on a line of its own; null for any other line. */
export function readBareHead(line: ReadLine, lexicon: Lexicon): BareHead | null {
  if (line.amounts.length > 0 || line.dates.length > 0) return null
  const cells = cellsOn(line)
  const last = cells.pop()
  if (last === undefined || cells.length === 0) return null
  const at = line.plain.findIndex((word) => line.offsets[word.at]! >= last.from)
  const head = at < 0 ? null : phraseAt(lexicon.columns, line.plain, at)
  const isWhole = head?.end === line.plain.length
  return isWhole && AMOUNTS.has(head!.meaning) ? { page: line.page, cells } : null
}

/** The row without a cell of its words that holds a figure under another head than its amount. */
export function withoutHeadedCell(row: PrintedRow, bare: BareHead | null): PrintedRow {
  const [line] = row.lines
  if (bare === null || line!.page !== bare.page) return row
  const own = [...Object.values(row.cells), ...row.loose.slice(-1)]
  const isIn = (amount: Place, { from, to }: Place): boolean =>
    amount.from >= from && amount.to <= to
  const cell = cellsOn(line!).find(
    (each, at) =>
      at > 1 &&
      line!.amounts.some((amount) => isIn(amount, each)) &&
      !own.some((amount) => isIn(amount, each)) &&
      bare.cells.some((head) => each.x0 < head.x1 && each.x1 > head.x0),
  )
  if (!cell) return row
  const loose = row.loose.filter((amount) => !isIn(amount, cell))
  const leftOut = [...(row.leftOut ?? []), { line: line!, from: cell.from, to: cell.to }]
  const [words = '', ...others] = row.description
  const left = withoutLast(words, line!.text.slice(cell.from, cell.to))
  return { ...row, loose, description: [left, ...others], leftOut }
}

function withoutLast(words: string, part: string): string {
  const at = words.lastIndexOf(part)
  if (at < 0) return words
  return `${words.slice(0, at)}${words.slice(at + part.length)}`.replace(/\s+/g, ' ').trim()
}

interface Place {
  from: number
  to: number
}

function cellsOn({ text, words, offsets }: ReadLine): (Span & Place)[] {
  return [...text.matchAll(/\S+(?: \S+)*/g)].map(({ 0: cell, index: from }) => {
    const to = from + cell.length
    const own = words.filter((_, at) => offsets[at]! >= from && offsets[at]! < to)
    return { from, to, x0: own[0]?.x0 ?? 0, x1: own.at(-1)?.x1 ?? 0 }
  })
}
