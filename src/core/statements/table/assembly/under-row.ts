import type { ReadLine } from '../../print/read-line.ts'
import { descriptionEdge, hasAmount } from '../row-lines.ts'
import type { State } from './state.ts'

/** Further lines of a row stand at least so far right of its beginning, in points. */
export const INDENT = 30

/** Whether the line goes on with the words of a row, whatever they are: titles stand more left. */
export function isUnderWords(state: State, line: ReadLine): boolean {
  const { open, columns } = state
  if (!open || !columns || !isUnderRow(state, line)) return false
  if (line.amounts.length > 0) return !hasAmount(open) && isUnderCell(open.lines.at(-1)!, line)
  const edge = descriptionEdge(open, columns)
  return Math.abs(line.x0 - edge) < EDGE_DRIFT && edge - open.lines[0]!.x0 > INDENT
}

/** Whether the line begins where a cell behind the first one of the line above does. */
function isUnderCell({ words, offsets, text }: ReadLine, { x0 }: ReadLine): boolean {
  return words.some((word, at) => {
    const isCell = at > 0 && text.slice(0, offsets[at]).endsWith('  ')
    return isCell && Math.abs(word.x0 - x0) < EDGE_DRIFT
  })
}

/** Words of one row begin within so many points of each other. */
const EDGE_DRIFT = 2

/** Whether the line stands right under the open row. */
export function isUnderRow({ open }: State, line: ReadLine): boolean {
  const last = open?.lines.at(-1)
  if (last === undefined || last.page !== line.page) return false
  return line.y0 - last.y1 < TITLE_GAP * (line.y1 - line.y0)
}

/** Titles stand further below a row than this share of their height. */
const TITLE_GAP = 0.5
