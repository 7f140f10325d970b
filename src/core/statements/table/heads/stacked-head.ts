import { findPhrases, phraseAt, type PlainWord } from '../../vocabulary/phrases.ts'
import type { ReadLine, Span } from '../../print/read-line.ts'
import type { Lexicon } from '../../vocabulary/lexicon.ts'
import type { Column } from './column.ts'

/** A head has no more lines. */
const MAX_LINES = 4
/** Lines of one head stand nearer than this share of their height. */
const LINE_GAP = 0.6
/** At least this share of the cells are column names. */
const KNOWN_SHARE = 0.6

type Cell = Span & { words: PlainWord[]; lines: Set<number> }

/** A cell of a head, with the words that name it; none where its name is unknown. */
export type HeadCell = Column & { phrase: string; isWhole: boolean }

/**
 * The cells of a head that is printed on several lines, as `Running` over `balance`; null where no
 * such head holds the line. Of the blocks of lines around it the one with most columns counts.
 */
export function stackedCells(
  lines: readonly ReadLine[],
  index: number,
  lexicon: Lexicon,
): { cells: HeadCell[]; block: readonly ReadLine[] } | null {
  if (!isHeadLine(lines[index]!)) return null
  const [first, last] = [edge(lines, index, -1), edge(lines, index, 1)]
  let best: { cells: HeadCell[]; start: number; end: number } | null = null
  for (let start = first; start <= last; start += 1) {
    for (let end = start + 1; end <= Math.min(last, start + MAX_LINES - 1); end += 1) {
      const cells = readCells(lines.slice(start, end + 1), lexicon)
      if (cells && cells.length > (best?.cells.length ?? 0)) best = { cells, start, end }
    }
  }
  if (!best || index < best.start || index > best.end) return null
  return { cells: best.cells, block: lines.slice(best.start, best.end + 1) }
}

/** How far the lines above or below may belong to one head with the line. */
function edge(lines: readonly ReadLine[], index: number, step: -1 | 1): number {
  let at = index
  while (Math.abs(at - index) < MAX_LINES - 1) {
    const [here, next] = [lines[at]!, lines[at + step]]
    if (!next || next.page !== here.page || !isHeadLine(next)) break
    const gap = step === 1 ? next.y0 - here.y1 : here.y0 - next.y1
    if (gap > LINE_GAP * Math.min(here.y1 - here.y0, next.y1 - next.y0)) break
    at += step
  }
  return at
}

function isHeadLine({ amounts, dates, plain }: ReadLine): boolean {
  return amounts.length === 0 && dates.length === 0 && plain.length > 0
}

/** The named cells of a block of lines, left to right; null when it is not one head. */
function readCells(block: readonly ReadLine[], lexicon: Lexicon): HeadCell[] | null {
  const cells = joinCells(block, lexicon)
  if (!cells || cells.length < 3 || !cells.some(({ lines }) => lines.size > 1)) return null
  const named = cells.map((cell) => nameCell(cell, lexicon))
  const known = named.filter((cell) => cell !== null)
  if (known.length < KNOWN_SHARE * cells.length) return null
  // Columns of unknown names hold figures too, which then are none of their neighbors'.
  return cells.map(
    (cell, at) => named[at] ?? { ...cell, role: 'ignored', phrase: '', isWhole: false },
  )
}

/** Words that stand under each other, as one cell; null where a line's words span two of them. */
function joinCells(block: readonly ReadLine[], lexicon: Lexicon): Cell[] | null {
  const cells: Cell[] = []
  for (const [at, line] of block.entries()) {
    for (const segment of segmentsOn(line, at).flatMap((cell) =>
      columnsApart(cell, line, lexicon),
    )) {
      const under = cells.filter((cell) => cell.x0 < segment.x1 && cell.x1 > segment.x0)
      if (under.length > 1 || under[0]?.lines.has(at)) return null
      const [cell] = under
      if (!cell) cells.push(segment)
      else {
        cell.words.push(...segment.words)
        cell.lines.add(at)
        cell.x0 = Math.min(cell.x0, segment.x0)
        cell.x1 = Math.max(cell.x1, segment.x1)
      }
    }
  }
  return cells.toSorted((a, b) => a.x0 - b.x0)
}

/** Words of two columns stand further apart than this share of their height. */
const HEAD_GAP = 0.4

/** `Deposits/ Withdrawals/` and `Date Description` are two cells each. */
function columnsApart(cell: Cell, line: ReadLine, lexicon: Lexicon): Cell[] {
  const first = phraseAt(lexicon.columns, cell.words, 0)
  const [last, next] = [cell.words[(first?.end ?? 0) - 1], cell.words[first?.end ?? 0]]
  if (!first || !last || next?.at !== last.at + 1) return [cell]
  const second = phraseAt(lexicon.columns, cell.words, first.end)
  const isOther = second !== null && second.meaning !== first.meaning
  const gap = gapAfter(line, last.at)
  // Where no column is named so, the gap is wider than those within a name.
  const isApart = isOther || gap > 2 * Math.min(...line.words.map((_, at) => gapAfter(line, at)))
  if (!isApart || gap < HEAD_GAP * (line.y1 - line.y0)) return [cell]
  const [left, right] = [cell.words.slice(0, first.end), cell.words.slice(first.end)]
  const rest = { ...cell, x0: line.words[next.at]!.x0, words: right, lines: new Set(cell.lines) }
  return [
    { ...cell, x1: line.words[last.at]!.x1, words: left },
    ...columnsApart(rest, line, lexicon),
  ]
}

function gapAfter({ words }: ReadLine, at: number): number {
  return (words[at + 1]?.x0 ?? Infinity) - words[at]!.x1
}

/** The parts of a line between its wide gaps. */
function segmentsOn(line: ReadLine, at: number): Cell[] {
  const cells: Cell[] = []
  for (const word of line.plain) {
    const { x0, x1 } = line.words[word.at]!
    const offset = line.offsets[word.at]!
    const isNew = line.text.slice(Math.max(0, offset - 2), offset) === '  '
    const cell = cells.at(-1)
    if (!cell || isNew) cells.push({ x0, x1, words: [word], lines: new Set([at]) })
    else {
      cell.words.push(word)
      cell.x1 = x1
    }
  }
  return cells
}

/** What a cell names: its words as a whole, else the last of the phrases among them. */
function nameCell({ words, x0, x1 }: Cell, lexicon: Lexicon): HeadCell | null {
  const whole = phraseAt(lexicon.columns, words, 0)
  const isWhole = whole?.end === words.length
  const match = isWhole ? whole : findPhrases(lexicon.columns, words).at(-1)
  return match ? { x0, x1, role: match.meaning, phrase: match.phrase, isWhole } : null
}
