import type { PageText, TextLine, TextWord } from '../../page-text.ts'
import { boxAround as boxAroundAll, type Box } from '../../../values/box.ts'
import { tokenize, type Token } from './tokens.ts'

/** Words that stand together in a line: a label, a value, or both. */
export interface Cell {
  text: string
  tokens: Token[]
  box: Box
  page: number
  line: number
  words: readonly TextWord[]
}

export interface CellPage {
  number: number
  width: number
  height: number
  cells: Cell[]
}

/** Gaps wider than this share of the height part cells; a blank is about a quarter of it. */
const CELL_GAP = 0.75
// .....   ____   - - - -   ……   the leaders between a label and its value
const LEADER = /^(?:[._…·]{2,}|[.…·_])$/

/** The cells of a page. A line without words is one cell: where its parts stand is not known. */
export function toCellPage(page: PageText): CellPage {
  const { number, width, height } = page
  const cells = page.lines.flatMap((line, index) =>
    splitLine(line).map((words) => buildCell(words, { page: number, line: index })),
  )
  return { number, width, height, cells }
}

function splitLine({ text, box, words }: TextLine): TextWord[][] {
  const parts: TextWord[][] = []
  let last: TextWord | null = null
  for (const word of words ?? [{ text, box }]) {
    const isLeader = LEADER.test(word.text)
    if (!isLeader && last && !isApart(last, word)) parts.at(-1)!.push(word)
    else if (!isLeader) parts.push([word])
    last = isLeader ? null : word
  }
  return parts
}

function isApart(left: TextWord, right: TextWord): boolean {
  const height = Math.min(left.box[3] - left.box[1], right.box[3] - right.box[1])
  return right.box[0] - left.box[2] > CELL_GAP * height
}

/** One cell of words; also of some of a cell's words. */
export function buildCell(
  words: readonly TextWord[],
  { page, line }: { page: number; line: number },
): Cell {
  const text = words.map((word) => word.text).join(' ')
  return { text, tokens: tokenize(text), box: boxAround(words), page, line, words }
}

export function boxAround(parts: readonly { box: Box }[]): Box {
  return boxAroundAll(parts.map(({ box }) => box))
}

/** The box of some characters of a cell, `to` exclusive. */
export function boxOfText(cell: Cell, from: number, to: number): Box {
  let at = 0
  const touched = cell.words.filter((word) => {
    const start = at
    at += word.text.length + 1
    return start < to && start + word.text.length > from
  })
  return touched.length === 0 ? cell.box : boxAround(touched)
}
